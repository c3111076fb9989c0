// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fabricmap {

/// A moment or a span of the measuring clock. Integers, because a double that holds seconds since 1970 tells
/// nothing below 238 ns apart.
using Nanoseconds = std::int64_t;

/// Divide by it: the quotient is the double nearest to the decimal number, the product with 1e-9 often is
/// not.
inline constexpr double nanoseconds_per_second = 1e9;

}  // namespace fabricmap
