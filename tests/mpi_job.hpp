// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/command.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// An MPI job of one program on this host.
struct Job {
    int ranks = 2;
    std::vector<std::string> words{};  ///< the tester's options
    std::string preload{};             ///< names of interposed libraries, such as "many_hosts slow_rank"
    std::map<std::string, std::string> environment{};
    std::vector<std::string> mpirun_options{"--oversubscribe", "--bind-to", "none"};
    std::string program = TESTER;

    [[nodiscard]] std::vector<std::string> command() const;
};

/// How a job ended: as its mpirun. Where that hung after a rank failed, as that of Open MPI 4 does now and
/// then, and the launcher's guard ended it (137, or 139 where it crashes at the signal), the code of the
/// first rank that failed, or 1 where mpirun only came to say that one did.
[[nodiscard]] int exit_code_of_job(const Outcome& outcome);

/// Runs the job to its end.
[[nodiscard]] Outcome run(const Job& job);

/// The process of a rank of a job that was started; nothing where it has none for 20 seconds. Its environment
/// is mpirun's own until it is the job's program.
[[nodiscard]] std::optional<pid_t> process_of_rank(const Command& job, int rank);

/// What the tester itself says went wrong, among the lines that mpirun adds and its warnings.
[[nodiscard]] std::vector<std::string> own_lines(const std::string& text);

/// Names of everything in a folder.
[[nodiscard]] std::vector<std::string> names_in(const std::filesystem::path& folder);

/// The path of a program on the PATH.
[[nodiscard]] std::string program_path(const std::string& name);

/// Whether there is any of the run's files.
[[nodiscard]] bool any_file(const std::filesystem::path& prefix);

}  // namespace fabricmap::testing
