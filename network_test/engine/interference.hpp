// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "network_test/schedule/pair_class.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// Judges from a sample of pairs whether those that are measured at once disturb each other, by the ratios
/// of their delays in a round and alone: by the median of a class, by the share of its pairs that are far
/// off, because a cable that some of them share leaves the median as it is, and by the share of those that
/// are a little off, because they do not come out slow enough to be measured again.
class InterferenceTally {
  public:
    /// Up to here interference with the median is tolerated, as a fraction of the delay.
    static constexpr double tolerance = 0.05;
    /// From here on a pair counts as far off.
    static constexpr double far_off = 0.15;
    /// So many pairs may be between these two, beyond what noise makes quicker by as much.
    static constexpr double tolerated_fraction_between = 0.1;

    /// `tolerated_fraction`: of pairs that are far slower than alone; measuring those again costs less than
    /// thinning the rounds for all.
    explicit InterferenceTally(double tolerated_fraction = 0) noexcept
        : tolerated_fraction_(tolerated_fraction) {}

    /// `short_delay_s`: of the pair's short messages; 0 where it is not known.
    void add(PairClass pair_class, double ratio, double short_delay_s = 0) {
        pairs_[index(pair_class)].emplace(short_delay_s, ratio);
    }
    [[nodiscard]] std::size_t samples(PairClass pair_class) const noexcept {
        return pairs_[index(pair_class)].size();
    }
    /// All NaN where the class has no pair in the sample.
    [[nodiscard]] Interference of(PairClass pair_class) const;
    /// The class that is disturbed, and most of those; nothing where none is.
    [[nodiscard]] std::optional<PairClass> disturbed() const;
    /// How many times fewer pairs at once a disturbed class needs: 2, or more where most of its pairs share a
    /// cable with several others, as the time shows that they certainly take longer. A power of 2.
    [[nodiscard]] std::int64_t thinning(PairClass pair_class) const;
    /// Whether more pairs could still tell that a class which seems disturbed is not, or the other way round.
    [[nodiscard]] bool undecided() const;
    /// "take 12 % longer than alone (7 to 18 %; 5 of 24 over 15 %)".
    [[nodiscard]] std::string text(PairClass pair_class) const;

  private:
    [[nodiscard]] static std::size_t index(PairClass pair_class) noexcept {
        return static_cast<std::size_t>(pair_class);
    }
    /// By ascending delays of short messages.
    [[nodiscard]] std::vector<double> ratios_of(PairClass pair_class) const;
    /// Among all pairs of the class, or those that are nearer or farther than its median: where most pairs of
    /// one distance are disturbed, none of them stands out.
    [[nodiscard]] bool has_many_far_slower(PairClass pair_class) const;
    /// Whether noise makes so many a little slower with less than that chance.
    [[nodiscard]] bool has_many_between(PairClass pair_class, double max_chance) const;
    [[nodiscard]] bool is_disturbed(PairClass pair_class) const;

    double tolerated_fraction_;
    /// The ratios, by the delays of short messages.
    std::array<std::multimap<double, double>, all_pair_classes.size()> pairs_;
};

}  // namespace fabricmap::network_test
