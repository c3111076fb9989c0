// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"

#include <string>
#include <vector>

namespace fabricmap::placement {

/// Whether the words ask for --try.
[[nodiscard]] bool asks_for_trial(const std::vector<std::string>& words);

/// Becomes the program that tries placements on all ranks of a job, with these words: that one needs MPI,
/// this one does not. Returns only by an Error: where the toolkit was built without MPI.
[[noreturn]] void become_trial(const std::vector<std::string>& words);

}  // namespace fabricmap::placement
