// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fabricmap::lab {

/// A text that a child process reads as a file, and that no file system ever sees.
class PassedText {
  public:
    /// Throws RunError where the system has no memory for it.
    explicit PassedText(const std::string& text);
    ~PassedText();
    PassedText(const PassedText&) = delete;
    PassedText& operator=(const PassedText&) = delete;

    /// Where a child of this process finds it.
    [[nodiscard]] std::string path() const;

  private:
    int descriptor_;
};

/// The exit code of a child whose program could not be started.
constexpr int not_started = 127;

/// How a child process ended.
struct ChildEnd {
    bool interrupted = false;  ///< because a signal asked this process to end
    int signal = 0;            ///< that ended the child itself; 0 where it left by its own will
    int code = 0;              ///< its exit code where it left
};

/// Names and values.
using Environment = std::vector<std::pair<std::string, std::string>>;

/// Runs a program to its end; `words` begin with its path. It keeps this process's terminal and files, and
/// its environment but for what is given. SIGINT, SIGTERM and SIGHUP to this process end the child at once,
/// and so does the death of this process. Throws RunError where the program cannot be started.
[[nodiscard]] ChildEnd run_child(const std::vector<std::string>& words, const Environment& environment);

}  // namespace fabricmap::lab
