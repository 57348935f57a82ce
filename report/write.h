#pragma once
// The book on disk: pages written aside and swapped in at once, those that have not changed left as they are.
#include <string>
#include <vector>

#include "report/model.h"

namespace galley::report {

struct WriteOptions {
  std::string out;   // the book's folder
  std::string book;  // the chapters' texts, F09.txt …; empty: no proof sheets
  std::string only;  // a chapter: only its page, the index and book.json are drawn again
};

/// Holds the book's folder for one writer at a time, from before results are read until the new book stands:
/// the last to come has read everything that was there. Released when it goes.
class WriteLock {
 public:
  explicit WriteLock(const std::string& out);
  ~WriteLock();
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  int file_ = -1;
};

/// Writes the book; says which files are new. Readers see the old book or the new one, whole. BadInput where
/// the folder cannot be written, or is no book and not empty.
std::vector<std::string> write_book(const Book& book, const WriteOptions& options);

}  // namespace galley::report
