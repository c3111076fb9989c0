// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fabricmap {

/// How unlikely it is that at least `some` of `all` independent tries succeed where each does with that
/// probability: Chernoff's bound on it as a logarithm, negated; 0 where no more than expected do.
/// `probability` lies above 0 and below 1.
[[nodiscard]] double binomial_surprise(double some, double all, double probability);

/// So many tries of which that fraction succeeds are as surprising as `surprise`; infinity where the fraction
/// does not exceed the probability.
[[nodiscard]] double tries_to_surprise(double fraction, double probability, double surprise);

}  // namespace fabricmap
