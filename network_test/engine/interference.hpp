// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run_description.hpp"
#include "network_test/schedule/pair_class.hpp"

#include <array>
#include <optional>
#include <vector>

namespace fabricmap::network_test {

/// Judges from a sample of pairs whether those that are measured at once disturb each other: the median over
/// the pairs of a class of the ratio of their delays in a round and alone.
class InterferenceTally {
  public:
    /// Up to here a disturbance is borne, as a share of the delay.
    static constexpr double tolerance = 0.05;

    void add(PairClass pair_class, double ratio) { ratios_[index(pair_class)].push_back(ratio); }
    [[nodiscard]] std::size_t samples(PairClass pair_class) const noexcept {
        return ratios_[index(pair_class)].size();
    }
    /// All NaN where the class has no pair in the sample.
    [[nodiscard]] Interference of(PairClass pair_class) const;
    /// The class whose interval reaches furthest beyond the tolerance; nothing where none does.
    [[nodiscard]] std::optional<PairClass> disturbed() const;
    /// Whether more pairs could still tell that a class which seems disturbed is not.
    [[nodiscard]] bool undecided() const;

  private:
    [[nodiscard]] static std::size_t index(PairClass pair_class) noexcept {
        return static_cast<std::size_t>(pair_class);
    }
    std::array<std::vector<double>, all_pair_classes.size()> ratios_;
};

}  // namespace fabricmap::network_test
