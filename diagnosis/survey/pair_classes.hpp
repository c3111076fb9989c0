// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/class_numbers.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/survey/levels.hpp"
#include "diagnosis/survey/pair_set.hpp"
#include "diagnosis/topology/topology.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// Where a class comes from that was separated from others (see split_classes).
struct SplitOrigin {
    std::size_t origin = 0;  ///< the number of the class before
    std::size_t part = 0;
};

/// Pairs of ranks that a healthy machine serves alike.
struct PairClass {
    std::string name;  ///< "within hosts", "between hosts, level 2"
    bool between_hosts = false;
    bool is_judged = false;  ///< its pairs characterise hosts and ranks (see Machine::are_judged)
    std::int64_t pairs = 0;  ///< that were measured
    SplitOrigin split;
};

/// The class of every ordered pair of ranks.
struct PairClasses {
    std::vector<PairClass> all;  ///< within hosts first, the nearest first
    ClassNumbers of;             ///< ranks × ranks
    PairSet measured;            ///< of which there is a short message; no rank with itself
    Topology topology;  ///< made of delays without what slow hosts add; levels between hosts are its own
                        ///< where it is a tree or a grid

    /// In one direction at least.
    [[nodiscard]] bool was_measured(RankIndex rank, RankIndex other) const {
        return measured(rank, other) || measured(other, rank);
    }
    /// Ordered pairs of ranks, of all classes.
    [[nodiscard]] std::int64_t pairs_measured() const noexcept;
};

/// Forgets classes that no pair has, and counts the pairs of the others.
void tidy_classes(PairClasses& classes);

/// For a run of the same ranks that may have measured other pairs: those that its first lengths have.
void take_measured_pairs(PairClasses& classes, const DelayStack& stack);

/// Where there are many ranks, each pair of hosts has many values in a single plane.
[[nodiscard]] std::size_t max_planes_of_an_overview(std::int64_t ranks) noexcept;

/// Looks at lengths that are short enough to depend on the path. `step` is called after each.
[[nodiscard]] PairClasses find_pair_classes(const DelayStack& stack, const Machine& machine,
                                            const std::function<void()>& step);

}  // namespace fabricmap::diagnosis
