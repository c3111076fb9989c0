// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/unexplained_slow_samples.hpp"

#include "diagnosis/model/part.hpp"
#include "diagnosis/residual/slow_samples.hpp"
#include "netcdf_schema/run/mode.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace fabricmap::diagnosis {
namespace {

constexpr double min_slow_fraction = 0.002;
/// With fewer the partner left out is half of what there is.
constexpr std::size_t min_unexplained_hosts = 4;

/// 1 where the pair of hosts is not explained by a finding: hosts × hosts.
Eigen::ArrayXXf unexplained_pairs(const Machine& machine, const std::vector<Finding>& found) {
    Eigen::ArrayXXf pairs = Eigen::ArrayXXf::Ones(machine.host_count(), machine.host_count());
    const auto number_of = [&](const std::string& name) {
        return std::find(machine.hosts.begin(), machine.hosts.end(), name) - machine.hosts.begin();
    };
    for (const Finding& finding : found) {
        if (finding.kind != FindingKind::intermittent_delay) continue;
        if (const auto* const host = std::get_if<part::Host>(&finding.part)) {
            pairs.row(number_of(host->name)) = 0;
            pairs.col(number_of(host->name)) = 0;
        } else if (const auto* const link = std::get_if<part::Link>(&finding.part)) {
            pairs(number_of(link->sender), number_of(link->receiver)) = 0;
            pairs(number_of(link->receiver), number_of(link->sender)) = 0;
        }
    }
    return pairs;
}

/// Whether slow samples add that much to the mean delay of a host, also without the partner with which they
/// add most.
bool adds_too_much(const SlowSampleCosts& costs, Eigen::Index host, const Case& subject) {
    Eigen::Index worst = 0;
    const float most = costs.added_s.col(host).maxCoeff(&worst);
    const double added_s = costs.added_s.col(host).sum() - most;
    const double typical_s = costs.typical_s.col(host).sum() - costs.typical_s(worst, host);
    const double samples = costs.samples.col(host).sum() - costs.samples(worst, host);
    return added_s >= subject.min_effect * typical_s && added_s > subject.min_time_s * samples;
}

}  // namespace

std::optional<double> unexplained_slow_fraction(const Case& subject, const std::vector<Finding>& found) {
    const Run& run = *subject.run;
    const bool is_counted =
        run.has(Statistic::median) && run.has(Statistic::average) && counts_slow_samples(subject);
    if (!is_counted || has_trait(run.description(), &ModeTraits::loads_network)) return std::nullopt;
    const Eigen::ArrayXXf pairs = unexplained_pairs(subject.survey->machine, found);
    const SampleCounts counts = count_slow_samples(subject).all;
    const double fraction = (counts.slow * pairs).sum() / std::max(1.F, (counts.all * pairs).sum());
    if (fraction < min_slow_fraction) return std::nullopt;
    SlowSampleCosts costs = costs_of_slow_samples(subject);
    for (Eigen::ArrayXXf* const values : {&costs.samples, &costs.added_s, &costs.typical_s}) *values *= pairs;
    std::size_t hosts = 0;
    std::size_t slowed = 0;
    for (Eigen::Index host = 0; host < costs.samples.cols(); ++host) {
        if (!(costs.samples.col(host).sum() > 0)) continue;
        ++hosts;
        if (adds_too_much(costs, host, subject)) ++slowed;
    }
    if (hosts < min_unexplained_hosts || 2 * slowed <= hosts) return std::nullopt;
    return fraction;
}

}  // namespace fabricmap::diagnosis
