// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <string>

namespace fabricmap::diagnosis {

/// "2 noisy ranks beside each pair, bursts of 4 messages of 128K".
[[nodiscard]] std::string load_text(const LoadedRun& loaded);

/// "3.2 (2.9 to 3.4)"; without an interval "3.2".
[[nodiscard]] std::string congestion_text(const ValueInterval& factor);

/// How much longer messages take beside load than alone, a table a run; empty where there is none.
[[nodiscard]] std::string congestion_section(const Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
