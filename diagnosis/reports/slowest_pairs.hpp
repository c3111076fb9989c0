// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/phrases.hpp"

#include <string>

namespace fabricmap::diagnosis {

/// What pairs show of which few hosts can be judged: the slowest of them, or nothing. Sentences.
[[nodiscard]] std::string slowest_pairs_text(const Diagnosis& diagnosis, const Language& in);

}  // namespace fabricmap::diagnosis
