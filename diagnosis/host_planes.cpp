// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/host_planes.hpp"

#include "diagnosis/detectors/host_means.hpp"

#include <set>

namespace fabricmap::diagnosis {
namespace {

HostPlane host_plane(const DelayStack& stack, const Survey& survey, std::size_t k) {
    const Eigen::ArrayXXf delays = fold_to_hosts({stack, k}, survey.machine);
    const auto medians = survey.class_medians.row(static_cast<Eigen::Index>(k));
    Eigen::ArrayXXf factors = delays;
    for (Eigen::Index to = 0; to < delays.cols(); ++to) {
        for (Eigen::Index from = 0; from < delays.rows(); ++from) {
            if (from == to) continue;
            const int sender = survey.machine.ranks_of[static_cast<std::size_t>(from)].front();
            const int receiver = survey.machine.ranks_of[static_cast<std::size_t>(to)].front();
            factors(from, to) /= medians(survey.classes.of(sender, receiver));
        }
    }
    return {survey.lengths[k], delays.matrix(), factors.matrix()};
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
