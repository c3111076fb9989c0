// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"

namespace fabricmap::diagnosis {

/// Tells a switch or path that is slow as one farther away, where that explains it: it adds the same small
/// time to messages of all lengths, in both directions, as longer cables do.
void recognise_longer_cables(Finding& finding, const Case& subject);

}  // namespace fabricmap::diagnosis
