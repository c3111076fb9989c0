// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A trace with up to `max_records` of each type but the program, any of whose optional fields may be
/// unknown, and numbers and strings of all sorts.
[[nodiscard]] tracing::Trace random_trace(std::uint64_t seed, std::size_t max_records = 8);

/// Each record as one line "type name=value ...", in the order of types and records: what two equal traces
/// share. Numbers to the last bit.
[[nodiscard]] std::vector<std::string> lines_of(const tracing::Trace& trace);

}  // namespace fabricmap::testing
