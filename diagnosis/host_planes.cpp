// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/host_planes.hpp"

#include "diagnosis/detectors/host_means.hpp"

#include <set>

namespace fabricmap::diagnosis {
namespace {

HostPlane host_plane(const DelayStack& stack, const Survey& survey, std::size_t k) {
    const Eigen::ArrayXXf delays = stack.plane(k).cast<float>();
    const auto medians = survey.class_medians.row(static_cast<Eigen::Index>(k));
    Eigen::ArrayXXf factors(delays.rows(), delays.cols());
    for (Eigen::Index receiver = 0; receiver < delays.cols(); ++receiver) {
        for (Eigen::Index sender = 0; sender < delays.rows(); ++sender) {
            const std::uint8_t number = survey.classes.of(sender, receiver);
            factors(sender, receiver) =
                number == PairClasses::none ? 1 : delays(sender, receiver) / medians(number);
        }
    }
    return {survey.lengths[k], fold_to_hosts(delays, survey.machine).matrix(),
            fold_to_hosts(factors, survey.machine).matrix()};
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
