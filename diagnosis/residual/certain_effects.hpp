// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "diagnosis/residual/case.hpp"
#include "diagnosis/residual/pair_curves.hpp"

#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// An effect is in doubt where the intervals of most of its values are, on either side, wider than half of
/// it; logarithms.
inline constexpr double effect_of_uncertainty = 2;
/// Where deviations alone tell of a value, it is certain enough within that: a part stands out by its many
/// values, and network_test asks for less than half of it.
inline constexpr double max_uncertainty_by_deviations = 0.1;

/// How uncertain the values of some pairs of hosts are.
class UncertainValues {
  public:
    /// Of more than a few pairs, of those that stand for all.
    UncertainValues(const Case& subject, const HostPairs& pairs);

    /// The smallest effect, a logarithm, that those at so many lengths from one on do not leave in doubt.
    [[nodiscard]] float smallest_certain_effect(std::size_t first_length, std::size_t lengths) const;

  private:
    List<std::vector<float>> flagged_;  ///< at each length those that the tester calls imprecise, else 0
    List<std::vector<float>> of_deviations_;  ///< where these are alone
};

}  // namespace fabricmap::diagnosis
