// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/conversion/options.hpp"

namespace fabricmap::converters {

/// Opens the input, selects and converts. Throws Error; then nothing is left under the output's name.
void convert(const Options& options);

}  // namespace fabricmap::converters
