// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::site {

/// Runs a program of Slurm, whose answer then stands in the file. `what`: it is asked for, as "its nodes".
/// Throws RunError where it gives none.
void ask_slurm_into(const std::filesystem::path& answer, const std::vector<std::string>& words,
                    std::string_view what);

}  // namespace fabricmap::site
