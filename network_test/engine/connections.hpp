// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/modes/exchange.hpp"

namespace fabricmap::network_test {

/// Connects every pair of ranks with one empty exchange, because setting a connection up costs more than ten
/// messages. All at once, so that a rank that waits for a lost message does not hold up those behind it.
/// Called by all ranks together.
void connect_all(const Stage& stage);

}  // namespace fabricmap::network_test
