// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/events.hpp"
#include "tracing/reading/operations.hpp"

namespace fabricmap::tracing {

/// Puts the messages into the trace. The sides are sorted in the course of it.
void match_messages(Events& events, double clock_error_s, Trace& trace, MatchingReport& report);

/// Puts the parts of collective operations into the trace, with the extremes of their groups.
void match_collectives(Events& events, Trace& trace, MatchingReport& report);

}  // namespace fabricmap::tracing
