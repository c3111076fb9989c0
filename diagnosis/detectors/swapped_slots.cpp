// SPDX-License-Identifier: Apache-2.0
// Hosts two of whose slots serve as each other's would: exchanged cables, adapters or bindings. As many of a
// rank's messages become slower as become faster, so that no rank stands out.
#include "base/mixing.hpp"
#include "base/units.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/slots.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_hosts_to_swap = 6;
constexpr std::size_t max_lengths_read = 3;
/// Pairs of ranks that each host is looked at on, in both directions.
constexpr std::size_t rank_pairs_of_a_host = 2048;
/// A host is swapped where what it differs by is nearly what an exchange makes, and none of it is far less.
constexpr float min_likeness = 0.6F;
constexpr float min_likeness_of_each = 0.3F;
constexpr float min_deviations = 8;
constexpr float min_deviation_of_hosts = 0.02F;

using TwoSlots = std::pair<std::size_t, std::size_t>;

/// What messages take between ranks of different hosts, by class and slots, at the lengths that are read.
class SlotValues {
  public:
    SlotValues(const Case& subject, const Slots& slots) : survey_(subject.survey), slots_(&slots) {
        slot_of_.assign(survey_->machine.host_of.size(), slots.count);
        for (const HostIndex host : slots.hosts) {
            const std::vector<RankIndex>& ranks = survey_->machine.ranks_of[host];
            for (std::size_t slot = 0; slot < ranks.size(); ++slot) slot_of_[ranks[slot]] = slot;
        }
        add_cells();
        const std::size_t lengths = survey_->lengths.size();
        const std::size_t count = std::min(lengths, max_lengths_read);
        for (std::size_t number = 0; number < count; ++number) {
            const std::size_t k = count == 1 ? 0 : number * (lengths - 1) / (count - 1);
            lengths_.push_back(k);
            beyond_class_.push_back(beyond_class(k, subject.stack->cells(k, cells_)));
            of_slots_.push_back(medians_of_slots(beyond_class_.back()));
        }
    }

    /// How like an exchange of two slots the host is: 1 for an exchange, 0 for none; NaN where the two slots
    /// differ by less than `floor`, or too little was measured. Where one kind of their messages contradicts,
    /// what that says.
    [[nodiscard]] float likeness(HostIndex host, const TwoSlots& two, float floor) const {
        // By the slot, and by whether the other one would be slower or faster.
        std::array<std::vector<float>, 4> likenesses;
        for (std::size_t number = 0; number < lengths_.size(); ++number)
            compare(host, two, floor, number, likenesses);
        std::vector<float> medians;
        bool has_slower = false;
        bool has_faster = false;
        for (std::size_t place = 0; place < likenesses.size(); ++place) {
            constexpr std::size_t min_values = 8;
            if (likenesses.at(place).size() < min_values) continue;
            medians.push_back(median_of_numbers(likenesses.at(place)));
            (place % 2 == 0 ? has_slower : has_faster) = true;
        }
        if (!has_slower || !has_faster) return no_value;
        const float smallest = *std::min_element(medians.begin(), medians.end());
        if (smallest < min_likeness_of_each) return smallest;
        return std::accumulate(medians.begin(), medians.end(), 0.F) / static_cast<float>(medians.size());
    }

  private:
    /// Of each host with some others, both directions.
    void add_cells() {
        const Machine& machine = survey_->machine;
        const std::size_t partners =
            std::max<std::size_t>(rank_pairs_of_a_host / (slots_->count * slots_->count), min_hosts_to_swap);
        const std::size_t share = std::max<std::size_t>(1, slots_->hosts.size() / partners);
        for (const HostIndex host : slots_->hosts) {
            first_cell_[host] = cells_.size();
            visit_drawn(slots_->hosts.size(), share, [&](std::uint64_t number) {
                const HostIndex other = slots_->hosts[number];
                if (other == host) return;
                for (const RankIndex here : machine.ranks_of[host]) {
                    for (const RankIndex there : machine.ranks_of[other]) {
                        cells_.push_back({here, there});
                        cells_.push_back({there, here});
                    }
                }
            });
        }
    }

    [[nodiscard]] float class_median(std::size_t k, const Cell& cell) const {
        return survey_->class_medians(static_cast<Eigen::Index>(k),
                                      survey_->classes.of(cell.sender, cell.receiver));
    }

    [[nodiscard]] std::size_t slots_of_cell(const Cell& cell) const {
        return slot_of_[RankIndex(cell.sender)] + slots_->count * slot_of_[RankIndex(cell.receiver)];
    }

    [[nodiscard]] std::vector<float> beyond_class(std::size_t k, const std::vector<double>& delays) const {
        std::vector<float> beyond;
        beyond.reserve(delays.size());
        for (std::size_t place = 0; place < delays.size(); ++place)
            beyond.push_back(static_cast<float>(std::log(delays[place] / class_median(k, cells_[place]))));
        return beyond;
    }

