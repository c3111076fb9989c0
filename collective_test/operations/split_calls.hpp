// SPDX-License-Identifier: Apache-2.0
// A call of some length as several calls of a part of it, on successive parts of the same buffers: what
// one call must not be slower than (Hunold and Carpen-Amarie, IEEE TPDS 29, 2018).
#pragma once

#include "collective_test/operations/step_calls.hpp"

#include <memory>
#include <string_view>

namespace fabricmap::collective_test {

/// Of operations on one buffer.
[[nodiscard]] std::unique_ptr<Call> split_buffer(const CallShape& shape, const Twins& twins, int parts);

/// Of operations that move a block of each rank: the parts of a block lie within it, so that nothing has to
/// be copied.
[[nodiscard]] std::unique_ptr<Call> split_gather(const CallShape& shape, const Twins& twins, int parts);
[[nodiscard]] std::unique_ptr<Call> split_scatter(const CallShape& shape, const Twins& twins, int parts);
[[nodiscard]] std::unique_ptr<Call> split_allgather(const CallShape& shape, const Twins& twins, int parts);
[[nodiscard]] std::unique_ptr<Call> split_alltoall(const CallShape& shape, const Twins& twins, int parts);

/// Why the length has no such equal parts of whole doubles; empty where it has.
[[nodiscard]] std::string_view reason_not_to_split(std::int64_t message_length, int parts) noexcept;

}  // namespace fabricmap::collective_test
