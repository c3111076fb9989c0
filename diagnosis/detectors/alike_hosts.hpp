// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Slow hosts that are slow alike, and as many as make a kind, become that kind: for modes in which kinds are
/// not sought beforehand, because delays follow from places in an algorithm.
void join_hosts_of_a_kind(std::vector<Finding>& findings, const Case& subject);

}  // namespace fabricmap::diagnosis
