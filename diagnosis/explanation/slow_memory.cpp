// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/hosts_beyond_others.hpp"
#include "diagnosis/explanation/slow_insides.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/slots.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>

namespace fabricmap::diagnosis {
namespace {

/// Pairs within a host differ by more than those between hosts do.
constexpr float min_effect_inside = 0.0953102F;  // ln 1.1

/// The mean of the lower half, as a slow rank must not make its host slow; NaN of none. Reorders them.
float lower_half_of(std::vector<float>& values) {
    std::erase_if(values, [](float value) { return !std::isfinite(value); });
    if (values.empty()) return no_value;
    const auto half = static_cast<std::ptrdiff_t>((values.size() + 1) / 2);
    std::nth_element(values.begin(), values.begin() + half - 1, values.end());
    return std::accumulate(values.begin(), values.begin() + half, 0.0F) / static_cast<float>(half);
}

/// What the way between ranks of one host takes beyond what other hosts' does.
class InsideTable {
  public:
    InsideTable(const Case& subject, const Slots& slots, const std::vector<Finding>& found)
        : subject_(&subject), slots_(&slots) {
        for (const Finding& finding : found) {
            if (finding.kind == FindingKind::slow_rank || finding.kind == FindingKind::slow_adapter)
                slow_ranks_.insert(finding.ranks.begin(), finding.ranks.end());
            if (finding.kind != FindingKind::slow_node || finding.evidence.curve.empty()) continue;
            curves_[hosts_of(finding.part).front()] = finding.evidence.curve;
        }
    }

    /// Bands × hosts of slots: logarithms.
    [[nodiscard]] Eigen::ArrayXXf values(const std::vector<std::size_t>& lengths) const {
        Eigen::ArrayXXf values(std::ssize(lengths), std::ssize(slots_->hosts));
        std::vector<Cell> cells;
        for (const HostIndex host : slots_->hosts) add_cells(cells, host);
        const std::size_t block = slots_->count * (slots_->count - 1);
        for (std::size_t band = 0; band < lengths.size(); ++band) {
            const std::vector<double> delays = subject_->stack->cells(lengths[band], cells);
            const std::vector<float> common = common_to_hosts(delays, block);
            for (std::size_t place = 0; place < slots_->hosts.size(); ++place) {
                std::vector<float> left;
                for (std::size_t at = 0; at < block; ++at) {
                    const Cell& cell = cells[place * block + at];
                    if (slow_ranks_.contains(cell.sender) || slow_ranks_.contains(cell.receiver)) continue;
                    left.push_back(static_cast<float>(std::log(delays[place * block + at])) - common[at]);
                }
                values(static_cast<Eigen::Index>(band), static_cast<Eigen::Index>(place)) =
                    beyond_host(slots_->hosts[place], lengths[band], lower_half_of(left));
            }
        }
        return values;
    }

  private:
    void add_cells(std::vector<Cell>& cells, HostIndex host) const {
        const std::vector<RankIndex>& ranks = subject_->survey->machine.ranks_of[host];
        for (const RankIndex from : ranks) {
            for (const RankIndex to : ranks) {
                if (from != to) cells.push_back({from, to});
            }
        }
    }

    /// What each pair of slots has on most hosts.
    [[nodiscard]] std::vector<float> common_to_hosts(const std::vector<double>& delays,
                                                     std::size_t block) const {
        std::vector<float> common;
        std::vector<float> values;
        for (std::size_t at = 0; at < block; ++at) {
            values.clear();
            for (std::size_t cell = at; cell < delays.size(); cell += block)
                values.push_back(static_cast<float>(std::log(delays[cell])));
            common.push_back(median_of_numbers(values));
        }
        return common;
    }

    /// A host that is slow is slow inside, too.
    [[nodiscard]] float beyond_host(HostIndex host, std::size_t k, float value) const {
        const auto known = curves_.find(subject_->survey->machine.hosts[host]);
        if (known == curves_.end()) return value;
        const auto of_host = static_cast<float>(std::log(known->second[k]));
        return of_host > 0 ? std::max(std::min(value, 0.0F), value - of_host) : value;
    }

    const Case* subject_;
    const Slots* slots_;
    std::set<std::int64_t> slow_ranks_;
    std::map<std::string, std::vector<double>> curves_;
};

}  // namespace

std::vector<Finding> find_slow_memory(const Case& subject, const HostLogs& logs,
                                      const std::vector<Finding>& found) {
    const Survey& survey = *subject.survey;
    const Slots slots = slots_of(survey.machine);
    if (slots.count < 2) return {};
    const std::vector<std::size_t> lengths = lengths_of_bands(logs);
    const Eigen::ArrayXXf values = InsideTable(subject, slots, found).values(lengths);
    std::vector<Finding> findings;
    for (const HostBeyondOthers& beyond :
         hosts_beyond_others(values, clock_steps(subject, lengths, false), 1,
                             std::max(subject.floor_of_pairs(), min_effect_inside))) {
        Finding finding;
        finding.kind = FindingKind::slow_memory;
        name_host(finding, survey.machine, slots.hosts[beyond.host]);
        const std::vector<float> curve = over_lengths(logs, beyond.effect);
        describe(finding, subject, {curve, curve}, as_outlier(beyond, survey));
        finding.side = Side::both;
        const auto count = static_cast<std::int64_t>(slots.count);
        weigh(finding, 2 * count * (count - 1), subject);
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace fabricmap::diagnosis
