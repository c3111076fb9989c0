// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/delay_limits.hpp"

#include "base/mixing.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace fabricmap::network_test {
namespace {

constexpr std::size_t max_cells_of_a_rank = 128;
constexpr std::size_t min_cells_of_a_bin = 64;
constexpr double deviations = 3;
constexpr double max_times_typical = 2;
constexpr double fraction_below_one_deviation = 0.159;
constexpr double max_fraction_of_rare = 0.25;
constexpr double fence_width = 3;
constexpr double min_factor_of_unknown = 1.25;
constexpr double max_fraction_beyond_fence = 0.1;

/// What a rank tells of one of its cells. A delay of 0 stands for no cell.
struct CellOfSample {
    double short_delay_s = 0;
    double delay_s = 0;
    PairClass pair_class = PairClass::between_hosts;
    bool imprecise = false;
};
static_assert(std::is_trivially_copyable_v<CellOfSample>, "cells travel as bytes");
static_assert(std::is_trivially_copyable_v<DelayLimits>, "limits travel as bytes");

using SampleOfARank = std::array<CellOfSample, max_cells_of_a_rank>;

SampleOfARank draw_cells(const Stage& stage, const PlaneCells& cells, Side holder,
                         std::span<const double> short_delays_s) {
    std::vector<RankIndex> peers;
    for (const int peer : stage.endpoints) {
        if (peer != stage.rank && cells[peer].count > 0) peers.push_back(RankIndex{peer});
    }
    auto state = static_cast<std::uint64_t>(stage.rank);
    shuffle(std::span(peers), state);
    SampleOfARank sample{};
    for (std::size_t k = 0; k < std::min(peers.size(), sample.size()); ++k) {
        const RankIndex peer = peers[k];
        const RankPair pair =
            holder == Side::sender ? RankPair{stage.rank, peer} : RankPair{peer, stage.rank};
        const double short_s = short_delay_of(peer, short_delays_s);
        sample[k] = {std::isnan(short_s) ? 0 : short_s, cells[peer].median, class_of(pair, stage.locations),
                     cells[peer].has(Quality::imprecise)};
    }
    return sample;
}

double quantile_below(std::span<double> values, double fraction) {
    return value_at(values, static_cast<std::size_t>(fraction * static_cast<double>(values.size() - 1)));
}

std::vector<double> logarithms_of(std::span<const CellOfSample> cells) {
    std::vector<double> logarithms;
    logarithms.reserve(cells.size());
    for (const CellOfSample& cell : cells) logarithms.push_back(std::log(cell.delay_s));
    return logarithms;
}

/// Of logarithms of delays: what all but a few are above, and how far the median is above that.
struct Spread {
    double low = 0;
    double deviation = 0;
};

Spread spread_of(std::span<const CellOfSample> cells) {
    std::vector<double> logarithms = logarithms_of(cells);
    const double low = quantile_below(logarithms, fraction_below_one_deviation);
    return {low, quantile_below(logarithms, 0.5) - low};
}

/// `typical`: the deviation of most bins. Where one is far above, pairs of a slow host are among others that
/// are farther apart, and perhaps more than these: their distance is no spread.
double limit_of(const Spread& spread, double typical) {
    const double deviation = std::min(spread.deviation, max_times_typical * typical);
    const double center = spread.low + deviation;
    return std::exp(center + std::max(deviations * deviation, std::log1p(DelayLimits::min_excess)));
}

double typical_deviation(const std::vector<Spread>& spreads) {
    std::vector<double> all;
    all.reserve(spreads.size());
    for (const Spread& spread : spreads) all.push_back(spread.deviation);
    return quantile_below(all, 0.5);
}

/// Where nothing is known of the pairs.
double outer_fence_of(std::span<const CellOfSample> cells) {
    std::vector<double> logarithms = logarithms_of(cells);
    const double low = quantile_below(logarithms, 0.25);
    const double high = quantile_below(logarithms, 0.75);
    const double fence = std::max(high + fence_width * (high - low),
                                  quantile_below(logarithms, 0.5) + std::log(min_factor_of_unknown));
    const auto beyond = std::count_if(logarithms.begin(), logarithms.end(),
                                      [&](double logarithm) { return logarithm > fence; });
    const bool is_structure =
        static_cast<double>(beyond) > max_fraction_beyond_fence * static_cast<double>(logarithms.size());
    return is_structure ? std::numeric_limits<double>::infinity() : std::exp(fence);
}

DelayLimits::Bins one_bin_of(const std::vector<CellOfSample>& cells) {
    DelayLimits::Bins bins;
    if (cells.empty()) return bins;
    bins.count = 1;
    bins.limit_s.front() = outer_fence_of(cells);
    return bins;
}

DelayLimits::Bins bins_of(std::vector<CellOfSample> cells) {
    std::sort(cells.begin(), cells.end(), [](const CellOfSample& one, const CellOfSample& other) {
        return one.short_delay_s < other.short_delay_s;
    });
    DelayLimits::Bins bins;
    if (cells.empty()) return bins;
    bins.count = std::clamp<std::size_t>(cells.size() / min_cells_of_a_bin, 1, DelayLimits::max_bins);
    std::vector<Spread> spreads;
    for (std::size_t bin = 0; bin < bins.count; ++bin) {
        const std::size_t begin = cells.size() * bin / bins.count;
        const std::size_t end = cells.size() * (bin + 1) / bins.count;
        bins.upper_end_s.at(bin) = cells[end - 1].short_delay_s;
        spreads.push_back(spread_of(std::span(cells).subspan(begin, end - begin)));
    }
    const double typical = typical_deviation(spreads);
    for (std::size_t bin = 0; bin < bins.count; ++bin) bins.limit_s.at(bin) = limit_of(spreads[bin], typical);
    return bins;
}

}  // namespace

