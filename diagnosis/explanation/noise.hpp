// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "statistics/quick_log.hpp"

#include <Eigen/Core>

#include <cmath>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// The distribution that noise has: Student's t.
class Tail {
  public:
    /// The heaviest tails that noise is taken to have.
    Tail() = default;
    /// As light as values on the lower side say, in deviations, where faults are not; there are enough of
    /// them, or it is the heaviest.
    explicit Tail(const std::vector<float>& lower_deviations);

    [[nodiscard]] float degrees() const noexcept { return degrees_; }
    /// The cost, in nats, of a value that lies z deviations from what is expected: less the logarithm of the
    /// density, up to a constant.
    [[nodiscard]] float misfit(float z) const noexcept {
        return (degrees_ + 1) / 2 * quick_log(1 + z * z / degrees_);
    }
    /// Those that cost so much.
    [[nodiscard]] float deviations_of(float misfit) const noexcept {
        return std::sqrt(degrees_ * std::expm1(2 * misfit / (degrees_ + 1)));
    }
    /// That constant: less the logarithm of the density at 0, in nats.
    [[nodiscard]] double misfit_of_none() const noexcept;

  private:
    float degrees_ = 4;
};

/// Centre and deviation of the healthy bulk.
struct Spread {
    float centre = 0;
    float deviation = 0;
};

/// By the shortest interval that holds two fifths of the values, so that a second mode does not widen it.
/// Sorts the values; there is one at least.
[[nodiscard]] Spread spread_of(std::vector<float>& values);

/// The same of what hosts have, of which there may be three makes: by a quarter of them where these alone are
/// alike.
[[nodiscard]] Spread spread_of_hosts(std::vector<float>& values);

/// The middle of the lowest mode that holds a quarter of the values, as faults make others above it. Sorts
/// the values; there is one at least.
[[nodiscard]] float healthy_centre_of(std::vector<float>& values);

/// The same of changes: what has not changed is near 0, and is healthy where a tenth of the values are
/// there; where fewer are, all have changed.
[[nodiscard]] float centre_of_changes(std::vector<float>& values);

/// The deviation of noise: as wide as the lower tail says, where faults are not, though by less than a factor
/// of 1.8, or a second mode below would count as noise. `fitted`: medians were fitted to the values, by which
/// this fraction of them lies in the middle and shows no noise. Sorts the values; there is one at least.
[[nodiscard]] float noise_of(std::vector<float>& values, double fitted = 0);

/// Of the columns of some deviations, which count as three where they are farther off; nothing of one column.
[[nodiscard]] std::optional<double> mean_correlation(const Eigen::ArrayXXf& deviations);

/// -f ln f - (1 - f) ln (1 - f).
[[nodiscard]] double entropy_of(double fraction) noexcept;

}  // namespace fabricmap::diagnosis
