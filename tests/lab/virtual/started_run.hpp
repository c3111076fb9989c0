// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/temporary_folder.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace fabricmap::lab::testing {

struct Ended {
    int exit_code = -1;  ///< 128 + the signal's number where a signal ended it
    std::string output;
};

/// A run in a virtual cluster that goes on in a process of its own. Everything that it starts carries a mark.
class StartedRun {
  public:
    StartedRun(const std::string& scenario_text, const std::vector<std::string>& options);
    StartedRun(const StartedRun&) = delete;
    StartedRun& operator=(const StartedRun&) = delete;
    ~StartedRun();

    void send(int signal) const;
    [[nodiscard]] Ended wait();

    /// Processes of the run, found by their mark whatever their parent is.
    [[nodiscard]] std::vector<pid_t> processes() const;
    /// Names of what lies in the folder that it was reported to keep temporary files in.
    [[nodiscard]] std::vector<std::string> temporary_files() const;
    /// Of the files of the run.
    [[nodiscard]] std::filesystem::path prefix() const { return folder_ / "results/run"; }
    /// Names of what lies in the folder of its results.
    [[nodiscard]] std::vector<std::string> result_files() const;

  private:
    fabricmap::testing::TemporaryFolder folder_;
    std::string mark_;
    pid_t process_ = -1;
};

}  // namespace fabricmap::lab::testing
