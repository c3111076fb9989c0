// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/suspects.hpp"

#include "diagnosis/finding_kinds.hpp"
#include "diagnosis/survey/host_rows.hpp"
#include "netcdf_schema/run/quality.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace fabricmap::diagnosis {
namespace {

/// Of the values behind a finding, more than that leave it in doubt.
constexpr double tolerated_fraction = 0.5;

/// Ordered pairs of ranks by sender.
using PairsBySender = std::map<RankIndex, std::set<RankIndex>>;

std::vector<RankIndex> ranks_of_hosts(const Machine& machine, const std::vector<std::string>& names) {
    std::vector<RankIndex> ranks;
    for (const HostIndex host : machine.hosts.indices()) {
        if (std::find(names.begin(), names.end(), machine.hosts[host]) == names.end()) continue;
        const std::vector<RankIndex>& own = machine.ranks_of[host];
        ranks.insert(ranks.end(), own.begin(), own.end());
    }
    return ranks;
}

std::vector<RankIndex> others(const Machine& machine, const std::vector<RankIndex>& ranks) {
    std::vector<RankIndex> rest;
    for (const RankIndex rank : machine.host_of.indices()) {
        if (std::find(ranks.begin(), ranks.end(), rank) == ranks.end()) rest.push_back(rank);
    }
    return rest;
}

void add(PairsBySender& pairs, const Machine& machine, const std::vector<RankIndex>& senders,
         const std::vector<RankIndex>& receivers) {
    for (const RankIndex sender : senders) {
        for (const RankIndex receiver : receivers) {
            if (machine.are_judged(sender, receiver)) pairs[sender].insert(receiver);
        }
    }
}

/// The pairs that pass the part.
PairsBySender pairs_through(const Finding& finding, const Machine& machine) {
    PairsBySender pairs;
    std::vector<RankIndex> near;
    for (const std::int64_t rank : finding.ranks) near.push_back(RankIndex(rank));
    std::vector<RankIndex> far;
    const std::optional<Ends> ends = ends_of(finding.part);
    if (ends) {
        near = ranks_of_hosts(machine, ends->senders);
        far = ranks_of_hosts(machine, ends->receivers);
    } else {
        far = others(machine, near);
    }
    // Between two ends, the side `sender` is that from the first to the second.
    if (finding.side != Side::receiver || ends) add(pairs, machine, near, far);
    if (finding.side != Side::sender) add(pairs, machine, far, near);
    return pairs;
}

struct ValueCounts {
    std::int64_t all = 0;
    std::int64_t unconfirmed = 0;
    std::int64_t imprecise = 0;

