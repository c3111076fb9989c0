// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/operation.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace fabricmap::collective_test {

/// Other calls that do what one call does, so that it must not be slower than they (Träff, Gropp and Thakur,
/// IEEE TPDS 21, 2010; Hunold and Carpen-Amarie, IEEE TPDS 29, 2018).
struct MockUp {
    std::string_view operation;  ///< whose place it takes: "allgather"
    std::string_view name;       ///< "gather+bcast"
    BufferNeed (*buffers)(std::int64_t message_length, int ranks, bool is_root) = nullptr;
    /// A call whose result is that of the operation, of the same shape: whoever fills and verifies need not
    /// know which of the two was made.
    std::unique_ptr<Call> (*make)(const CallShape& shape) = nullptr;
};

[[nodiscard]] std::span<const MockUp> mock_ups();

}  // namespace fabricmap::collective_test