    [[nodiscard]] std::vector<float> medians_of_slots(const std::vector<float>& beyond) const {
        std::vector<std::vector<float>> values(slots_->count * slots_->count);
        for (std::size_t place = 0; place < beyond.size(); ++place)
            values[slots_of_cell(cells_[place])].push_back(beyond[place]);
        std::vector<float> medians;
        medians.reserve(values.size());
        for (const std::vector<float>& of_slots : values) medians.push_back(median_of_numbers(of_slots));
        return medians;
    }

    void compare(HostIndex host, const TwoSlots& two, float floor, std::size_t number,
                 std::array<std::vector<float>, 4>& likenesses) const {
        const std::vector<RankIndex>& ranks = survey_->machine.ranks_of[host];
        const auto typical = [&](const Cell& cell) {
            return std::log(class_median(lengths_[number], cell)) + of_slots_[number][slots_of_cell(cell)];
        };
        const auto next = first_cell_.upper_bound(host);
        const std::size_t end = next == first_cell_.end() ? cells_.size() : next->second;
        for (std::size_t place = first_cell_.at(host); place < end; ++place) {
            const Cell& cell = cells_[place];
            const bool is_sent = survey_->machine.host_of[RankIndex(cell.sender)] == host;
            const std::int32_t here = is_sent ? cell.sender : cell.receiver;
            const std::size_t slot = here == ranks[two.first] ? 0 : 1;
            if (slot == 1 && here != ranks[two.second]) continue;
            const std::int32_t other = ranks[slot == 0 ? two.second : two.first];
            const Cell exchanged = is_sent ? Cell{other, cell.receiver} : Cell{cell.sender, other};
            const float expected = typical(exchanged) - typical(cell);
            const float beyond = beyond_class_[number][place] - of_slots_[number][slots_of_cell(cell)];
            if (!(std::abs(expected) >= floor) || !std::isfinite(beyond)) continue;
            likenesses.at(2 * slot + (expected > 0 ? 0 : 1)).push_back(beyond / expected);
        }
    }

    const Survey* survey_;
    const Slots* slots_;
    PerRank<std::size_t> slot_of_;
    std::vector<Cell> cells_;
    std::map<HostIndex, std::size_t> first_cell_;  ///< hosts ascending, as their cells stand
    std::vector<std::size_t> lengths_;
    std::vector<std::vector<float>> beyond_class_;  ///< of each length that is read, by cell: logarithms
    std::vector<std::vector<float>> of_slots_;      ///< their medians, by slot of sender and receiver
};

Finding swapped_finding(const Case& subject, HostIndex host, const TwoSlots& two, float likeness) {
    const Machine& machine = subject.survey->machine;
    Finding finding;
    finding.kind = FindingKind::swapped_slots;
    name_host(finding, machine, host);
    finding.ranks = {machine.ranks_of[host][two.first], machine.ranks_of[host][two.second]};
    finding.predicate = {"has slots {} and {} exchanged",
                         {std::to_string(two.first), std::to_string(two.second)}};
    finding.evidence.notes.push_back(
        {"Messages of each take as long as those of the other do on other hosts: {} of the difference.",
         {format_share(std::min(likeness, 1.F), 2)}});
    std::int64_t pairs = 0;
    for (const std::int64_t rank : finding.ranks) pairs += pairs_of_rank(*subject.survey, RankIndex(rank));
    weigh(finding, pairs, subject);
    return finding;
}

std::optional<std::string> missing_common_start(const Case& subject) {
    const bool begins_apart = has_trait(subject.run->description(), &ModeTraits::begins_after_barrier);
    return begins_apart ? std::optional<std::string>("each rank begins at its own time") : std::nullopt;
}

Detection find_swapped_slots(const Case& subject, Residual residual) {
    const Slots slots = slots_of(subject.survey->machine);
    if (slots.count < 2 || slots.hosts.size() < min_hosts_to_swap) return {{}, std::move(residual)};
    const SlotValues values(subject, slots);
    std::vector<Finding> findings;
    for (std::size_t one = 0; one < slots.count; ++one) {
        for (std::size_t other = one + 1; other < slots.count; ++other) {
            std::vector<float> likenesses;
            for (const HostIndex host : slots.hosts)
                likenesses.push_back(values.likeness(host, {one, other}, subject.floor()));
            const Bulk bulk = bulk_of(likenesses);
            const float limit =
                std::max(min_likeness,
                         bulk.centre + min_deviations * std::max(bulk.deviation, min_deviation_of_hosts));
            for (std::size_t place = 0; place < likenesses.size(); ++place) {
                if (!(likenesses[place] >= limit)) continue;
                const HostIndex host = slots.hosts[place];
                findings.push_back(swapped_finding(subject, host, {one, other}, likenesses[place]));
                residual.swapped_hosts[host] = true;
            }
        }
    }
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector swapped_slots_detector{"exchanged slots", missing_common_start,
                                                       find_swapped_slots};

}  // namespace fabricmap::diagnosis
