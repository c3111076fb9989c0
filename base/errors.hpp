// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace fabricmap {

/// What every program of the toolkit ends with; scripts may rely on the numbers.
enum class ExitCode : int {
    success = 0,
    failure = 1,       ///< something broke while running
    usage = 2,         ///< an option or their combination is wrong
    file = 3,          ///< a file cannot be read or written
    faults_found = 4,  ///< the measurement is fine and the network is not
    undecided = 5,     ///< no fault was found, and what was measured cannot show that there is none
    interrupted = 130,
};

/// An error whose text is one whole line for the user: what is wrong, with the option or file, and the
/// remedy.
class Error : public std::runtime_error {
  public:
    Error(ExitCode code, const std::string& line) : std::runtime_error(line), code_(code) {}
    [[nodiscard]] ExitCode code() const noexcept { return code_; }

  private:
    ExitCode code_;
};

/// A wrong option; the text names it.
class UsageError : public Error {
  public:
    explicit UsageError(const std::string& line) : Error(ExitCode::usage, line) {}
};

/// A file that cannot be read or written; the text names its path.
class FileError : public Error {
  public:
    explicit FileError(const std::string& line) : Error(ExitCode::file, line) {}
};

/// A measurement that broke while it ran.
class RunError : public Error {
  public:
    explicit RunError(const std::string& line) : Error(ExitCode::failure, line) {}
};

}  // namespace fabricmap
