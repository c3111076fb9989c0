// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/slots.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/structure/structure.hpp"
#include "statistics/robust.hpp"
#include "statistics/two_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_hosts_of_slots = 4;
constexpr std::size_t max_lengths_of_slots = 6;
/// Pairs of hosts that each pair of slots is looked at on.
constexpr std::uint64_t host_pairs_looked_at = 256;

/// Medians over pairs of hosts of what the slots' messages take beyond their class: from + to × slots.
std::vector<float> beyond_class(const DelayStack& stack, std::size_t k, const Slots& slots,
                                const Survey& survey) {
    const std::size_t slot_pairs = slots.count * slots.count;
    std::vector<Cell> cells;
    const std::uint64_t pairs = slots.hosts.size() * slots.hosts.size();
    visit_drawn(pairs, std::max<std::uint64_t>(1, pairs / host_pairs_looked_at), [&](std::uint64_t pair) {
        const HostIndex one = slots.hosts[pair % slots.hosts.size()];
        const HostIndex other = slots.hosts[pair / slots.hosts.size()];
        if (one == other) return;
        for (std::size_t slot_pair = 0; slot_pair < slot_pairs; ++slot_pair) {
            cells.push_back({survey.machine.ranks_of[one][slot_pair % slots.count],
                             survey.machine.ranks_of[other][slot_pair / slots.count]});
        }
    });
    const std::vector<double> delays = stack.cells(k, cells);
    std::vector<std::vector<float>> values(slot_pairs);
    for (std::size_t place = 0; place < cells.size(); ++place) {
        const float typical_s = survey.class_medians(
            static_cast<Eigen::Index>(k), survey.classes.of(cells[place].sender, cells[place].receiver));
        values[place % slot_pairs].push_back(static_cast<float>(std::log(delays[place] / typical_s)));
    }
    std::vector<float> medians;
    medians.reserve(values.size());
    for (const std::vector<float>& of_slots : values) medians.push_back(median_of_numbers(of_slots));
    return medians;
}

/// Places on a host, as "0 -> 2, 0 -> 3".
std::string slower_pairs_text(const std::vector<bool>& is_slower, std::size_t slots) {
    std::vector<std::string> pairs;
    for (std::size_t cell = 0; cell < is_slower.size(); ++cell) {
        if (is_slower[cell]) pairs.push_back(fmt::format("{} -> {}", cell % slots, cell / slots));
    }
    constexpr std::size_t largest = 12;
    const std::size_t more = pairs.size() > largest ? pairs.size() - largest : 0;
    pairs.resize(pairs.size() - more);
    const std::string text = joined_by(pairs, ", ");
    return more == 0 ? text : fmt::format("{} and {} more", text, more);
}

struct SlowerSlots {
    std::vector<bool> is_slower;  ///< of each pair of slots
    float effect = 0;
};

/// Curves of pairs of slots as rows of lengths: which are slower, by the length at which they differ most.
std::optional<SlowerSlots> slower_slots(const std::vector<std::vector<float>>& by_length,
                                        const Case& subject) {
    std::optional<SlowerSlots> slower;
    for (const std::vector<float>& values : by_length) {
        const auto modes = two_modes_of(values, 1, subject.floor());
        if (!modes || (slower && modes->high - modes->low <= slower->effect)) continue;
        slower = SlowerSlots{{}, modes->high - modes->low};
        for (const float value : values) slower->is_slower.push_back(value > modes->boundary);
    }
    return slower;
}

}  // namespace

std::optional<Structure> find_mixed_slots(const Case& subject) {
    const Survey& survey = *subject.survey;
    const Slots slots = slots_of(survey.machine);
    if (slots.count < 2 || slots.hosts.size() < min_hosts_of_slots) return std::nullopt;
    const std::size_t lengths = survey.lengths.size();
    const std::size_t looked_at = std::min(lengths, max_lengths_of_slots);
    std::vector<std::vector<float>> by_length;
    for (std::size_t number = 0; number < looked_at; ++number) {
        const std::size_t k = looked_at == 1 ? 0 : number * (lengths - 1) / (looked_at - 1);
        by_length.push_back(beyond_class(*subject.stack, k, slots, survey));
    }
    const auto slower = slower_slots(by_length, subject);
    if (!slower) return std::nullopt;

    Structure structure;
    structure.finding.kind = FindingKind::mixed_slots;
    structure.finding.part = part::Machine{survey.machine.hosts};
    const auto count = std::count(slower->is_slower.begin(), slower->is_slower.end(), true);
    const double fraction = static_cast<double>(count) / static_cast<double>(slower->is_slower.size());
    weigh(structure.finding, std::llround(fraction * static_cast<double>(survey.classes.pairs_measured())),
          subject);
    structure.finding.evidence.notes.push_back({"Slower between hosts from one slot to another: {}.",
                                                {slower_pairs_text(slower->is_slower, slots.count)}});

    PerRank<std::size_t> slot_of(survey.machine.host_of.size(), slots.count);
    for (const HostIndex host : slots.hosts) {
        const std::vector<RankIndex>& ranks = survey.machine.ranks_of[host];
        for (std::size_t slot = 0; slot < ranks.size(); ++slot) slot_of[ranks[slot]] = slot;
    }
    structure.names = {"", "slower places"};
    structure.part_of = [slot_of, is_slower = slower->is_slower, count = slots.count](RankIndex sender,
                                                                                      RankIndex receiver) {
        const std::size_t from = slot_of[sender];
        const std::size_t to = slot_of[receiver];
        return from < count && to < count && is_slower[from + to * count] ? std::size_t{1} : std::size_t{0};
    };
    return structure;
}

}  // namespace fabricmap::diagnosis
