// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fabricmap {

/// The probability that a value of Student's t with that many degrees of freedom exceeds z (Abramowitz and
/// Stegun, 26.7.3 and 26.7.4). Never below 1e-16.
[[nodiscard]] double student_t_tail(double z, int degrees_of_freedom);

/// The z that a value exceeds with that probability, between 1e-16 and ½.
[[nodiscard]] double student_t_quantile(double chance, int degrees_of_freedom);

/// Of how many degrees of freedom a distance from the bulk of `count` values counts: few values know their
/// own deviation badly, and delays have heavier tails than normal values. Of very many the tail was seen.
/// Where each value is the median of several, half of them must be off for it to be: its tails are as many
/// times lighter.
[[nodiscard]] int degrees_of_freedom(int count, int values_of_a_median = 1);

/// Benjamini and Hochberg's adjusted probabilities (J. R. Statist. Soc. B 57, 1995), in the same order:
/// calling all with at most q makes a share of at most q of the calls false. `tests` counts those that were
/// made, of which only the candidates' chances are given.
[[nodiscard]] std::vector<double> benjamini_hochberg(std::span<const double> chances, std::size_t tests);

}  // namespace fabricmap
