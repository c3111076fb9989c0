// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/collectives/slow_hosts.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <set>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// Fewer say nothing of how much visits differ.
constexpr std::size_t min_differences = 5;
/// Visits of a machine that switches between speeds are far apart now and then: what is slow lies so many
/// deviations of a visit above what the test asks for, and so many to do so in 95 of 100 runs.
constexpr double deviations_to_stand_out = 3;
constexpr double deviations_to_be_found = 4.2;

/// The logarithms of the times of visits, by the hosts that took part.
using VisitsOfHosts = std::map<std::set<std::string>, std::vector<double>>;

/// The deviation of a visit from others of the same hosts; nothing where there are too few.
std::optional<double> deviation_of(const VisitsOfHosts& visits) {
    std::vector<double> differences;
    for (const auto& [hosts, logarithms] : visits) {
        for (std::size_t one = 0; one < logarithms.size(); ++one) {
            for (std::size_t other = 0; other < one; ++other)
                differences.push_back(std::abs(logarithms[one] - logarithms[other]));
        }
    }
    if (differences.size() < min_differences) return std::nullopt;
    return median_of(differences) * deviations_of_a_median / std::numbers::sqrt2;
}

Detectable typical_of(const FactorsByLength& factors) {
    std::vector<double> all;
    for (const auto& [length, of_length] : factors) all.insert(all.end(), of_length.begin(), of_length.end());
    return {DetectablePart::host, median_of(std::vector(factors.begin()->second)),
            median_of(std::vector(factors.rbegin()->second)), median_of(all)};
}

}  // namespace

double NoiseOfSearch::min_factor() const {
    return deviation ? std::exp(deviations_to_stand_out * *deviation) : 1;
}

double NoiseOfSearch::detectable_factor() const {
    return deviation ? std::exp(deviations_to_be_found * *deviation)
                     : std::numeric_limits<double>::infinity();
}

bool is_of_search(const CollectiveVisit& visit) noexcept {
    return visit.purpose == VisitPurpose::host_search || visit.purpose == VisitPurpose::without_suspect;
}

std::map<CollectiveCell, NoiseOfSearch> noise_of_search(const CollectiveInput& input) {
    std::map<CollectiveCell, std::map<VisitPurpose, VisitsOfHosts>> visits;
    for (const CollectiveVisit& visit : input.visits) {
        if (!is_of_search(visit)) continue;
        const double time_s = summary_of({&visit}, input.run.timing).time.value;
        if (!(time_s > 0)) continue;
        visits[any_ranks(visit.cell)][visit.purpose][hosts_in(input.run, visit)].push_back(std::log(time_s));
    }
    // Visits in a row may agree by chance: the part of the search in which they differ more counts.
    std::map<CollectiveCell, NoiseOfSearch> noise;
    for (const auto& [cell, by_purpose] : visits) {
        // Nothing is less than any number.
        for (const auto& [purpose, by_hosts] : by_purpose)
            noise[cell].deviation = std::max(noise[cell].deviation, deviation_of(by_hosts));
    }
    return noise;
}

FactorsByLength detectable_by_exclusion(const CollectiveInput& input, double min_effect) {
    const std::vector<int> taking_part = ranks_taking_part(input.run);
    if (taking_part.empty()) return {};
    const auto ranks = static_cast<double>(taking_part.size());
    const auto of_host =
        static_cast<double>(ranks_of_host(input.run, host_of_rank(input.run, taking_part.front())).size());
    if (!(of_host < ranks)) return {};
    FactorsByLength factors;
    for (const auto& [cell, noise] : noise_of_search(input)) {
        // With a host less there is less to do.
        factors[cell.message_length].push_back((1 + min_effect) * ranks / (ranks - of_host) *
                                               noise.detectable_factor());
    }
    return factors;
}

void state_detectable_hosts(const std::vector<FactorsByLength>& by_method, Diagnosis& diagnosis) {
    for (const FactorsByLength& factors : by_method) {
        if (factors.empty()) continue;
        const Detectable host = typical_of(factors);
        // One of the methods finds it, in one of several runs.
        if (diagnosis.detectable.empty()) diagnosis.detectable.push_back(host);
        if (host.all_messages < diagnosis.detectable.front().all_messages)
            diagnosis.detectable.front() = host;
    }
}

}  // namespace fabricmap::diagnosis
