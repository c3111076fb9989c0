// SPDX-License-Identifier: Apache-2.0
#include "network_test/probing/probing.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/probing/coarse_grid.hpp"
#include "network_test/probing/class_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::network_test {
namespace {

constexpr int pairs_of_a_class = 3;
// Medians are of single ticks or halves of them; a delay that rounds to the next tick has not jumped.
constexpr double min_ticks = 2;

/// Few samples a visit and many visits: what disturbs comes in bursts. Long messages take longer, and what
/// disturbs them is less of their time.
SamplingRule rule_for(std::int64_t length_bytes) {
    constexpr std::int64_t short_bytes = std::int64_t{64} << 10U;
    constexpr std::int64_t long_bytes = std::int64_t{1} << 20U;
    SamplingRule rule;
    rule.fixed = true;
    rule.most = length_bytes <= short_bytes ? 9 : length_bytes < long_bytes ? 7 : 5;
    rule.warm_up = length_bytes <= short_bytes ? 2 : 1;
    return rule;
}

/// Measures some pairs, one after the other, while all other ranks sleep; all ranks call it together and get
/// the same delays.
class PairVisits {
  public:
    PairVisits(SweepContext& context, std::vector<RankPair> pairs)
        : context_(context), pairs_(std::move(pairs)) {}

    /// At least so many visits; the lengths go up in one and down in the next.
    [[nodiscard]] std::vector<Visit> operator()(const std::vector<std::int64_t>& lengths, int visits) const;

  private:
    [[nodiscard]] Visit visit(const RankPair& pair, const std::vector<std::int64_t>& lengths,
                              bool upwards) const;
    /// Median delay of the pair on its leader; 0 on its follower and all others.
    [[nodiscard]] double measure(const RankPair& pair, std::int64_t length_bytes) const;
    void distribute(std::vector<Visit>& visits, int from) const;

    SweepContext& context_;
    std::vector<RankPair> pairs_;
};

std::vector<Visit> PairVisits::operator()(const std::vector<std::int64_t>& lengths, int visits) const {
    const auto wanted = static_cast<std::size_t>(visits);
    const std::size_t visits_of_a_pair = (wanted + pairs_.size() - 1) / pairs_.size();
    std::vector<Visit> all;
    all.reserve(visits_of_a_pair * pairs_.size());
    for (const RankPair& pair : pairs_) {
        std::vector<Visit> of_pair;
        of_pair.reserve(visits_of_a_pair);
        for (std::size_t k = 0; k < visits_of_a_pair; ++k)
            of_pair.push_back(visit(pair, lengths, k % 2 == 0));
        distribute(of_pair, context_.pair_measurement().leader_of(pair));
        all.insert(all.end(), of_pair.begin(), of_pair.end());
    }
    return all;
}

Visit PairVisits::visit(const RankPair& pair, const std::vector<std::int64_t>& lengths, bool upwards) const {
    Visit delays_s(lengths.size());
    for (std::size_t step = 0; step < lengths.size(); ++step) {
        const std::size_t k = upwards ? step : lengths.size() - 1 - step;
        delays_s[k] = measure(pair, lengths[k]);
    }
    return delays_s;
}

double PairVisits::measure(const RankPair& pair, std::int64_t length_bytes) const {
    const Payload payload(length_bytes);
    const Stage stage = context_.stage_for(payload);
    if (stage.rank != pair.sender && stage.rank != pair.receiver) return 0;
    PairMeasurement measurement(context_.pair_exchange(), rule_for(length_bytes), false);
    if (stage.rank == measurement.leader_of(pair)) return measurement.lead(stage, pair).median;
    measurement.follow(stage, pair);
    return 0;
}

void PairVisits::distribute(std::vector<Visit>& visits, int from) const {
    std::vector<double> numbers;
    for (const Visit& visit : visits) numbers.insert(numbers.end(), visit.begin(), visit.end());
    context_.idle().take_from(from, numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE,
                              context_.control());
    // The next pair begins when nobody passes results on any more.
    context_.idle().await_all(context_.control());
    auto next = numbers.begin();
    for (Visit& visit : visits) {
        std::copy_n(next, visit.size(), visit.begin());
        next += static_cast<std::ptrdiff_t>(visit.size());
    }
}

std::string line_of(std::string_view name, const Breakpoint& found) {
    const std::string times = std::isfinite(found.factor) ? fmt::format(" (×{:.2g})", found.factor) : "";
    return fmt::format("{}: from {} bytes on, {}{}{}", name, found.last_before + 1,
                       found.step_s < 0 ? "−" : "+", format_value(std::abs(found.step_s), Quantity::delay, 2),
                       times);
}

}  // namespace

std::vector<ClassBreaks> probe_classes(SweepContext& context) {
    context.progress().prepare("probing");
    context.connect();
    context.synchronise_clocks();
    // Clocks may differ between hosts, and all ranks must come to the same decisions.
    double resolution_s = context.clock_resolution_s();
    take_from_first_rank(resolution_s, context.control());
    const BreakRules rules{.min_step_s = min_ticks * resolution_s};
    const auto& [options, run, locations, roster] = context.subject();
    std::vector<ClassBreaks> classes;
    for (const PairClass pair_class : all_pair_classes) {
        const auto pairs = representative_pairs(locations, roster.endpoints(), pair_class, pairs_of_a_class,
                                                run.seed.value_or(0));
        if (pairs.empty()) continue;
        const PairVisits visits(context, pairs);
        classes.push_back({pair_class, pairs, find_breaks(options.lengths, visits, rules)});
    }
    return classes;
}

std::vector<std::int64_t> with_both_sides(std::vector<std::int64_t> lengths,
                                          const std::vector<ClassBreaks>& classes) {
    std::vector<std::int64_t> sides;
    for (const ClassBreaks& of_class : classes) {
        for (const Breakpoint& found : of_class.search.breaks)
            sides.insert(sides.end(), {found.last_before, found.last_before + 1});
    }
    return merged(std::move(lengths), sides);
}

std::vector<std::string> threshold_lines(const std::vector<ClassBreaks>& classes) {
    std::vector<std::string> lines;
    for (const ClassBreaks& of_class : classes) {
        const auto name = name_of(of_class.pair_class);
        if (of_class.search.breaks.empty()) lines.push_back(fmt::format("{}: no jump", name));
        for (const Breakpoint& found : of_class.search.breaks) lines.push_back(line_of(name, found));
        lines.push_back(
            fmt::format("{}: {} beside those of the grid tried on {}", name,
                        counted(static_cast<std::int64_t>(of_class.search.probed.size()), "length"),
                        counted(static_cast<std::int64_t>(of_class.pairs.size()), "pair")));
    }
    return lines;
}

}  // namespace fabricmap::network_test
