// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/cause.hpp"
#include "diagnosis/explanation/fit.hpp"
#include "diagnosis/explanation/link_evidence.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Causes that may explain some of the residual, each with what it gains and costs.
[[nodiscard]] std::vector<Cause> propose_causes(const Fit& fit);

/// What a link must gain by the mean over its bands to be looked at.
inline constexpr float min_gain_of_link = 8;
/// A link in its window, and in all bands where its values show together what each does not.
[[nodiscard]] std::vector<Cause> causes_of_link(const Fit& fit, Cause draft, double cost,
                                                LinkEvidence& evidence);

// The pairs of a part.
[[nodiscard]] PairList pairs_of_host(const Fit& fit, HostIndex host, Side side);
/// That cross the border of a group; of a leaf those inside as well, or these alone.
[[nodiscard]] PairList pairs_of_group(const Fit& fit, const HostList& hosts, CauseKind kind, Side side);
[[nodiscard]] PairList pairs_of_path(const Fit& fit, const HostList& senders, const HostList& receivers,
                                     Side side);

/// A cause of that part without pairs and effect; of a link with its pairs.
[[nodiscard]] Cause link_cause(const Fit& fit, std::uint32_t pair, Side side);
[[nodiscard]] Cause host_cause(HostIndex host, Side side);
[[nodiscard]] Cause group_cause(CauseKind kind, HostList hosts, Side side);

// What it costs to name one of them.
[[nodiscard]] double cost_of_host(const Fit& fit);
[[nodiscard]] double cost_of_group(const Fit& fit, int groups);
[[nodiscard]] double cost_of_path(const Fit& fit, int groups);
[[nodiscard]] double cost_of_link(const Fit& fit);
/// A fraction of all pairs.
[[nodiscard]] double cost_of_routes(const Fit& fit);

}  // namespace fabricmap::diagnosis
