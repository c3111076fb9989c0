// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/interference.hpp"

#include "statistics/order_statistics.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace fabricmap::network_test {
namespace {

constexpr double improbable = 0.05;
constexpr double suggestive = 0.2;

/// The probability of at least so many heads among the throws of a coin.
double chance_of_heads(std::size_t heads, std::size_t throws) {
    double chance = 0;
    double ways = 1;
    for (std::size_t k = 0; k <= throws; ++k) {
        if (k >= heads) chance += ways;
        ways *= static_cast<double>(throws - k) / static_cast<double>(k + 1);
    }
    return std::ldexp(chance, -static_cast<int>(throws));
}

/// By how much pairs took longer than alone, as shares of the delay: more than the first, at most the second.
struct Excess {
    double above = 0;
    double up_to = 0;
};
constexpr Excess a_little_slower{InterferenceTally::tolerance, InterferenceTally::far_off};
constexpr Excess far_slower{InterferenceTally::far_off, std::numeric_limits<double>::infinity()};
constexpr Excess slower{InterferenceTally::tolerance, std::numeric_limits<double>::infinity()};

std::size_t count_of(std::span<const double> ratios, const Excess& excess) {
    return static_cast<std::size_t>(std::count_if(ratios.begin(), ratios.end(), [&](double ratio) {
        return ratio > 1 + excess.above && ratio <= 1 + excess.up_to;
    }));
}

/// How likely noise alone makes so many of them slower, of those that are off by as much either way.
double chance_of(std::span<const double> ratios, const Excess& excess) {
    const auto quicker = std::count_if(ratios.begin(), ratios.end(), [&](double ratio) {
        return ratio < 1 / (1 + excess.above) && ratio >= 1 / (1 + excess.up_to);
    });
    const std::size_t heads = count_of(ratios, excess);
    return chance_of_heads(heads, heads + static_cast<std::size_t>(quicker));
}

/// Whether more than the tolerated fraction are that slow, and noise makes it so with less than that chance.
bool are_many(std::span<const double> ratios, const Excess& excess, double tolerated_fraction,
              double max_chance) {
    return static_cast<double>(count_of(ratios, excess)) >
               tolerated_fraction * static_cast<double>(ratios.size()) &&
           chance_of(ratios, excess) < max_chance;
}

std::string percent(double fraction) {
    constexpr double max_in_percent = 10;
    return fraction < max_in_percent ? fmt::format("{:.0f} %", fraction * 100)
                                     : fmt::format("{:.0f} times", fraction + 1);
}

}  // namespace

std::vector<double> InterferenceTally::ratios_of(PairClass pair_class) const {
    std::vector<double> ratios;
    ratios.reserve(samples(pair_class));
    for (const auto& [short_delay_s, ratio] : pairs_[index(pair_class)]) ratios.push_back(ratio);
    return ratios;
}

Interference InterferenceTally::of(PairClass pair_class) const {
    std::vector<double> sorted = ratios_of(pair_class);
    if (sorted.empty()) return {};
    const double median = median_of(sorted);
    std::sort(sorted.begin(), sorted.end());
    const MedianInterval interval = median_interval(sorted.size());
    return {median - 1, sorted[interval.low] - 1, sorted[interval.high] - 1};
}

bool InterferenceTally::has_many_far_slower(PairClass pair_class) const {
    const auto has_many = [&](std::span<const double> ratios) {
        return are_many(ratios, far_slower, tolerated_fraction_, improbable);
    };
    const std::vector<double> ratios = ratios_of(pair_class);
    const std::span<const double> all(ratios);
    if (has_many(all)) return true;
    const auto& pairs = pairs_[index(pair_class)];
    if (pairs.empty() || pairs.begin()->first == pairs.rbegin()->first) return false;
    const std::size_t half = all.size() / 2;
    return has_many(all.first(half)) || has_many(all.last(half));
}

bool InterferenceTally::has_many_between(PairClass pair_class, double max_chance) const {
    return are_many(ratios_of(pair_class), a_little_slower, tolerated_fraction_between, max_chance);
}

bool InterferenceTally::is_disturbed(PairClass pair_class) const {
    if (samples(pair_class) == 0) return false;
    return of(pair_class).high > tolerance || has_many_far_slower(pair_class) ||
           has_many_between(pair_class, improbable);
}

std::optional<PairClass> InterferenceTally::disturbed() const {
    std::optional<PairClass> worst;
    for (const PairClass pair_class : all_pair_classes) {
        if (!is_disturbed(pair_class)) continue;
        if (!worst || of(pair_class).high > of(*worst).high) worst = pair_class;
    }
    return worst;
}

std::int64_t InterferenceTally::thinning(PairClass pair_class) const {
    const double sharing = 1 + of(pair_class).low;
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(std::max(sharing, 2.0))));
}

bool InterferenceTally::undecided() const {
    return std::any_of(all_pair_classes.begin(), all_pair_classes.end(), [&](PairClass pair_class) {
        if (samples(pair_class) == 0) return false;
        if (has_many_far_slower(pair_class) || has_many_between(pair_class, improbable)) return false;
        const Interference interference = of(pair_class);
        const double chance = chance_of(ratios_of(pair_class), far_slower);
        const bool median_is_open = interference.high > tolerance && interference.low <= tolerance;
        const bool fraction_is_open = tolerated_fraction_ == 0 && chance < 1 - improbable;
        return median_is_open || fraction_is_open || has_many_between(pair_class, suggestive);
    });
}

std::string InterferenceTally::text(PairClass pair_class) const {
    const Interference seen = of(pair_class);
    const bool is_many = has_many_far_slower(pair_class) || has_many_between(pair_class, improbable);
    const bool only_a_little = has_many_between(pair_class, improbable) && !has_many_far_slower(pair_class);
    const Excess& reported = only_a_little ? slower : far_slower;
    return fmt::format("take {} longer than alone ({} to {}; {} of {} over {:.0f} %){}",
                       percent(seen.inflation), percent(seen.low), percent(seen.high),
                       count_of(ratios_of(pair_class), reported), samples(pair_class), reported.above * 100,
                       seen.low <= tolerance && !is_many ? ", inconclusive" : "");
}

}  // namespace fabricmap::network_test
