// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fabricmap::converters {

/// `network_convert merge`, with the words behind it: writes one run of several, and prints what it is made
/// of.
void merge(const std::vector<std::string>& words);

}  // namespace fabricmap::converters
