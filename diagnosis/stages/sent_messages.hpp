// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"

namespace fabricmap::diagnosis {

/// Whether the run has a length at which nothing was sent: a broadcast of empty messages, whose delays are
/// those of the barrier before it, or 0.
[[nodiscard]] bool has_unsent_messages(const Run& run);

/// The run without that length. Throws FileError where it has no other.
[[nodiscard]] Run with_sent_messages(const Run& run);

}  // namespace fabricmap::diagnosis
