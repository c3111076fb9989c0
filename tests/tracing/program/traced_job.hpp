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

}  // namespace fabricmap::testing
