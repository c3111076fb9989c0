// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/display.hpp"

#include "base/errors.hpp"
#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/machine.hpp"
#include "viewer/reading/cluster_stack.hpp"
#include "viewer/reading/expected_stack.hpp"
#include "viewer/reading/host_fold_stack.hpp"
#include "viewer/reading/rate_stack.hpp"
#include "viewer/reading/ratio_stack.hpp"
#include "viewer/reading/sum_stack.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::viewer {
namespace {

std::shared_ptr<const DelayStack> spread_in(const Opened& run) {
    if (!run.run->has(Statistic::deviation) || !run.run->has(Statistic::median)) {
        throw UsageError(
            fmt::format("{}: the spread needs the deviation and the median; open the run by its prefix, with "
                        "all its files in one folder",
                        run.source));
    }
    return spread_of(run.run->stack(Statistic::deviation), run.run->stack(Statistic::median));
}

std::shared_ptr<const DelayStack> clusters_in(const Opened& run, Endpoints endpoints) {
    if (!run.archive) {
        throw UsageError(
            fmt::format("{}: only archives have clusters; make one with network_clusterizer", run.source));
    }
    if (endpoints != Endpoints::ranks) {
        throw UsageError("clusters are those of pairs of ranks; show ranks instead of hosts");
    }
    return cluster_numbers(run.archive);
}

std::shared_ptr<const DelayStack> bytes_in(const Opened& run) {
    if (run.run->bytes()) return run.run->bytes();
    throw UsageError(fmt::format(
        "{}: only traffic has bytes and sums over lengths; make it with network_trace traffic", run.source));
}

std::shared_ptr<const DelayStack> messages_in(const Opened& run) {
    static_cast<void>(bytes_in(run));
    return run.run->stack(Statistic::count);
}

std::shared_ptr<const DelayStack> expected_in(const Opened& run, const Displayed& shown) {
    const auto& diagnosis = shown.diagnosis;
    if (!diagnosis || !knows_what_is_expected(*diagnosis) ||
        diagnosis->class_of->rows() != run.description().rank_count()) {
        throw UsageError(fmt::format(
            "{}: what is expected needs delays of pairs in which faults were looked for", run.source));
    }
    return times_expected(run.run->stack(diagnosis->runs.front().statistic), diagnosis);
}

std::shared_ptr<const DelayStack> between_ranks(const Opened& run, const Opened* baseline,
                                                const Displayed& shown, Statistic statistic) {
    switch (shown.content) {
        case Content::delay:
            break;
        case Content::rate:
            return run.run->stack(run.run->preferred());
        case Content::spread:
            return spread_in(run);
        case Content::comparison:
            if (baseline == nullptr) {
                throw UsageError(
                    fmt::format("{}: a comparison needs a second run; open one as the baseline", run.source));
            }
            return comparison_of(run, *baseline, statistic);
        case Content::clusters:
            return clusters_in(run, shown.endpoints);
        case Content::messages:
            return messages_in(run);
        case Content::bytes:
            return bytes_in(run);
        case Content::messages_total:
            return sum_over_lengths(messages_in(run));
        case Content::bytes_total:
            return sum_over_lengths(bytes_in(run));
        case Content::expected:
            return expected_in(run, shown);
    }
    return run.run->stack(statistic);
}

Quantity quantity_in(Content content, Statistic statistic) noexcept {
    switch (content) {
        case Content::delay:
            return quantity_of(statistic);
        case Content::rate:
            return Quantity::rate;
        case Content::spread:
        case Content::comparison:
        case Content::expected:
            return Quantity::ratio;
        case Content::clusters:
        case Content::messages:
        case Content::bytes:
        case Content::messages_total:
        case Content::bytes_total:
            break;
    }
    return Quantity::count;
}

void name_ranks(Displayed& shown, const diagnosis::Machine& machine) {
    for (const RankIndex rank : machine.host_of.indices()) {
        const std::string host = machine.names_known ? machine.hosts[machine.host_of[rank]] : std::string();
        shown.names.push_back(
            {host.empty() ? fmt::format("rank {}", int{rank}) : fmt::format("rank {} on {}", int{rank}, host),
             fmt::format("{}", int{rank}), host});
        shown.ranks.push_back({rank});
    }
}

void name_hosts(Displayed& shown, const diagnosis::Machine& machine) {
    for (const HostIndex host : machine.hosts.indices()) {
        const std::string& name = machine.hosts[host];
        shown.names.push_back({name, name, name});
        shown.ranks.emplace_back(machine.ranks_of[host].begin(), machine.ranks_of[host].end());
    }
}

void fold(Displayed& shown, const diagnosis::Machine& machine, const std::string& source) {
    if (!machine.names_known) {
        throw UsageError(fmt::format("{}: the run has no host names; show ranks instead of hosts", source));
    }
    shown.stack =
        folded_to_hosts(std::move(shown.stack), machine,
                        shown.endpoints == Endpoints::hosts_median ? HostFold::median : HostFold::worst);
    // Where some hosts have several ranks their diagonal is measured, and the others just lack it.
    shown.never = {!machine.has_hosts_of_several_ranks(), -1};
}

}  // namespace

Displayed display(const Opened& run, const Opened* baseline, Content content, Endpoints endpoints,
                  Statistic statistic, std::shared_ptr<const diagnosis::Diagnosis> diagnosis) {
    const diagnosis::Machine machine = diagnosis::machine_of(run.description());
    Displayed shown;
    shown.content = content;
    shown.endpoints = endpoints;
    if (content == Content::expected) shown.diagnosis = std::move(diagnosis);
    shown.stack = between_ranks(run, baseline, shown, statistic);
    shown.quantity = quantity_in(content, statistic);
    shown.never = picture::NeverMeasured::in_plane(run.description());
    // Nothing is expected of a rank with itself.
    if (content == Content::expected) shown.never.diagonal = true;
    if (endpoints == Endpoints::ranks) {
        name_ranks(shown, machine);
    } else {
        fold(shown, machine, run.source);
        name_hosts(shown, machine);
    }
    // Of the slowest pair of two hosts it is the rate, not the largest of their rates.
    if (content == Content::rate) shown.stack = rates_of(run, std::move(shown.stack));
    return shown;
}

std::vector<Endpoint> ordered_endpoints(const PlaneRequest& request) {
    const std::vector<Endpoint>& names = request.displayed.names;
    if (request.order.empty()) return names;
    std::vector<Endpoint> endpoints;
    endpoints.reserve(names.size());
    for (const int endpoint : request.order) endpoints.push_back(names[static_cast<std::size_t>(endpoint)]);
    return endpoints;
}

}  // namespace fabricmap::viewer
