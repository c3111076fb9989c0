// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/detectors/residue.hpp"
#include "diagnosis/survey/survey.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

// A slow host makes each of its messages take some share longer, as a processor would, or some time longer,
// as a port of a lower rate would. What it adds is known as a ratio, that of its middle ways. On nearer ways
// the same time is a larger ratio, on farther ones a smaller one; such a way is no faulty link.

/// What a host adds, taken as a time.
class AddedTime {
  public:
    AddedTime(const Survey& survey, std::size_t host);

    /// By how much a way of the class lies off the effect, a logarithm, where the host adds as much time to
    /// it as the effect is on its middle ways; nothing for no effect.
    [[nodiscard]] float beyond(Eigen::Index length, std::uint8_t pair_class, float effect) const;

  private:
    const Survey* survey_;
    std::vector<float> middle_s_;  ///< at each length, the delay of its middle ways without what it adds
};

/// What is left of a value, where anything from nothing to `by_time` is explained.
[[nodiscard]] float beyond_explained(float left, float by_time);

/// Takes out of the ways of a slow host what they are off because it adds a time.
void take_out_added_time(const Survey& survey, Residue& residue, std::size_t host);

}  // namespace fabricmap::diagnosis
