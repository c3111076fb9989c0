// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace fabricmap::lab {

/// A program that measures on what a lab makes (`--program`). To add one: a line in tester.cpp.
struct Tester {
    std::string_view name;
    std::string_view what;  ///< one line
    /// Whether it measures the delays between two ranks, which a model can write in its place.
    bool measures_pairs = true;
    /// The files of its run.
    std::vector<std::filesystem::path> (*files)(const std::filesystem::path& prefix) = nullptr;
    /// Those that are of no use where it did not come to its end.
    std::vector<std::filesystem::path> (*unfinished)(const std::filesystem::path& prefix) = nullptr;
};

/// The usual one first.
[[nodiscard]] std::span<const Tester> all_testers();

/// Throws UsageError where there is none of that name.
[[nodiscard]] const Tester& tester_named(std::string_view name);

}  // namespace fabricmap::lab
