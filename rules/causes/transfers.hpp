// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/causes/explained_time.hpp"
#include "rules/records/records.hpp"
#include "tracing/model/trace.hpp"

namespace fabricmap::rules {

/// Adds the parts of calls in which data may have been moving: once both sides were there, and as long as
/// moving it may take.
void add_transfers(const tracing::Trace& trace, Records& records, ExplainedTime& explained);

/// Adds the calls of MPI-IO.
void add_files(const tracing::Trace& trace, ExplainedTime& explained);

/// Adds MPI_Init and MPI_Finalize.
void add_start_and_end(const tracing::Trace& trace, ExplainedTime& explained);

}  // namespace fabricmap::rules
