// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/probing/break_search.hpp"
#include "network_test/engine/sweep_context.hpp"
#include "network_test/schedule/pair_class.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// What the probing of a class of pairs found.
struct ClassBreaks {
    PairClass pair_class;
    std::vector<RankPair> pairs;  ///< those that stood for it
    BreakSearch search;
};

/// Searches each class that the job has for jumps between the options' lengths, on a few pairs that the run's
/// seed picks; for modes with pairs. Called by all ranks together; the result is the same on all.
[[nodiscard]] std::vector<ClassBreaks> probe_classes(SweepContext& context);

/// The lengths with both sides of every jump added; ascending.
[[nodiscard]] std::vector<std::int64_t> with_both_sides(std::vector<std::int64_t> lengths,
                                                        const std::vector<ClassBreaks>& classes);

/// A line for each jump: "within a host: from 4041 bytes on, −190 ns (×0.86)", or that a class has none; and
/// what it took to find them.
[[nodiscard]] std::vector<std::string> threshold_lines(const std::vector<ClassBreaks>& classes);

}  // namespace fabricmap::network_test
