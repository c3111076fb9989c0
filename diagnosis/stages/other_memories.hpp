// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "diagnosis/survey/survey.hpp"

namespace fabricmap::diagnosis {

/// Whether the messages of both lay in the same memory.
[[nodiscard]] bool have_same_memory(const Run& one, const Run& other);

/// Whether values of both may be taken for those of one machine: with messages in the same memory, and with
/// all ranks of two hosts at once in both or in neither.
[[nodiscard]] bool were_measured_alike(const Run& one, const Run& other);

/// Whether the other run differs from the judged one in the memory of its messages alone, so that the two can
/// stand side by side: of the same mode and timing, with the same ranks on the same hosts.
[[nodiscard]] bool stands_beside(const Run& judged, const Run& other);

/// The class medians of each run that stands beside the judged one, at the lengths that were surveyed.
[[nodiscard]] std::vector<OtherMemory> medians_in_other_memories(const Request& request, const Run& judged,
                                                                 const Survey& survey);

}  // namespace fabricmap::diagnosis
