// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/host_means.hpp"
#include "diagnosis/residual/slow_samples.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_noise_lengths = 12;
/// Spreads differ between healthy hosts by far more than levels do.
constexpr float min_noise_ratio = 1.5F;
/// In an archive two that are alike may be a factor of two apart.
constexpr float min_noise_ratio_in_archives = 2.2F;
/// Samples that differ by less than this fraction of the delay are alike: what is left are the clock's steps,
/// and in rounds the company that a sample had.
constexpr double min_spread = 1e-2;

/// Longer messages that were measured beside those of other pairs spread because of them.
constexpr std::int64_t longest_undisturbed = 1024;

/// The lengths whose spreads characterise the hosts, as indices; of many some.
std::vector<std::size_t> lengths_to_compare(const Case& subject) {
    const bool was_beside_others = subject.run->description().pairs_at_once > 1;
    std::vector<std::size_t> lengths;
    for (std::size_t k = 0; k < subject.survey->lengths.size(); ++k) {
        if (!was_beside_others || subject.survey->lengths[k] <= longest_undisturbed) lengths.push_back(k);
    }
    std::vector<std::size_t> chosen;
    const std::size_t count = std::min(lengths.size(), max_noise_lengths);
    for (std::size_t number = 0; number < count; ++number)
        chosen.push_back(lengths[number * lengths.size() / count]);
    return chosen;
}

/// What measures the spread of a pair's samples: the deviation, else the largest of them.
std::optional<Statistic> spread_in(const Run& run) {
    if (run.has(Statistic::deviation)) return Statistic::deviation;
    if (run.has(Statistic::maximum)) return Statistic::maximum;
    return std::nullopt;
}

/// How much more what a host sends and receives spreads than between most pairs.
Eigen::ArrayXf spreads_of_hosts(const Case& subject) {
    const auto spreads = subject.run->stack(*spread_in(*subject.run));
    std::vector<PlaneRatio> ratios;
    for (const std::size_t k : lengths_to_compare(subject))
        ratios.push_back({{*spreads, k}, {*subject.stack, k}});
    const Eigen::ArrayXXf folded = mean_log_ratios(ratios, subject.survey->machine, min_spread);
    Eigen::ArrayXf hosts(folded.rows());
    for (const HostIndex host : subject.survey->machine.hosts.indices()) {
        Eigen::ArrayXf both(2 * folded.rows());
        both << folded.row(host).transpose(), folded.col(host);
        const bool is_known = subject.survey->partners.suffice_for(host);
        hosts(host) = is_known ? median_of_numbers(both) : no_value;
    }
    return hosts - median_of_numbers(hosts);
}

std::optional<std::string> missing_spreads(const Case& subject) {
    if (auto unsupported_reason = missing_hosts_to_compare(subject)) return unsupported_reason;
    const Statistic judged = subject.stack->statistic();
    const bool judges_a_level = judged != Statistic::deviation && judged != Statistic::maximum;
    if (judges_a_level && spread_in(*subject.run)) {
        if (!lengths_to_compare(subject).empty()) return std::nullopt;
        return "lengths above 1K were measured beside other pairs, which adds spread";
    }
    return "no deviation or max file";
}

/// Samples of a host that take far longer than the median of theirs.
struct SlowSamples {
    double fraction = 0;  ///< of all samples
    double longest_s = 0;
};

/// From the mean and the deviation beside the median: where a fraction f of the samples takes a time d more,
/// the mean lies f·d above the median, and the variance is f·(1 - f)·d².
SlowSamples slow_samples_of(const Case& subject, HostIndex host) {
    constexpr double far_longer = 5;  // times the median
    const Run& run = *subject.run;
    const Machine& machine = subject.survey->machine;
    SlowSamples slow;
    double fractions = 0;
    double values = 0;
    for (const RankIndex rank : machine.ranks_of[host]) {
        const Matrix medians = run.stack(Statistic::median)->row(rank);
        const Matrix means = run.stack(Statistic::average)->row(rank);
        const Matrix deviations = run.stack(Statistic::deviation)->row(rank);
        const Matrix longest = run.stack(Statistic::maximum)->row(rank);
        for (const RankIndex other : machine.host_of.indices()) {
            if (!machine.are_judged(rank, other)) continue;
            for (Eigen::Index k = 0; k < medians.rows(); ++k) {
                if (!(medians(k, other) > 0)) continue;
                ++values;
                if (!(longest(k, other) > far_longer * medians(k, other))) continue;
                const double above = std::pow(means(k, other) - medians(k, other), 2);
                fractions += above / (above + std::pow(deviations(k, other), 2));
                slow.longest_s = std::max(slow.longest_s, longest(k, other));
            }
        }
    }
    if (values > 0) slow.fraction = fractions / values;
    return slow;
}

/// As they were counted, or where the run tells no counts as they follow from other statistics.
std::optional<SlowSamples> known_slow_samples(const Case& subject, HostIndex host) {
    const Run& run = *subject.run;
    const auto has = [&](const std::vector<Statistic>& statistics) {
        return std::all_of(statistics.begin(), statistics.end(),
                           [&](Statistic statistic) { return run.has(statistic); });
    };
    if (!has({Statistic::median, Statistic::average, Statistic::maximum})) return std::nullopt;
    if (counts_slow_samples(subject)) {
        const SampleSums sums = sums_of_host(subject, host, [](HostIndex) { return true; });
        return SlowSamples{sums.samples > 0 ? sums.slow / sums.samples : 0, sums.longest_s};
    }
    if (!run.has(Statistic::deviation)) return std::nullopt;
    return slow_samples_of(subject, host);
}

void add_slow_samples(Finding& finding, const Case& subject, HostIndex host) {
    const std::optional<SlowSamples> slow = known_slow_samples(subject, host);
    if (!slow || !(slow->fraction > 0)) return;
    finding.evidence.numbers["fraction_of_slow_samples"] = slow->fraction;
    finding.evidence.numbers["longest_sample_s"] = slow->longest_s;
    finding.evidence.notes.push_back(
        {"About {} of its samples take more than 5 times the median, the longest {}: as where packets are "
         "lost or "
         "a link flaps.",
         {format_share(slow->fraction, 2), format_delay(slow->longest_s)}});
}

Detection find_noisy_nodes(const Case& subject, Residual residual) {
    const Survey& survey = *subject.survey;
    const std::vector<Eigen::ArrayXf> spreads{spreads_of_hosts(subject)};
    std::vector<Finding> findings;
    const bool is_archive = subject.run->description().archive_error > 0;
    const float ratio = is_archive ? min_noise_ratio_in_archives : min_noise_ratio;
    for (const Outlier& outlier : find_outliers(spreads, std::log(ratio))) {
        const auto host = HostIndex(outlier.part);
        if (residual.intermittent_hosts[host]) continue;
        Finding finding;
        finding.kind = FindingKind::noisy_node;
        name_host(finding, survey.machine, host);
        set_effect(finding, outlier.effect, outlier);
        finding.from_length_bytes = survey.lengths[lengths_to_compare(subject).front()];
        finding.to_length_bytes = survey.lengths[lengths_to_compare(subject).back()];
        weigh(finding, pairs_of_host(survey, host), subject);
        add_slow_samples(finding, subject, host);
        findings.push_back(std::move(finding));
    }
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector noisy_nodes_detector{"noisy hosts", missing_spreads, find_noisy_nodes};

}  // namespace fabricmap::diagnosis
