// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/events.hpp"
#include "tracing/reading/operations.hpp"

namespace fabricmap::tracing {

/// Puts the messages into the trace, in the order of communicator, sender, receiver and tag. Sides that can
/// have no partner go, and sends that nobody received are added up.
void match_messages(Events& events, double clock_error_s, Operations& operations);

/// Puts the parts of collective operations into the trace, with the extremes of their groups. Where calls of
/// a member are missing, what they would say is not known.
void match_collectives(const Events& events, Operations& operations);

/// Puts the exposures of memory into the trace, one for each of their origins: the k-th post of a window by
/// a target for an origin is that of the origin's k-th start for the target.
void match_exposures(const Events& events, Trace& trace, MatchingReport& report);

}  // namespace fabricmap::tracing
