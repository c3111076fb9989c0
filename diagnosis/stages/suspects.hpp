// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/survey/survey.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// What `--confirm` is to measure, each value once: of the values that the tester left unconfirmed (they were
/// measured beside other pairs, and there was no time to measure them again) all behind unconfirmed suspects,
/// as a slow host explains its own away, and those that are slower than their class and their two ends
/// explain, by the floor, a logarithm, at least; and all behind suspects of few slow samples. None without
/// suspects.
[[nodiscard]] std::vector<PairAtLength> values_to_confirm(const std::vector<Finding>& suspects,
                                                          const Run& run, const DelayStack& stack,
                                                          const Survey& survey, float floor);

/// How many samples of each of those values tell such suspects of few slow samples from chance; nothing
/// without such.
[[nodiscard]] std::optional<std::int64_t> samples_to_count(const std::vector<Finding>& suspects,
                                                           const Run& run, const Machine& machine);

/// The runs that findings rest on.
struct RunsBehind {
    const Run& run;
    const Run* both_ways = nullptr;      ///< the run in which both sides send, or null
    bool is_imprecise_for_most = false;  ///< most values are less precise than was asked for
    bool has_slow_samples = false;       ///< many, between most hosts, that no part explains
    std::vector<const Run*> baseline{};  ///< those of its mode that were measured like it

    /// Whether chance makes links slow, by what their samples do not show.
    [[nodiscard]] bool may_hold_up_links() const noexcept {
        return is_imprecise_for_most || has_slow_samples;
    }
};

/// States no slowdown of links where one of any size would be a suspect.
void leave_out_doubtful_links(std::vector<Detectable>& detectable, const RunsBehind& runs,
                              const Survey& survey);

/// Takes those of the findings away most of whose values are in doubt, and returns them.
[[nodiscard]] std::vector<Finding> take_suspects(std::vector<Finding>& findings, const RunsBehind& runs,
                                                 const DelayStack& stack, const Survey& survey);

}  // namespace fabricmap::diagnosis
