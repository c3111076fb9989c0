// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace fabricmap::diagnosis {

/// Splits 0 … count - 1 into ranges and calls body(begin, end) for each, on as many threads as there are
/// cores where the values to be looked at are so many that it pays.
void split_among_threads(std::size_t count, std::size_t values,
                         const std::function<void(std::size_t, std::size_t)>& body);

}  // namespace fabricmap::diagnosis
