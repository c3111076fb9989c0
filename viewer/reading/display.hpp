// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/reading/loaded_plane.hpp"
#include "viewer/reading/shared_stack.hpp"

namespace fabricmap::viewer {

/// What of a run is shown, ready to be read plane by plane; nothing is read yet. `baseline` is the second run
/// of a comparison, `diagnosis` that of the run, which what is expected needs. The spread, the clusters and
/// what is expected have a statistic of their own. Throws UsageError that says in words what is missing (a
/// deviation, a second run, an archive, the names of hosts), FileError where the run has not that statistic.
[[nodiscard]] Displayed display(const Opened& run, const Opened* baseline, Content content,
                                Endpoints endpoints, Statistic statistic,
                                std::shared_ptr<const diagnosis::Diagnosis> diagnosis = {});

/// The endpoints as they stand in a picture.
[[nodiscard]] std::vector<Endpoint> ordered_endpoints(const PlaneRequest& request);

}  // namespace fabricmap::viewer
