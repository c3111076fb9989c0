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
    /// Why it cannot be called so; null where nothing but the operation's own limits counts.
    std::string_view (*limit)(std::int64_t message_length, int ranks, bool simulated) = nullptr;
    /// A call whose result is that of the operation, of the same shape: whoever fills and verifies need not
    /// know which of the two was made.
    std::unique_ptr<Call> (*make)(const CallShape& shape) = nullptr;
};

/// All guidelines: those of each blocking operation, and that it must not be slower than its non-blocking
/// twin.
[[nodiscard]] std::span<const MockUp> mock_ups();

/// Why the other calls cannot be made with that length on so many ranks; empty where they can.
[[nodiscard]] std::string_view unsupported_reason(const MockUp& mock_up, std::int64_t message_length,
                                                  int ranks, bool simulated);

}  // namespace fabricmap::collective_test
