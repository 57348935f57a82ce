#include <filesystem>
#include <set>

#include "checks/claim.h"

namespace galley::F01 {
namespace {

struct RemembersThePreviousInput : Ops {
  using Ops::Ops;
  double apply_rule(const std::string& rule, double x) const override {
    const double carried = previous_;
    previous_ = x;
    return Ops::apply_rule(rule, x + carried);
  }

 private:
  mutable double previous_ = 0;
};
MISTAKE(F01, RemembersThePreviousInput, "函数把上一次的输入也算进来", "adds the previous input to this one");

struct NudgesAWeight : Ops {
  using Ops::Ops;
  Tensor readout(const Model& model, const Tensor& hidden, Trace& trace) const override {
    Tensor weight = model.w_out;
    weight.set({1, 2}, weight.at({1, 2}) + 0.125);
    return Ops::readout(model, hidden, trace);
  }
};
MISTAKE(F01, NudgesAWeight, "每次推理都顺手改一点参数", "learns a little from each call and moves a weight");

struct LastTokenDecides : Ops {
  using Ops::Ops;
  Tensor next_logits(const Model& model, const Ids& ids, KvCache&, Trace& trace) const override {
    KvCache nothing;
    return Ops::next_logits(model, Ids({1}, {ids.at({ids.size() - 1})}), nothing, trace);
  }
};
MISTAKE(F01, LastTokenDecides, "参数不变，就以为上文也不影响输出",
        "thinks that the same parameters give the same output whatever stands before");

struct ModelKeepsIt : Ops {
  using Ops::Ops;
  std::string model_output(const std::vector<Message>& request) const override {
    const std::vector<Message> before = heard_;
    for (const Message& message : request) heard_.push_back(message);
    std::vector<Message> all = before;
    all.insert(all.end(), request.begin(), request.end());
    return Ops::model_output(all);
  }

