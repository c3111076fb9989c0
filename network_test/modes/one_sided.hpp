// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/modes/exchange.hpp"

namespace fabricmap::network_test {

/// Starts writing the `out` buffer into the target's window.
inline void put_payload(const Stage& stage, int target) {
    const Payload& payload = stage.payload;
    MPI_Put(stage.out.data(), payload.count(), payload.type(), target, 0, payload.count(), payload.type(),
            stage.window);
}

/// Starts reading the target's window into the `in` buffer.
inline void get_payload(const Stage& stage, int target) {
    const Payload& payload = stage.payload;
    MPI_Get(stage.in.data(), payload.count(), payload.type(), target, 0, payload.count(), payload.type(),
            stage.window);
}

}  // namespace fabricmap::network_test
