// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/slower_together.hpp"

#include "base/quantities.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/slots.hpp"
#include "diagnosis/stages/other_memories.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_hosts_side_by_side = 3;
/// Ranks of other hosts that each is looked at with, both ways.
constexpr std::size_t max_partners_together = 32;
/// Two ranks on one adapter are twice as slow together.
constexpr double min_loss_together = 1.4;
constexpr float min_deviations_together = 8;
constexpr float min_deviation_together = 0.02F;

/// The longest length that both have, as places in the two stacks.
std::optional<std::pair<std::size_t, std::size_t>> longest_in_common(const DelayStack& one,
                                                                     const DelayStack& other) {
    const auto& lengths = one.message_lengths();
    const auto& others = other.message_lengths();
    for (std::size_t k = lengths.size(); k-- > 0;) {
        const auto found = std::find(others.begin(), others.end(), lengths[k]);
        if (found != others.end()) return std::pair{k, static_cast<std::size_t>(found - others.begin())};
    }
    return std::nullopt;
}

/// With ranks of other hosts, of other places in turn: what a rank sends, and what it receives.
std::vector<Cell> cells_of(const Machine& machine, const Slots& slots, std::size_t place, std::size_t slot) {
    const std::size_t others = slots.hosts.size() - 1;
    const std::size_t partners = std::min(others * slots.count, max_partners_together);
    const auto own = static_cast<std::int32_t>(machine.ranks_of[slots.hosts[place]][slot]);
    std::vector<Cell> cells;
    for (std::size_t number = 0; number < partners; ++number) {
        const std::size_t step = 1 + (partners < others ? number * others / partners : number % others);
        const HostIndex host = slots.hosts[(place + step) % slots.hosts.size()];
        const auto other = static_cast<std::int32_t>(
            machine.ranks_of[host][(slot + number / others + number) % slots.count]);
        cells.push_back({own, other});
        cells.push_back({other, own});
    }
    return cells;
}

/// How much longer messages of ranks take where all of a host send: hosts × slots, logarithms.
Eigen::ArrayXXf losses_together(const Machine& machine, const Slots& slots, const Run& alone,
                                const Run& together) {
    Eigen::ArrayXXf losses =
        Eigen::ArrayXXf::Constant(std::ssize(slots.hosts), static_cast<Eigen::Index>(slots.count), no_value);
    const auto before = alone.stack(alone.preferred());
    const auto after = together.stack(together.preferred());
    const auto length = longest_in_common(*before, *after);
    if (!length) return losses;
    std::vector<Cell> cells;
    std::vector<std::size_t> ends;
    for (std::size_t place = 0; place < slots.hosts.size(); ++place) {
        for (std::size_t slot = 0; slot < slots.count; ++slot) {
            const std::vector<Cell> own = cells_of(machine, slots, place, slot);
            cells.insert(cells.end(), own.begin(), own.end());
            ends.push_back(cells.size());
        }
    }
    const std::vector<double> alone_s = before->cells(length->first, cells);
    const std::vector<double> together_s = after->cells(length->second, cells);
    std::size_t cell = 0;
    for (std::size_t rank = 0; rank < ends.size(); ++rank) {
        std::vector<float> ratios;
        for (; cell < ends[rank]; ++cell)
            ratios.push_back(static_cast<float>(std::log(together_s[cell] / alone_s[cell])));
        losses(static_cast<Eigen::Index>(rank / slots.count), static_cast<Eigen::Index>(rank % slots.count)) =
            median_of_numbers(ratios);
    }
    return losses;
}

/// Less what the same place loses on most hosts.
Eigen::ArrayXXf beyond_other_hosts(Eigen::ArrayXXf losses) {
    for (Eigen::Index slot = 0; slot < losses.cols(); ++slot) {
        std::vector<float> of_hosts = numbers_of(losses.col(slot));
        if (!of_hosts.empty()) losses.col(slot) -= median_of(of_hosts);
    }
    return losses;
}

void report_slower(std::vector<Finding>& findings, const Machine& machine, HostIndex host,
                   const std::vector<std::int64_t>& ranks, double factor, std::int64_t length) {
    const Note loss{
        "Its ranks {} are {} times slower at once than alone, compared with those of other hosts.",
        {joined_by(ranks, ", "), format_factor(factor)}};
    Finding finding;
    finding.kind = FindingKind::shared_adapter;
    name_host(finding, machine, host);
    const auto reported = std::find_if(findings.begin(), findings.end(), [&](const Finding& other) {
        return other.kind == FindingKind::shared_adapter && hosts_of(other.part) == hosts_of(finding.part);
    });
    if (reported != findings.end()) {
        reported->evidence.notes.push_back(loss);
        return;
    }
    finding.ranks = ranks;
    finding.predicate = {"sends from ranks {} at once {} times slower than alone",
                         {joined_by(ranks, ", "), format_factor(factor)}};
    finding.from_length_bytes = finding.to_length_bytes = length;
    finding.severity =
        (factor - 1) * 2 * static_cast<double>(ranks.size()) / static_cast<double>(machine.rank_count());
    finding.evidence.notes.push_back(loss);
    findings.push_back(std::move(finding));
}

}  // namespace

bool are_alone_and_together(const Run& one, const Run& other) {
    const RunDescription& here = one.description();
    const RunDescription& there = other.description();
    if (are_hosts_together(here) == are_hosts_together(there) || here.mode != there.mode ||
        here.timing != there.timing)
        return false;
    if (!have_same_memory(one, other) || one.preferred() != other.preferred()) return false;
    return have_same_ranks(here, there);
}

void add_slower_together(std::vector<Finding>& findings, const Request& request, const Run& judged,
                         const Machine& machine) {
    const auto other = std::find_if(request.runs.begin(), request.runs.end(),
                                    [&](const Run& run) { return are_alone_and_together(judged, run); });
    const Slots slots = slots_of(machine);
    if (other == request.runs.end() || slots.count < 2 || slots.hosts.size() < min_hosts_side_by_side) return;
    const bool is_judged_alone = are_hosts_together(other->description());
    const Run& alone = is_judged_alone ? judged : *other;
    const Run& together = is_judged_alone ? *other : judged;
    const Eigen::ArrayXXf beyond = beyond_other_hosts(losses_together(machine, slots, alone, together));
    std::vector<float> sizes = numbers_of(beyond.abs().reshaped());
    if (sizes.empty()) return;
    const float deviation =
        std::max(static_cast<float>(deviations_of_a_median) * median_of(sizes), min_deviation_together);
    const float threshold =
        std::max(min_deviations_together * deviation, static_cast<float>(std::log(min_loss_together)));
    for (std::size_t place = 0; place < slots.hosts.size(); ++place) {
        const HostIndex host = slots.hosts[place];
        std::vector<std::int64_t> ranks;
        std::vector<float> losses;
        for (std::size_t slot = 0; slot < slots.count; ++slot) {
            const float loss = beyond(static_cast<Eigen::Index>(place), static_cast<Eigen::Index>(slot));
            if (!(loss >= threshold)) continue;
            ranks.push_back(machine.ranks_of[host][slot]);
            losses.push_back(loss);
        }
        if (ranks.size() < 2) continue;
        report_slower(findings, machine, host, ranks, std::exp(static_cast<double>(median_of(losses))),
                      together.description().message_lengths.back());
    }
}

}  // namespace fabricmap::diagnosis