 private:
  mutable std::vector<Message> heard_;
};
MISTAKE(F01, ModelKeepsIt, "以为说过一次模型就记住了", "thinks that the model keeps what it was told");

struct SeesEveryFile : Ops {
  using Ops::Ops;
  Transcript run_task(const std::vector<Message>& request, const Permissions& permissions) const override {
    std::vector<Message> seen = request;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(permissions.folder)) {
      if (entry.is_regular_file()) seen.push_back(attach_file(entry.path().string()));
    }
    const std::string answer = model_output(seen);
    Transcript transcript{request, answer};
    transcript.messages.push_back({"assistant", answer});
    return transcript;
  }
};
MISTAKE(F01, SeesEveryFile, "以为模型直接看得见磁盘上的文件",
        "thinks that the model sees the files on the disk by itself");

struct AttachesTheNameOnly : Ops {
  using Ops::Ops;
  Message attach_file(const std::string& path) const override {
    return {"attachment", std::filesystem::path(path).filename().string()};
  }
};
MISTAKE(F01, AttachesTheNameOnly, "附上文件名就当附上了内容",
        "attaches the name of a file and takes it for the contents");

struct ActsWithoutChecking : Ops {
  using Ops::Ops;
  std::string reason_to_refuse(const ToolRequest&, const Permissions&) const override { return ""; }
};
MISTAKE(F01, ActsWithoutChecking, "模型提出请求，宿主不检查就执行",
        "carries out whatever is requested, unchecked");

struct ChecksTheTextOfThePath : Ops {
  using Ops::Ops;
  std::string reason_to_refuse(const ToolRequest& request, const Permissions& permissions) const override {
    if (request.path.find("..") == std::string::npos && request.path.substr(0, 1) != "/") {
      return Ops::reason_to_refuse({request.tool, "any", ""}, permissions);
    }
    return Ops::reason_to_refuse(request, permissions);
  }
};
MISTAKE(F01, ChecksTheTextOfThePath, "只看路径的写法，不看链接指向哪里",
        "looks at how a path is written and not at where its links lead");

struct ObeysWhatItReads : Ops {
  using Ops::Ops;
  ToolResult act(const ToolRequest& request, const Permissions& permissions) const override {
    const ToolResult result = Ops::act(request, permissions);
    const ToolRequest inside = parse_request(result.text);
    return inside.tool.empty() ? result : Ops::act(inside, permissions);
  }
};
MISTAKE(F01, ObeysWhatItReads, "文件里写着命令，读到就执行",
        "carries out a command that stands in a file which it read");

struct FindsRequestsAnywhere : Ops {
  using Ops::Ops;
  ToolRequest parse_request(const std::string& output) const override {
    const std::size_t at = output.find("read_file ");
    return Ops::parse_request(at == std::string::npos ? output : output.substr(at));
  }
};
MISTAKE(F01, FindsRequestsAnywhere, "正文里提到工具名，就当成工具请求",
        "takes a tool's name anywhere in an output for a request");

struct TakesTheWordForTheFact : Ops {
  using Ops::Ops;
  ChangeFacts facts_of_change(const std::string& said, const std::string&, const std::string&, double,
                              double) const override {
    return {says_changed(said), says_changed(said), says_changed(said)};
  }
};
MISTAKE(F01, TakesTheWordForTheFact, "模型说改好了，就当文件已改、测试已过",
        "takes “changed” for a changed file that passes its test");

struct TakesTheChangeForThePass : Ops {
  using Ops::Ops;
  ChangeFacts facts_of_change(const std::string& said, const std::string& path, const std::string& before,
                              double, double) const override {
    return {says_changed(said), file_changed(path, before), file_changed(path, before)};
  }
};
MISTAKE(F01, TakesTheChangeForThePass, "文件确实变了，就当测试已过",
        "takes a file that changed for one that passes its test");

struct ReadsAllMaterial : Ops {
  using Ops::Ops;
  Tensor mask_scores(const Tensor& scores, const Mask&) const override { return scores; }
};
MISTAKE(F01, ReadsAllMaterial, "以为请求里的材料必定被用到",
        "thinks that whatever is in the request is used");

struct SessionNeverForgets : Ops {
  using Ops::Ops;
  void remember(SessionStore& store, std::int64_t session, const Message& message) const override {
    store.sessions[session].push_back(message);
  }
};
MISTAKE(F01, SessionNeverForgets, "有会话编号，就以为旧消息都在",
        "thinks that a session number keeps all its messages");

struct OneStoreForAll : Ops {
  using Ops::Ops;
  std::vector<Message> recall(const SessionStore& store, std::int64_t) const override {
    std::vector<Message> all;
    for (const auto& [number, messages] : store.sessions)
      all.insert(all.end(), messages.begin(), messages.end());
    return all;
  }
};
MISTAKE(F01, OneStoreForAll, "不看会话编号，把别的会话也带进来", "brings in the messages of other sessions");

struct AnyHitWillDo : Ops {
  using Ops::Ops;
  std::int64_t find_kept(const std::vector<CacheKey>& kept, const CacheKey&) const override {
    return kept.empty() ? -1 : 0;
  }
};
MISTAKE(F01, AnyHitWillDo, "有缓存就用，不问是不是这一份", "uses whatever cache there is");

struct ForgetsTheModel : Ops {
  using Ops::Ops;
  std::int64_t find_kept(const std::vector<CacheKey>& kept, const CacheKey& wanted) const override {
    std::vector<CacheKey> unnamed = kept;
    for (CacheKey& key : unnamed) key.model = wanted.model;
    return Ops::find_kept(unnamed, wanted);
  }
};
MISTAKE(F01, ForgetsTheModel, "只比前缀，不比模型", "compares the prefix and not the model");

struct IdsAreUniversal : Ops {
  using Ops::Ops;
  Ids encode_by_table(const Pieces&, const std::string& text) const override {
    return Ops::encode_by_table({"<PAD>", "我", "爱", "学习", "你", "！"}, text);
  }
};
MISTAKE(F01, IdsAreUniversal, "把本书的编号当成所有分词器的编号",
        "takes this book's ids for every tokenizer's");

struct OneLongTable : Ops {
  using Ops::Ops;
  Tensor broadcast_to(const Tensor& a, const Shape& shape) const override {
    if (shape.size() != 3 || shape[0] == 1) return Ops::broadcast_to(a, shape);
    return Ops::broadcast_to(a, {shape[0] * shape[1], shape[2]});
  }
};
MISTAKE(F01, OneLongTable, "把[2,128,4096]看成一张256行的长表", "sees one table of 256 rows in [2,128,4096]");

}  // namespace
}  // namespace galley::F01
