// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/stages/diagnose.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Whether pairs did the same in the other run while other ranks made traffic, and in the judged one while
/// all others were silent: with the same timing and memory, by the same ranks on the same hosts.
[[nodiscard]] bool is_loaded_beside(const Run& judged, const Run& other);

/// How much longer messages take in each such run, by up to 64 partners of each host.
[[nodiscard]] std::vector<LoadedRun> congestion_of(const Request& request, const Run& judged,
                                                   const Machine& machine);

}  // namespace fabricmap::diagnosis
