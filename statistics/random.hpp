// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fabricmap {

/// A number between 0 and 1, neither of them, from 64 well-mixed bits.
[[nodiscard]] constexpr double uniform(std::uint64_t bits) noexcept {
    constexpr double step = 1.0 / (std::uint64_t{1} << 52U);
    return (static_cast<double>(bits >> 12U) + 0.5) * step;
}

/// The value that a standard normal variable stays below with that probability. Relative error below 1e-15
/// (Wichura, Algorithm AS 241, Applied Statistics 37, 1988).
[[nodiscard]] double normal_quantile(double probability) noexcept;

/// The same of Student's t with 4 degrees of freedom, divided by its standard deviation √2 (closed form:
/// Shaw, Journal of Computational Finance 9, 2006).
[[nodiscard]] double student_t4_quantile(double probability) noexcept;

}  // namespace fabricmap
