// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fabricmap::tracing {

/// At the end of a program: where it has used an MPI library whose calls could not be taken, its folder gets
/// a file that says so, and the first rank prints a line. `has_begun`: whether a recording was begun.
void report_unseen_calls(bool has_begun) noexcept;

}  // namespace fabricmap::tracing
