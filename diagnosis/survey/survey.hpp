// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "diagnosis/survey/pair_classes.hpp"
#include "diagnosis/survey/partners.hpp"
#include "netcdf_schema/run/run.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace fabricmap::diagnosis {

/// What each rank adds to all that it sends and receives, at each length: logarithms of ratios to the class,
/// lengths × ranks; NaN for a rank without a partner.
struct RankEffects {
    Eigen::ArrayXXf sending;
    Eigen::ArrayXXf receiving;
};

/// Lengths next to each other, judged together, and what is left of their delays once class and ranks are
/// taken off: means of logarithms.
struct Band {
    std::size_t first = 0;
    std::size_t count = 0;
    Eigen::ArrayXXf links;  ///< hosts × hosts, the median over the pairs of ranks
    float cut = 0;          ///< single values count at most as so far off, up or down; the mean over lengths
};

/// A run reduced to its parts. Memory grows with ranks² and with ranks × lengths, not with both.
struct Survey {
    Machine machine;
    std::vector<std::int64_t> lengths;
    PairClasses classes;
    Partners partners;
    Eigen::ArrayXXf class_medians;  ///< lengths × classes, seconds; NaN where nothing was measured
    RankEffects effects;            ///< by the pairs of ranks on different hosts, or on the only one
    std::vector<Band> bands;
    /// Hosts × hosts: the fraction of values that were not measured, NaN where none was to be; empty where
    /// all were.
    Eigen::ArrayXXf missing;

    [[nodiscard]] float missing_fraction(HostIndex sender, HostIndex receiver) const {
        return missing.size() > 0 ? missing(sender, receiver) : 0;
    }

    /// The number of the class of what one host sends to another: that of their first ranks.
    [[nodiscard]] std::uint8_t class_between(HostIndex sender, HostIndex receiver) const {
        return classes.of(machine.ranks_of[sender].front(), machine.ranks_of[receiver].front());
    }
    /// What a value is by its class and its two ranks alone: a logarithm of seconds, NaN where nothing of the
    /// class was measured at the length.
    [[nodiscard]] float expected_log(Eigen::Index length, RankIndex sender, RankIndex receiver) const;
};

/// Reads every value of the statistic once. `floor` is the smallest effect that will count, a logarithm:
/// single values count at most a little more than that, or than four deviations of their class, so that
/// outliers make no part slow. `step` is called after each length. Throws FileError where nothing was
/// measured.
[[nodiscard]] Survey survey_of(const DelayStack& stack, const Machine& machine, PairClasses classes,
                               float floor, const std::function<void()>& step);

[[nodiscard]] double fraction_of_pairs_measured(const Survey& survey);
/// Whether so few pairs were measured that where hosts sit, and what lies between two of them, is a guess.
[[nodiscard]] bool is_sampled(const Survey& survey);

}  // namespace fabricmap::diagnosis
