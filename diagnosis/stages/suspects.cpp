// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/suspects.hpp"

#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/residual/slow_samples.hpp"
#include "diagnosis/residual/uncertain_medians.hpp"
#include "diagnosis/stages/basis.hpp"
#include "diagnosis/stages/common_deviations.hpp"
#include "diagnosis/stages/passing_pairs.hpp"
#include "diagnosis/stages/uncertain_values.hpp"
#include "diagnosis/survey/host_rows.hpp"
#include "netcdf_schema/run/quality.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace fabricmap::diagnosis {
namespace {

struct ValueCounts {
    std::int64_t all = 0;
    std::int64_t unconfirmed = 0;
    std::int64_t imprecise = 0;

    [[nodiscard]] bool are_mostly(std::int64_t some) const noexcept {
        return static_cast<double>(some) > tolerated_fraction * static_cast<double>(all);
    }
};

/// Calls `visit` with each sender of measured values behind the finding, and their places in its row of the
/// quality (length, receiver) with what that holds.
template <typename Visit>
void for_each_value_behind(const Finding& finding, const DelayStack& quality, const Machine& machine,
                           const Visit& visit) {
    const std::vector<std::int64_t>& lengths = quality.message_lengths();
    PassingPairs(finding, machine)
        .for_each_sender([&](RankIndex sender, const std::vector<RankIndex>& receivers) {
            const Matrix row = quality.row(sender);
            for (std::size_t k = 0; k < lengths.size(); ++k) {
                if (!is_of_length(finding, lengths[k])) continue;
                for (const RankIndex receiver : receivers) {
                    const double bits = row(static_cast<Eigen::Index>(k), receiver);
                    if (!has_quality(bits, Quality::missing)) visit(sender, k, receiver, bits);
                }
            }
        });
}

ValueCounts values_behind(const Finding& finding, const Run& run, const Machine& machine) {
    ValueCounts counts;
    if (!run.quality()) return counts;
    std::optional<RankIndex> row_of;
    Matrix uncertainties;
    for_each_value_behind(
        finding, *run.quality(), machine,
        [&](RankIndex sender, std::size_t k, RankIndex receiver, double bits) {
            ++counts.all;
            if (has_quality(bits, Quality::unconfirmed)) ++counts.unconfirmed;
            if (!has_quality(bits, Quality::imprecise)) return;
            if (row_of != sender) uncertainties = uncertainties_of(run, {sender, {}});
            row_of = sender;
            if (uncertainties(static_cast<Eigen::Index>(k), receiver) > max_uncertainty(finding))
                ++counts.imprecise;
        });
    return counts;
}

/// Whether most pairs behind the finding have an end that shares its core.
bool rests_on_shared_cores(const Finding& finding, const Machine& machine) {
    std::int64_t pairs = 0;
    std::int64_t sharing = 0;
    PassingPairs(finding, machine)
        .for_each_sender([&](RankIndex sender, const std::vector<RankIndex>& receivers) {
            for (const RankIndex receiver : receivers) {
                ++pairs;
                if (machine.shares_core[sender] || machine.shares_core[receiver]) ++sharing;
            }
        });
    return static_cast<double>(sharing) > tolerated_fraction * static_cast<double>(pairs);
}

/// What hosts, slots or routes have in common shows in so many values that their quality is asked for only
/// where that of most is bad.
std::optional<Doubt> doubt_about_structure(const Finding& finding, const RunsBehind& runs,
                                           const Machine& machine) {
    if (!finding.effect) return std::nullopt;
    if (are_mostly_uncertain(finding, runs.run, machine)) return Doubt::imprecise;
    if (!runs.is_imprecise_for_most) return std::nullopt;
    const ValueCounts counts = values_behind(finding, runs.run, machine);
    return counts.are_mostly(counts.imprecise) ? std::optional(Doubt::imprecise) : std::nullopt;
}

/// Whether neighbours in a round cost the baseline as much: then what is slower than there has another cause.
bool is_baseline_as_unconfirmed(const RunsBehind& runs) {
    const auto pairs_at_once = runs.run.description().pairs_at_once;
    return !runs.baseline.empty() && pairs_at_once > 0 &&
           std::all_of(runs.baseline.begin(), runs.baseline.end(), [&](const Run* run) {
               return run->description().pairs_at_once == pairs_at_once &&
                      fraction_with(Quality::unconfirmed, *run) > tolerated_fraction;
           });
}

/// Not so of most of the machine, as what else is busy on it slows that down.
bool is_change_of_few_hosts(const Finding& finding, const Machine& machine) {
    return finding.kind == FindingKind::regression &&
           static_cast<double>(hosts_of(finding.part).size()) <
               tolerated_fraction * static_cast<double>(machine.hosts.size());
}

std::optional<Doubt> doubt_about(const Finding& finding, const RunsBehind& runs, const Machine& machine) {
    const Run& run = runs.run;
    if (about(finding.kind).meaning == Meaning::structure)
        return doubt_about_structure(finding, runs, machine);
    if (finding.kind == FindingKind::half_duplex_link) {
        // Contention in the other run would hide it.
        const ValueCounts counts = values_behind(finding, *runs.both_ways, machine);
        if (counts.are_mostly(counts.unconfirmed)) return Doubt::unconfirmed_both_ways;
    }
    if (!about(finding.kind).rests_on_delays) return std::nullopt;
    if (rests_on_shared_cores(finding, machine)) return Doubt::shared_cores;
    // That its values are uncertain is what such a finding is about.
    if (finding.kind == FindingKind::noisy_node || finding.kind == FindingKind::partly_slow_node ||
        finding.kind == FindingKind::intermittent_delay)
        return finding.doubt;
    const ValueCounts counts = values_behind(finding, run, machine);
    if (counts.are_mostly(counts.unconfirmed) &&
        !(is_change_of_few_hosts(finding, machine) && is_baseline_as_unconfirmed(runs)))
        return Doubt::unconfirmed;
    if (counts.are_mostly(counts.imprecise) || are_mostly_uncertain(finding, run, machine))
        return Doubt::imprecise;
    return std::nullopt;
}

/// What held up a measurement may show in all of its samples, so that by these the value is certain.
void doubt_common_links(std::vector<Finding>& findings, const DelayStack& stack, const Survey& survey) {
    const std::vector<bool> are_common = are_links_as_slow_as_others(findings, stack, survey);
    for (std::size_t place = 0; place < findings.size(); ++place) {
        Finding& finding = findings[place];
        if (are_common[place] && about(finding.kind).rests_on_delays && !finding.doubt)
            finding.doubt = Doubt::imprecise;
    }
}

/// Slots are exchanged where they differ: if that is in doubt, so is the exchange.
void doubt_exchanged_slots(std::vector<Finding>& findings) {
    const auto slots = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.kind == FindingKind::mixed_slots;
    });
    if (slots == findings.end()) return;
    for (Finding& finding : findings) {
        if (finding.kind == FindingKind::swapped_slots) finding.doubt = slots->doubt;
    }
}

