// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace fabricmap::diagnosis {

/// So many values at most are looked at between two looks at whether to go on: some tenths of a second.
inline constexpr std::size_t values_between_looks = std::size_t{1} << 25U;

/// Splits 0 … count - 1 into ranges and calls body(begin, end) for each, on as many threads as there are
/// cores where there are so many values that it pays. `values`: that are looked at for each of them. `look`,
/// where there is one, is called by the caller's thread before, and between, and may throw to end the work.
void split_among_threads(std::size_t count, std::size_t values, const std::function<void()>& look,
                         const std::function<void(std::size_t, std::size_t)>& body);

}  // namespace fabricmap::diagnosis