    [[nodiscard]] bool are_mostly(std::int64_t some) const noexcept {
        return static_cast<double>(some) > tolerated_fraction * static_cast<double>(all);
    }
};

/// Half the width of the 95 % interval of each median, as a logarithm, from the samples' deviation: lengths ×
/// receivers. Zeros where the run does not record it.
Matrix uncertainties_of(const Run& run, RankIndex sender) {
    const Matrix medians = run.stack(Statistic::median)->row(sender);
    if (!run.has(Statistic::deviation) || !run.has(Statistic::count))
        return Matrix::Zero(medians.rows(), medians.cols());
    constexpr double width = 1.96 * 1.2533;  // the median's of normal samples
    const Matrix deviations = run.stack(Statistic::deviation)->row(sender);
    const Matrix counts = run.stack(Statistic::count)->row(sender);
    return (width * deviations.array() / (medians.array() * counts.array().sqrt())).log1p();
}

ValueCounts values_behind(const Finding& finding, const Run& run, const Machine& machine) {
    ValueCounts counts;
    if (!run.quality()) return counts;
    const DelayStack& quality = *run.quality();
    const double effect = finding.effect ? std::abs(std::log(finding.effect->factor)) : 0;
    for (const auto& [sender, receivers] : pairs_through(finding, machine)) {
        const Matrix row = quality.row(sender);
        const Matrix uncertainties = uncertainties_of(run, sender);
        for (std::size_t k = 0; k < quality.message_lengths().size(); ++k) {
            const std::int64_t length = quality.message_lengths()[k];
            if (length < finding.from_length_bytes || length > finding.to_length_bytes) continue;
            for (const RankIndex receiver : receivers) {
                const auto at = static_cast<Eigen::Index>(k);
                const double bits = row(at, receiver);
                if (has_quality(bits, Quality::missing)) continue;
                ++counts.all;
                if (has_quality(bits, Quality::unconfirmed)) ++counts.unconfirmed;
                if (has_quality(bits, Quality::imprecise) && uncertainties(at, receiver) > effect / 2)
                    ++counts.imprecise;
            }
        }
    }
    return counts;
}

/// Whether most pairs behind the finding have an end that shares its core.
bool rests_on_shared_cores(const Finding& finding, const Machine& machine) {
    std::int64_t pairs = 0;
    std::int64_t sharing = 0;
    for (const auto& [sender, receivers] : pairs_through(finding, machine)) {
        for (const RankIndex receiver : receivers) {
            ++pairs;
            if (machine.shares_core[sender] || machine.shares_core[receiver]) ++sharing;
        }
    }
    return static_cast<double>(sharing) > tolerated_fraction * static_cast<double>(pairs);
}

std::optional<Doubt> doubt_about(const Finding& finding, const Run& run, const Machine& machine) {
    if (!about(finding.kind).rests_on_delays) return std::nullopt;
    if (rests_on_shared_cores(finding, machine)) return Doubt::shared_cores;
    const ValueCounts counts = values_behind(finding, run, machine);
    if (counts.are_mostly(counts.unconfirmed)) return Doubt::unconfirmed;
    if (counts.are_mostly(counts.imprecise)) return Doubt::imprecise;
    return std::nullopt;
}

}  // namespace

std::vector<PairAtLength> slow_unconfirmed_values(const Run& run, const DelayStack& stack,
                                                  const Survey& survey, float floor) {
    std::vector<PairAtLength> values;
    if (!run.quality()) return values;
    const auto effect = [](float value) { return std::isfinite(value) ? value : 0; };
    for (Eigen::Index k = 0; k < std::ssize(survey.lengths); ++k) {
        std::vector<Cell> unconfirmed;
        for_each_value(*run.quality(), static_cast<std::size_t>(k),
                       [&](RankIndex sender, RankIndex receiver, double bits) {
                           if (has_quality(bits, Quality::unconfirmed))
                               unconfirmed.push_back({sender, receiver});
                       });
        const std::vector<double> delays = stack.cells(static_cast<std::size_t>(k), unconfirmed);
        for (std::size_t place = 0; place < unconfirmed.size(); ++place) {
            const auto& [sender, receiver] = unconfirmed[place];
            const float expected = std::log(survey.class_medians(k, survey.classes.of(sender, receiver))) +
                                   effect(survey.effects.sending(k, sender)) +
                                   effect(survey.effects.receiving(k, receiver));
            if (std::log(delays[place]) > expected + floor)
                values.push_back({sender, receiver, survey.lengths[static_cast<std::size_t>(k)]});
        }
    }
    return values;
}

std::vector<Finding> take_suspects(std::vector<Finding>& findings, const Run& run, const Machine& machine) {
    for (Finding& finding : findings) finding.doubt = doubt_about(finding, run, machine);
    std::vector<Finding> suspects;
    const auto first_suspect = std::stable_partition(findings.begin(), findings.end(),
                                                     [](const Finding& finding) { return !finding.doubt; });
    std::move(first_suspect, findings.end(), std::back_inserter(suspects));
    findings.erase(first_suspect, findings.end());
    return suspects;
}

}  // namespace fabricmap::diagnosis