/// Adds what is slower than its class and its two ends explain.
void add_slow_values(std::vector<PairAtLength>& values, const Run& run, const DelayStack& stack,
                     const Survey& survey, float floor) {
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
            if (std::log(delays[place]) >
                survey.expected_log(k, RankIndex(sender), RankIndex(receiver)) + floor)
                values.push_back({sender, receiver, survey.lengths[static_cast<std::size_t>(k)]});
        }
    }
}

}  // namespace

std::vector<PairAtLength> values_to_confirm(const std::vector<Finding>& suspects, const Run& run,
                                            const DelayStack& stack, const Survey& survey, float floor) {
    if (!run.quality() || suspects.empty()) return {};
    std::vector<PairAtLength> values;
    add_slow_values(values, run, stack, survey, floor);
    for (const Finding& suspect : suspects) {
        const bool counts_samples = suspect.doubt == Doubt::few_slow_samples;
        if (suspect.doubt != Doubt::unconfirmed && !counts_samples) continue;
        for_each_value_behind(
            suspect, *run.quality(), survey.machine,
            [&](RankIndex sender, std::size_t k, RankIndex receiver, double bits) {
                if (counts_samples || has_quality(bits, Quality::unconfirmed))
                    values.push_back({sender, receiver, run.quality()->message_lengths()[k]});
            });
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

std::optional<std::int64_t> samples_to_count(const std::vector<Finding>& suspects, const Run& run,
                                             const Machine& machine) {
    // With fewer the median that samples are compared with may be that of slow ones.
    constexpr double min_samples = 50;
    std::optional<std::int64_t> samples;
    for (const Finding& suspect : suspects) {
        if (suspect.doubt != Doubt::few_slow_samples) continue;
        const auto values = static_cast<double>(values_behind(suspect, run, machine).all);
        const double needed = suspect.evidence.numbers.at("samples_to_settle") / std::max(1.0, values);
        const auto wanted = static_cast<std::int64_t>(std::ceil(std::max(min_samples, needed)));
        samples = std::max({samples.value_or(0), wanted, min_counted_samples(run.description())});
    }
    return samples;
}

void leave_out_doubtful_links(std::vector<Detectable>& detectable, const RunsBehind& runs,
                              const Survey& survey) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (!runs.may_hold_up_links()) return;
    const std::size_t directions = is_stated_of_both_directions(runs.run.description()) ? 2 : 1;
    for (Detectable& link : detectable) {
        if (link.part != DetectablePart::link) continue;
        if (!may_links_stand_out(survey, directions)) link.short_messages = link.long_messages = none;
        if (!may_links_stand_out(survey, directions * survey.lengths.size())) link.all_messages = none;
    }
}

std::vector<Finding> take_suspects(std::vector<Finding>& findings, const RunsBehind& runs,
                                   const DelayStack& stack, const Survey& survey) {
    for (Finding& finding : findings) finding.doubt = doubt_about(finding, runs, survey.machine);
    if (runs.may_hold_up_links()) doubt_common_links(findings, stack, survey);
    doubt_exchanged_slots(findings);
    std::vector<Finding> suspects;
    const auto first_suspect = std::stable_partition(findings.begin(), findings.end(),
                                                     [](const Finding& finding) { return !finding.doubt; });
    std::move(first_suspect, findings.end(), std::back_inserter(suspects));
    findings.erase(first_suspect, findings.end());
    return suspects;
}

}  // namespace fabricmap::diagnosis
