// SPDX-License-Identifier: Apache-2.0
// What is told of collective operations, of network_diagnose's JSON (its "collectives").
#pragma once

#include "base/json_values.hpp"

#include <filesystem>
#include <string>

namespace fabricmap::site {

/// A line for each operation, number of ranks and length: the fastest algorithm and the library's own choice
/// with their intervals, or that there is no difference.
[[nodiscard]] std::string winners_text(const Json& collectives);

/// Whether anything could be compared; the remarks of winners_text say why not.
[[nodiscard]] bool can_be_judged(const Json& collectives);

/// Whether a rule follows from them.
[[nodiscard]] bool has_winner(const Json& collectives);

/// What follows where none has; says so where the jobs differ too much to tell.
[[nodiscard]] std::string no_winner_text(const Json& collectives);

/// How a job takes the file of rules.
[[nodiscard]] std::string settings_text(const std::filesystem::path& rules);

/// For what has a winner: the time of a run without the rules and of one with them, and what that means.
[[nodiscard]] std::string trial_text(const Json& compared, const Json& before, const Json& after);

}  // namespace fabricmap::site
