// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/stages/diagnose.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Whether the two differ in `--together` alone: of the same mode, timing and memory, with the same ranks on
/// the same hosts.
[[nodiscard]] bool are_alone_and_together(const Run& one, const Run& other);

/// Adds hosts some of whose ranks lose far more than the same ranks of other hosts where all of a host send
/// at once: they share an adapter. Looks at the first run that was measured --together where the judged one
/// was not, or the other way round; does nothing without one, and with fewer than three hosts.
void add_slower_together(std::vector<Finding>& findings, const Request& request, const Run& judged,
                         const Machine& machine);

}  // namespace fabricmap::diagnosis
