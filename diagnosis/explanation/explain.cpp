// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/explain.hpp"

#include "diagnosis/explanation/detectable_parts.hpp"
#include "diagnosis/explanation/search.hpp"
#include "diagnosis/explanation/slow_insides.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/topology/declared_groups.hpp"
#include "diagnosis/topology/topology.hpp"

#include <algorithm>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// Longer messages hardly depend on the path.
constexpr std::int64_t longest_short = 1024;
constexpr std::int64_t longest_empty = 16;

std::size_t short_bands_of(const HostLogs& logs, const std::vector<std::int64_t>& lengths) {
    const auto count = std::count_if(logs.bands.begin(), logs.bands.end(), [&](const LogBand& band) {
        return lengths[band.first_length + band.lengths - 1] <= longest_short;
    });
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, count));
}

/// Without hosts that were measured with too few others to be judged.
HostLogs logs_to_explain(const Case& subject, const std::function<void()>& step) {
    const Survey& survey = *subject.survey;
    HostLogs logs = read_host_logs(*subject.stack, survey.machine, subject.time_step_s, step);
    logs.halves_empty_messages =
        halves_constants(subject.run->description()) && survey.lengths.front() <= longest_empty;
    logs.are_sampled = is_sampled(survey);
    logs.classes_are_known = subject.classes_are_known;
    logs.kinds = subject.declared_kinds;
    logs.hops = hops_of(survey.classes.topology);
    if (subject.declared != nullptr) {
        logs.declared_groups =
            declared_groups(*subject.declared, survey.classes.topology, survey.machine.hosts);
    }
    logs.min_effect = subject.floor();
    logs.min_effect_of_pairs = subject.floor_of_pairs();
    // The largest of thousands of errors.
    constexpr double deviations_of_largest = 3.5;
    constexpr double typical_host_spread = 0.02;
    const double error = subject.run->description().archive_error;
    logs.min_noise = static_cast<float>(error / deviations_of_largest);
    logs.min_host_spread = static_cast<float>(std::min(error, typical_host_spread));
    HostList unjudged;
    for (const HostIndex host : survey.machine.hosts.indices()) {
        if (!survey.partners.suffice_for(host)) unjudged.push_back(host);
    }
    leave_out(logs, unjudged);
    return logs;
}

}  // namespace

Explanation explain(const Case& subject, const std::vector<Finding>& found,
                    const std::function<void()>& step) {
    const Survey& survey = *subject.survey;
    const HostLogs logs = logs_to_explain(subject, step);
    const Fit fit = find_explanation(logs, structure_of(survey), short_bands_of(logs, survey.lengths), step);
    std::vector<Finding> explained = findings_of(fit, logs, subject);
    std::vector<Finding> known = found;
    known.insert(known.end(), explained.begin(), explained.end());
    for (const auto find : {find_slow_adapters, find_slow_memory}) {
        const std::vector<Finding> inside = find(subject, logs, known);
        known.insert(known.end(), inside.begin(), inside.end());
        explained.insert(explained.end(), inside.begin(), inside.end());
    }
    return {std::move(explained), detectable_parts(fit, logs, subject)};
}

}  // namespace fabricmap::diagnosis
