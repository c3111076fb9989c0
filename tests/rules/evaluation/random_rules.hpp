// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"

#include <cstdint>
#include <string>

namespace fabricmap::testing {

/// A rule of 1 to 3 variables with any comparisons, "or", "not", lets, groups, aggregates, "within".
[[nodiscard]] std::string random_rule(std::uint64_t seed);

/// Messages, collective operations and locks with few different values, so that many tie, and with fields
/// missing.
[[nodiscard]] tracing::Trace random_small_trace(std::uint64_t seed);

}  // namespace fabricmap::testing
