// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/unexplained_slow_samples.hpp"

#include "diagnosis/model/part.hpp"
#include "diagnosis/residual/slow_samples.hpp"
#include "netcdf_schema/run/mode.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr double min_slow_fraction = 0.002;
/// With fewer the partner left out is half of what there is.
constexpr std::size_t min_unexplained_hosts = 4;

/// Pairs of hosts that a finding explains.
class ExplainedPairs {
  public:
    ExplainedPairs(const Machine& machine, const std::vector<Finding>& found)
        : hosts_(machine.host_count(), false) {
        for (const Finding& finding : found) {
            if (finding.kind != FindingKind::intermittent_delay) continue;
            if (const auto* const host = std::get_if<part::Host>(&finding.part)) {
                hosts_[host_named(machine, host->name).value()] = true;
            } else if (const auto* const link = std::get_if<part::Link>(&finding.part)) {
                const HostIndex sender = host_named(machine, link->sender).value();
                const HostIndex receiver = host_named(machine, link->receiver).value();
                links_.insert(std::minmax(sender, receiver));
            }
        }
    }

    [[nodiscard]] bool contain(HostIndex host, HostIndex other) const {
        return hosts_[host] || hosts_[other] || links_.contains(std::minmax(host, other));
    }

  private:
    PerHost<bool> hosts_;
    std::set<std::pair<HostIndex, HostIndex>> links_;
};

double slow_fraction_of(const Case& subject, const ExplainedPairs& explained) {
    double slow = 0;
    double all = 0;
    for_each_counted_value(*subject.run, subject.survey->machine,
                           [&](HostIndex host, HostIndex other, const CountedValue& value) {
                               if (explained.contain(host, other)) return;
                               slow += value.slow;
                               all += value.all;
                           });
    return slow / std::max(1.0, all);
}

/// What slow samples add to a host's, and the partner with which they add most.
struct CostsOfHost {
    SlowSampleCost sum;
    SlowSampleCost worst;
};

PerHost<CostsOfHost> costs_of_hosts(const Case& subject, const ExplainedPairs& explained) {
    PerHost<CostsOfHost> of_hosts(subject.survey->machine.host_count());
    const auto add = [](CostsOfHost& costs, const SlowSampleCost& cost) {
        costs.sum.samples += cost.samples;
        costs.sum.added_s += cost.added_s;
        costs.sum.typical_s += cost.typical_s;
        if (cost.added_s > costs.worst.added_s) costs.worst = cost;
    };
    costs_of_slow_samples(subject).for_each([&](HostIndex host, HostIndex other, const SlowSampleCost& cost) {
        if (explained.contain(host, other)) return;
        add(of_hosts[host], cost);
        add(of_hosts[other], cost);
    });
    return of_hosts;
}

/// Whether slow samples add that much to the mean delay of a host, also without the partner with which they
/// add most.
bool adds_too_much(const CostsOfHost& costs, const Case& subject) {
    const float added_s = costs.sum.added_s - costs.worst.added_s;
    const float typical_s = costs.sum.typical_s - costs.worst.typical_s;
    const float samples = costs.sum.samples - costs.worst.samples;
    return added_s >= subject.min_effect * typical_s && added_s > subject.min_time_s * samples;
}

}  // namespace

std::optional<double> common_slow_fraction(const Run& run) {
    if (!run.outliers() || !run.has(Statistic::count)) return std::nullopt;
    const Machine machine = machine_of(run.description());
    if (machine.host_count() < 2) return std::nullopt;
    SampleCounts samples(machine.host_count());
    for_each_counted_value(run, machine, [&](HostIndex host, HostIndex other, const CountedValue& value) {
        samples(host, other).add_value(value.slow, value.all);
    });
    PerHost<SampleCount> of_hosts(machine.host_count());
    PerHost<SampleCount> worst(machine.host_count());
    samples.for_each([&](HostIndex host, HostIndex other, const SampleCount& between) {
        for (const HostIndex end : {host, other}) {
            of_hosts[end].slow += between.slow;
            of_hosts[end].all += between.all;
            if (between.slow >= worst[end].slow) worst[end] = between;
        }
    });
    std::vector<double> fractions;
    for (const HostIndex host : of_hosts.indices()) {
        const double all = of_hosts[host].all - worst[host].all;
        if (all > 0) fractions.push_back((of_hosts[host].slow - worst[host].slow) / all);
    }
    return fractions.empty() ? std::nullopt : std::optional(median_of(fractions));
}

std::optional<double> unexplained_slow_fraction(const Case& subject, const std::vector<Finding>& found) {
    const Run& run = *subject.run;
    const bool is_counted =
        run.has(Statistic::median) && run.has(Statistic::average) && counts_slow_samples(subject);
    if (!is_counted || loads_network(run.description())) return std::nullopt;
    const ExplainedPairs explained(subject.survey->machine, found);
    const double fraction = slow_fraction_of(subject, explained);
    if (fraction < min_slow_fraction) return std::nullopt;
    std::size_t hosts = 0;
    std::size_t slowed = 0;
    for (const CostsOfHost& costs : costs_of_hosts(subject, explained)) {
        if (!(costs.sum.samples > 0)) continue;
        ++hosts;
        if (adds_too_much(costs, subject)) ++slowed;
    }
    if (hosts < min_unexplained_hosts || 2 * slowed <= hosts) return std::nullopt;
    return fraction;
}

}  // namespace fabricmap::diagnosis