double short_delay_of(int peer, std::span<const double> short_delays_s) noexcept {
    return short_delays_s.empty() ? 0 : short_delays_s[static_cast<std::size_t>(peer)];
}

DelayLimits DelayLimits::of(const Stage& stage, const PlaneCells& cells, Side holder,
                            std::span<const double> short_delays_s, MPI_Comm control) {
    const SampleOfARank own = draw_cells(stage, cells, holder, short_delays_s);
    std::vector<SampleOfARank> all(stage.rank == 0 ? static_cast<std::size_t>(stage.size) : 0);
    const WaitScope awaited("comparing pairs", Waiting::idle);
    MPI_Gather(own.data(), sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, 0, control);
    DelayLimits limits;
    std::array<std::vector<CellOfSample>, all_pair_classes.size()> of_class;
    std::size_t count = 0;
    std::size_t imprecise = 0;
    for (const SampleOfARank& sample : all) {
        for (const CellOfSample& cell : sample) {
            if (!(cell.delay_s > 0)) continue;
            of_class.at(static_cast<std::size_t>(cell.pair_class)).push_back(cell);
            ++count;
            if (cell.imprecise) ++imprecise;
        }
    }
    limits.imprecision_is_rare_ =
        static_cast<double>(imprecise) <= max_fraction_of_rare * static_cast<double>(count);
    for (std::size_t k = 0; k < of_class.size(); ++k) {
        limits.bins_.at(k) =
            short_delays_s.empty() ? one_bin_of(of_class.at(k)) : bins_of(std::move(of_class.at(k)));
    }
    MPI_Bcast(&limits, sizeof limits, MPI_BYTE, 0, control);
    return limits;
}

double DelayLimits::of(PairClass pair_class, double short_delay_s) const noexcept {
    const Bins& bins = bins_[static_cast<std::size_t>(pair_class)];
    if (bins.count == 0) return std::numeric_limits<double>::infinity();
    const std::span ends(bins.upper_end_s.data(), bins.count);
    const std::span limits(bins.limit_s.data(), bins.count);
    if (std::isnan(short_delay_s)) return *std::max_element(limits.begin(), limits.end());
    const auto bin = std::lower_bound(ends.begin(), ends.end() - 1, short_delay_s) - ends.begin();
    return limits[static_cast<std::size_t>(bin)];
}

}  // namespace fabricmap::network_test
