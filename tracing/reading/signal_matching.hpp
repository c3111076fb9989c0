// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"
#include "tracing/reading/events.hpp"

namespace fabricmap::tracing {

/// Adds a record for each wait for a signal. The signal is the last put or atomic operation to the address
/// that is waited for which began before the wait ended; where there is none it is unknown.
void add_signals(const Events& events, double clock_error_s, Trace& trace);

}  // namespace fabricmap::tracing
