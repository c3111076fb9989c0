// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"
#include "diagnosis/residual/case.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// The causes of a fit as they are reported: a kind of a few hosts or groups is as many parts, with effects
/// that are settled; without single values that their own samples leave open.
[[nodiscard]] std::vector<Cause> causes_to_report(const Fit& fit, const HostLogs& logs, const Case& subject);

/// Whether it adds no more, at every length, than longer cables to a group of hosts would; or so much, and
/// that to each message alike, that it is a way of kilometres.
[[nodiscard]] bool is_as_longer_cables(const Cause& cause, const Fit& fit);

}  // namespace fabricmap::diagnosis
