// SPDX-License-Identifier: Apache-2.0
// What is told of collective operations, of network_diagnose's JSON (its "collectives").
#pragma once

#include "base/json_values.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace fabricmap::site {

/// A line for each operation, number of ranks and length: the algorithm that is known to be the fastest and
/// the library's own choice with their intervals, or that there is no difference. `span`: within which the
/// jobs were measured.
[[nodiscard]] std::string winners_text(const Json& collectives, std::chrono::duration<double> span);

/// Whether anything could be compared; the remarks of winners_text say why not.
[[nodiscard]] bool can_be_judged(const Json& collectives);

/// Whether a rule follows from them.
[[nodiscard]] bool has_winner(const Json& collectives);

/// Whether of any it is known that nothing, or little, is to be gained.
[[nodiscard]] bool is_any_known(const Json& collectives);

/// What follows where none has; says so where the jobs differ too much to tell.
[[nodiscard]] std::string no_winner_text(const Json& collectives);

/// How a job takes the file of rules.
[[nodiscard]] std::string settings_text(const std::filesystem::path& rules);

/// Two pairs of jobs, of the library's choice and with the rules: what the machine's state changes shows in
/// one of them.
struct Trial {
    struct Pair {
        Json before;
        Json after;
    };
    std::array<Pair, 2> pairs;
};

enum class TrialVerdict : std::uint8_t {
    confirmed,  ///< both pairs are faster with the rules, of one choice or more, and none is slower
    no_gain,
    undecided,  ///< the pairs disagree
    mixed,      ///< some choices are faster with the rules, and some slower
};

struct TrialOutcome {
    TrialVerdict verdict = TrialVerdict::undecided;
    std::string text;  ///< for what has a winner: the times of all four jobs, and what they mean
};
[[nodiscard]] TrialOutcome outcome_of(const Json& compared, const Trial& trial);

}  // namespace fabricmap::site
