// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/suspects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <type_traits>

namespace fabricmap::network_test {
namespace {

constexpr double least_excess = 1.25;
constexpr double fence = 3;

// Delays from a nanosecond to a thousand seconds in steps of two percent.
constexpr double shortest_s = 1e-9;
constexpr double step = 0.02;
constexpr std::size_t steps = 1382;

using Limits = std::array<double, all_pair_classes.size()>;

std::size_t step_of(double delay_s) noexcept {
    const double number = std::log(std::max(delay_s, shortest_s) / shortest_s) / step;
    return std::min(static_cast<std::size_t>(number), steps - 1);
}

RankPair pair_of(const Stage& stage, int peer, Side holder) noexcept {
    return holder == Side::sender ? RankPair{stage.rank, peer} : RankPair{peer, stage.rank};
}

template <typename Act>
void for_each_measured(const Stage& stage, const PlaneCells& cells, Side holder, const Act& act) {
    for (const int peer : stage.parties) {
        if (peer != stage.rank && cells[peer].count > 0)
            act(pair_of(stage, peer, holder), cells[peer].median);
    }
}

/// The logarithmic step below which that share of the class lies.
double quantile(std::span<const std::int64_t> counts, std::int64_t pairs, double share) {
    const double wanted = share * static_cast<double>(pairs);
    std::int64_t below = 0;
    for (std::size_t number = 0; number < counts.size(); ++number) {
        below += counts[number];
        if (static_cast<double>(below) >= wanted) return static_cast<double>(number) + 0.5;
    }
    return static_cast<double>(counts.size());
}

double limit_s(std::span<const std::int64_t> counts) {
    std::int64_t pairs = 0;
    for (const std::int64_t count : counts) pairs += count;
    if (pairs == 0) return std::numeric_limits<double>::infinity();
    const double low = quantile(counts, pairs, 0.25);
    const double high = quantile(counts, pairs, 0.75);
    const double median_s = shortest_s * std::exp(step * quantile(counts, pairs, 0.5));
    const double fence_s = shortest_s * std::exp(step * (high + fence * (high - low)));
    return std::max(fence_s, least_excess * median_s);
}

Limits limits_of_classes(const Stage& stage, const PlaneCells& cells, Side holder, MPI_Comm control) {
    std::vector<std::int64_t> histogram(all_pair_classes.size() * steps, 0);
    for_each_measured(stage, cells, holder, [&](const RankPair& pair, double median_s) {
        const auto pair_class = static_cast<std::size_t>(class_of(pair, stage.places));
        ++histogram[pair_class * steps + step_of(median_s)];
    });
    MPI_Allreduce(MPI_IN_PLACE, histogram.data(), static_cast<int>(histogram.size()), MPI_INT64_T, MPI_SUM,
                  control);
    Limits limits{};
    for (std::size_t pair_class = 0; pair_class < limits.size(); ++pair_class) {
        limits[pair_class] = limit_s(std::span(histogram).subspan(pair_class * steps, steps));
    }
    return limits;
}

bool is_worse(const Suspect& one, const Suspect& other) noexcept {
    return one.excess != other.excess ? one.excess > other.excess
                                      : std::pair(one.pair.sender, one.pair.receiver) <
                                            std::pair(other.pair.sender, other.pair.receiver);
}

std::vector<Suspect> gather(const std::vector<Suspect>& own, MPI_Comm control) {
    static_assert(std::is_trivially_copyable_v<Suspect>, "suspects travel as bytes");
    int ranks = 0;
    MPI_Comm_size(control, &ranks);
    const int own_bytes = static_cast<int>(own.size() * sizeof(Suspect));
    std::vector<int> bytes(static_cast<std::size_t>(ranks));
    MPI_Allgather(&own_bytes, 1, MPI_INT, bytes.data(), 1, MPI_INT, control);
    std::vector<int> offsets(bytes.size() + 1, 0);
    for (std::size_t rank = 0; rank < bytes.size(); ++rank) offsets[rank + 1] = offsets[rank] + bytes[rank];
    std::vector<Suspect> all(static_cast<std::size_t>(offsets.back()) / sizeof(Suspect));
    MPI_Allgatherv(own.data(), own_bytes, MPI_BYTE, all.data(), bytes.data(), offsets.data(), MPI_BYTE,
                   control);
    return all;
}

}  // namespace

Suspects find_suspects(const Stage& stage, const PlaneCells& cells, Side holder, MPI_Comm control,
                       std::size_t most_of_a_rank) {
    const Limits limits = limits_of_classes(stage, cells, holder, control);
    std::vector<Suspect> own;
    for_each_measured(stage, cells, holder, [&](const RankPair& pair, double median_s) {
        const double excess = median_s / limits[static_cast<std::size_t>(class_of(pair, stage.places))];
        if (excess > 1) own.push_back({pair, excess});
    });
    std::sort(own.begin(), own.end(), is_worse);
    const std::size_t kept = std::min(own.size(), most_of_a_rank);
    Suspects all{{}, static_cast<std::int64_t>(own.size() - kept)};
    MPI_Allreduce(MPI_IN_PLACE, &all.left_out, 1, MPI_INT64_T, MPI_SUM, control);
    own.resize(kept);
    all.worst = gather(own, control);
    std::sort(all.worst.begin(), all.worst.end(), is_worse);
    return all;
}

SuspectBatches host_disjoint_batches(const std::vector<Suspect>& suspects,
                                     const std::vector<RankPlace>& places, std::int64_t most) {
    SuspectBatches result;
    std::map<int, std::size_t> first_free;  // batch, by host
    for (const Suspect& suspect : suspects) {
        std::size_t& of_sender = first_free[places[static_cast<std::size_t>(suspect.pair.sender)].node];
        std::size_t& of_receiver = first_free[places[static_cast<std::size_t>(suspect.pair.receiver)].node];
        const std::size_t batch = std::max(of_sender, of_receiver);
        if (static_cast<std::int64_t>(batch) >= most) {
            ++result.left_out;
            continue;
        }
        of_sender = of_receiver = batch + 1;
        result.batches.resize(std::max(result.batches.size(), batch + 1));
        result.batches[batch].push_back(suspect.pair);
    }
    return result;
}

}  // namespace fabricmap::network_test
