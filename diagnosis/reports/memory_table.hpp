// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <string>

namespace fabricmap::diagnosis {

/// How long messages take in the judged run's memory and in that of the runs beside it, class by class;
/// empty where there is none.
[[nodiscard]] std::string memory_section(const Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
