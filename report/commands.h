#pragma once
// What each word of the `galley` program does, once its options have been read.
#include <string>

#include "report/commands_numbers.h"
#include "report/model.h"
#include "report/write.h"

namespace galley::report {

/// Where the commands that read results find them.
struct Where {
  std::string root;                  // the project's folder
  std::vector<std::string> results;  // folders of results, merged; none: the build's own
};

/// `galley write`: the book from results, and unless `quiet` the verdict table, or the one chapter's claims.
/// All commands return the exit status: 0 all right, 1 something does not hold; wrong use and unreadable
/// input are BadInput.
int cmd_write(const Where& where, const WriteOptions& options, bool quiet);
/// `galley show [F09] [--failed]`: verdicts in the terminal.
int cmd_show(const Where& where, const std::string& id, bool failed);
/// `galley stale`: the chapters that have to be run again, one a line.
int cmd_stale(const Where& where);
/// `galley trace X01 [--json]`: the worked example's tables.
int cmd_trace(const Where& where, const std::string& id, bool json);
/// `galley diff OLD NEW`: two book.json.
int cmd_diff(const std::string& old_path, const std::string& new_path);
/// `galley drift DIR [F09 …]`: texts against fixtures, with the claims that a changed number concerns.
int cmd_drift_with_claims(const Where& where, DriftOptions options);

}  // namespace galley::report
