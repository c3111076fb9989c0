// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/program/options.hpp"

namespace fabricmap::clusterizer {

/// Does what the options ask for; results go to files and stdout, remarks to stderr. Throws Error.
void carry_out(const Options& options);

}  // namespace fabricmap::clusterizer
