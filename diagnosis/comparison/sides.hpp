// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/comparison/common_ground.hpp"
#include "diagnosis/residual/residual.hpp"
#include "diagnosis/survey/survey.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace fabricmap::diagnosis {

/// One run, reduced to its parts on the common ground.
struct ReducedRun {
    Survey survey;
    Residual residual;
    std::shared_ptr<const DelayStack> stack;  ///< on the common ground
};

/// The two sets of runs; classes of pairs are those of the first run in all of them.
struct Sides {
    std::vector<ReducedRun> now;
    std::vector<ReducedRun> then;
};

[[nodiscard]] Sides survey_sides(const CommonGround& ground, const std::vector<const Run*>& runs,
                                 const std::vector<const Run*>& baseline, float floor,
                                 const std::function<void()>& step);

/// Value of a part (a host's sending, or at + hosts its receiving) in each run; none where a run
/// cannot judge the host.
[[nodiscard]] std::vector<float> host_values(const std::vector<ReducedRun>& runs, std::size_t part,
                                             const Window& window);
/// Hosts that were measured with too few others to be judged, in some run.
[[nodiscard]] HostList hosts_not_compared(const Sides& sides);
/// For each run, the mean logarithm of the classes over the lengths, of those that every run has measured.
struct OverallValues {
    std::vector<float> now;
    std::vector<float> then;
};
[[nodiscard]] OverallValues overall_values(const Sides& sides);

}  // namespace fabricmap::diagnosis
