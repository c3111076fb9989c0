// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/host_planes.hpp"

#include "diagnosis/residual/host_means.hpp"

#include <set>

namespace fabricmap::diagnosis {
namespace {

HostPlane host_plane(const DelayStack& stack, const Survey& survey, std::size_t k) {
    HostPlane plane{survey.lengths[k], fold_to_hosts({stack, k}, survey.machine).matrix(), {}};
    plane.factor = plane.delay_s;
    const auto medians = survey.class_medians.row(static_cast<Eigen::Index>(k));
    for (const HostIndex to : survey.machine.hosts.indices()) {
        for (const HostIndex from : survey.machine.hosts.indices()) {
            if (from != to) plane.factor(from, to) /= medians(survey.class_between(from, to));
        }
    }
    return plane;
}

}  // namespace

std::vector<HostPlane> host_planes(const DelayStack& stack, const Survey& survey) {
    const std::size_t last = survey.lengths.size() - 1;
    std::vector<HostPlane> planes;
    for (const std::size_t k : std::set<std::size_t>{0, last / 2, last}) {
        planes.push_back(host_plane(stack, survey, k));
    }
    return planes;
}

}  // namespace fabricmap::diagnosis
