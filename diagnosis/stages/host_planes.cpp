// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/host_planes.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "diagnosis/residual/host_means.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

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

std::string list_of_sizes(const std::vector<std::int64_t>& lengths) {
    std::string text;
    for (const std::int64_t length : lengths) text += (text.empty() ? "" : ", ") + format_size(length);
    return text;
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

std::vector<HostPlane> further_planes(const DelayStack& stack, const Survey& survey,
                                      const Diagnosis& diagnosis, std::optional<std::int64_t> asked_bytes) {
    constexpr int few_hosts = 128;
    const std::size_t last = survey.lengths.size() - 1;
    std::set<std::size_t> wanted;
    if (survey.machine.host_count() <= few_hosts) wanted = {last / 4, 3 * last / 4};
    if (const auto best = length_of_largest_fault(diagnosis)) wanted.insert(*best);
    const auto asked = asked_bytes ? std::find(survey.lengths.begin(), survey.lengths.end(), *asked_bytes)
                                   : survey.lengths.end();
    if (asked_bytes && asked == survey.lengths.end()) {
        throw UsageError(fmt::format("--length {}: the run has no such length; it has {}",
                                     format_size(*asked_bytes), list_of_sizes(survey.lengths)));
    }
    if (asked_bytes) wanted.insert(static_cast<std::size_t>(asked - survey.lengths.begin()));
    std::vector<HostPlane> planes;
    for (const std::size_t k : wanted) {
        const bool is_there =
            std::any_of(diagnosis.planes.begin(), diagnosis.planes.end(),
                        [&](const HostPlane& plane) { return plane.length_bytes == survey.lengths[k]; });
        if (!is_there) planes.push_back(host_plane(stack, survey, k));
    }
    return planes;
}

}  // namespace fabricmap::diagnosis
