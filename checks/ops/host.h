#pragma once
#include <map>

#include "checks/ops/text.h"

namespace galley {

/// What a model asks the host to do. It is data: nothing has happened yet. F01.
struct ToolRequest {
  std::string tool;  ///< "read_file", "write_file", or "" when the output asks for nothing
  std::string path;  ///< below the folder of the task
  std::string text;  ///< what is to be written
};

/// What came of a request. F01.
struct ToolResult {
  bool done = false;
  std::string text;  ///< what was read or done, or why it was refused
};

/// What the host may do for one task. F01.
struct Permissions {
  std::string folder;  ///< nothing outside is touched
  Pieces tools;        ///< "read_file", "write_file"
};

/// Everything that passed in one task, in order, and the answer at its end. F01.
struct Transcript {
  std::vector<Message> messages;
  std::string answer;
};

/// Three facts that do not follow from each other. F01.
struct ChangeFacts {
  bool said = false, changed = false, passes = false;
};

/// Messages of sessions by number; of each only the newest `keep` are held. F01.
struct SessionStore {
  std::int64_t keep = 0;
  std::map<std::int64_t, std::vector<Message>> sessions;
};

/// What a kept cache was computed with: a fingerprint of the parameters, and the ids. F01, F16.
struct CacheKey {
  std::string model;
  std::vector<std::int64_t> prefix;
  bool operator==(const CacheKey&) const = default;
};

/// A folder for one claim, removed with everything in it at the end. F01.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  /// The path of a file in it.
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// The program that runs the model: requests, tools, files, sessions (F01). Files are real ones.
class HostOps : public TextOps {
 public:
  using TextOps::TextOps;

  /// A rule applied to a number: "x * 2" or "x + 2". Throws for any other rule. F01.
  virtual double apply_rule(const std::string& rule, double x) const;

  /// The bytes of a file. Throws naming it when it cannot be read. F01.
  virtual std::string read_file(const std::string& path) const;

  /// Puts these bytes into a file in place of what it held. Throws naming it when it cannot be written. F01.
  virtual void write_file(const std::string& path, const std::string& text) const;

  /// A message that carries a copy of a file, as it is now: its name, a newline, its bytes. F01.
  virtual Message attach_file(const std::string& path) const;

  /// What stands in for a model: a fixed rule from a request to an output, with no state and no access to
  /// files. It answers "what is my name?" from the request's "my name is …"; "explain F" and "fix F" from the
  /// file's rule when the request holds it, else with the request "read_file F"; and it says that a file was
  /// changed once it has asked for that, whatever came of it. F01.
  virtual std::string model_output(const std::vector<Message>& request) const;

  /// The tool request that an output is, if its first word names a tool: "read_file PATH", "write_file PATH
  /// TEXT". F01.
  virtual ToolRequest parse_request(const std::string& output) const;

  /// Why a request is refused, "" when it is allowed: the tool must be permitted, and the path, links
  /// followed, must stay inside the folder. F01.
  virtual std::string reason_to_refuse(const ToolRequest& request, const Permissions& permissions) const;

  /// Checks a request, then carries it out; refused, nothing is read or written. F01.
  virtual ToolResult act(const ToolRequest& request, const Permissions& permissions) const;

  /// The host's loop: the model's output, the tool that it asks for, the result into the next request, until
  /// an output asks for no tool, six outputs at most. F01.
  virtual Transcript run_task(const std::vector<Message>& request, const Permissions& permissions) const;

  /// The same loop, cancelled once the model has given so many outputs: what tools did by then stays done.
  /// F15.
  virtual Transcript cancel_task(const std::vector<Message>& request, const Permissions& permissions,
                                 std::int64_t outputs) const;

  /// True when a text is one whole JSON value. F15.
  virtual bool parses_as_json(const std::string& text) const;

  /// Who spoke in turn, as "user assistant tool assistant": what tells two ways to one answer apart. F01.
  virtual std::string trace_of(const Transcript& transcript) const;

  /// True when an output says that a file was changed. F01.
  virtual bool says_changed(const std::string& output) const;

  /// True when a file holds other bytes than before. F01.
  virtual bool file_changed(const std::string& path, const std::string& before) const;

  /// True when the rule in a file takes the input to the wanted output. F01.
  virtual bool passes_test(const std::string& path, double input, double wanted) const;

  /// The three facts about one change: what was said, the file against its bytes before, the test. F01.
  virtual ChangeFacts facts_of_change(const std::string& said, const std::string& path,
                                      const std::string& before, double input, double wanted) const;

  /// Appends a message to a session, and drops the oldest above the store's limit. F01.
  virtual void remember(SessionStore& store, std::int64_t session, const Message& message) const;

  /// What the store still holds of a session; nothing for a number that it does not know. F01.
  virtual std::vector<Message> recall(const SessionStore& store, std::int64_t session) const;

  /// One turn: what the store holds and the new message go to the model; message and output are remembered.
  /// F01.
  virtual std::string ask(SessionStore& store, std::int64_t session, const std::string& text) const;

  /// A name for parameters that changes with any bit of them: 16 hexadecimal digits. F01, F16.
  virtual std::string fingerprint(const std::vector<Tensor>& parameters) const;

  /// The kept entry that fits: the same model, and the longest whole prefix of the ids; -1 when there is
  /// none. F01, F16.
  virtual std::int64_t find_kept(const std::vector<CacheKey>& kept, const CacheKey& wanted) const;
};

}  // namespace galley
