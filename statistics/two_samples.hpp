// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace fabricmap {

/// By how much the first values lie above the second: the median of all differences (Hodges and Lehmann,
/// Ann. Math. Statist. 34, 1963). Neither may be empty.
[[nodiscard]] float shift_between(std::span<const float> values, std::span<const float> references);

/// The probability, by chance alone, that the ranks of the first values among all are as uneven or more, on
/// either side (Mann and Whitney, Ann. Math. Statist. 18, 1947); exact, ties count one half.
[[nodiscard]] double chance_of_ranks(std::span<const float> values, std::span<const float> references);

/// The least that the one above can be for so many values.
[[nodiscard]] double min_chance_of_ranks(std::size_t values, std::size_t references);

}  // namespace fabricmap
