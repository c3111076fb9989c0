// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace fabricmap {

/// A program of the toolkit: the file of that name beside the program that runs.
[[nodiscard]] std::filesystem::path sibling_program(const std::string& name);

/// PREFIX/lib/fabricmap/NAME, where the program that runs is in PREFIX/bin.
[[nodiscard]] std::filesystem::path installed_helper(const std::string& name);

/// PREFIX/share/fabricmap/scenarios.
[[nodiscard]] std::filesystem::path scenario_folder();

/// PREFIX/share/fabricmap/rules.
[[nodiscard]] std::filesystem::path rule_folder();

}  // namespace fabricmap
