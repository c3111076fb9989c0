// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/command.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// The words that run so many ranks of a program of tests/tracing/programs under network_trace record.
[[nodiscard]] std::vector<std::string> words_of_traced(int ranks, const std::filesystem::path& folder,
                                                       const std::vector<std::string>& command,
                                                       const std::vector<std::string>& options = {});

/// Runs it to its end.
Outcome run_traced(int ranks, const std::filesystem::path& folder, const std::vector<std::string>& command,
                   const std::vector<std::string>& options = {});

/// Its path.
[[nodiscard]] std::string traced_program(const std::string& name);

/// Words that start a program with its arguments by a shell that also does something else, by Python and by a
/// script in the folder, as users wrap theirs.
[[nodiscard]] std::vector<std::string> behind_scripts(const std::filesystem::path& folder,
                                                      const std::vector<std::string>& program);

}  // namespace fabricmap::testing
