// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include "base/mixing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <numeric>

namespace fabricmap::testing {
namespace {

/// Numbers drawn one after another.
class Chance {
  public:
    explicit Chance(std::uint64_t seed) : state_(mix(seed)) {}

    [[nodiscard]] double uniform() {
        constexpr double steps = 1ULL << 53U;
        return (static_cast<double>(draw_below(state_, 1ULL << 53U)) + 0.5) / steps;
    }
    [[nodiscard]] double normal() {
        const double radius = std::sqrt(-2 * std::log(uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

  private:
    std::uint64_t state_;
};

/// Without noise and changes.
double modelled_s(const LogGpMachine& machine, const Message& message) {
    if (message.sender == message.receiver) {
        constexpr double memory_gap_s = 1 / 20e9;
        return 2 * machine.overhead_s + static_cast<double>(message.bytes) * memory_gap_s;
    }
    const double latency_s = machine.wire_s + machine.hops(message.sender, message.receiver) * machine.hop_s;
    const double handshake_s = message.bytes > machine.eager_limit ? machine.rendezvous_s + 2 * latency_s : 0;
    return 2 * machine.overhead_s + latency_s + handshake_s +
           static_cast<double>(message.bytes) * machine.gap_s;
}

struct Samples {
    double median_s = 0;
    double average_s = 0;
    double outliers = 0;  ///< beyond five medians
};

Samples take_samples(const LogGpMachine& machine, double delay_s, Chance& chance) {
    std::vector<double> samples;
    double wave = chance.normal();
    for (int sample = 0; sample < machine.samples; ++sample) {
        wave = machine.autocorrelation * wave +
               std::sqrt(1 - machine.autocorrelation * machine.autocorrelation) * chance.normal();
        double sample_s = delay_s * std::exp(machine.noise * wave);
        if (chance.uniform() < machine.spikes) sample_s *= 1 + 5 * -std::log(chance.uniform());
        samples.push_back(machine.clock_s * std::max(1.0, std::round(sample_s / machine.clock_s)));
    }
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    constexpr double far_longer = 5;
    const auto outliers = std::count_if(samples.begin(), samples.end(),
                                        [&](double sample_s) { return sample_s > far_longer * *middle; });
    return {*middle, std::accumulate(samples.begin(), samples.end(), 0.0) / machine.samples,
            static_cast<double>(outliers)};
}

}  // namespace

HeldRun measure(const LogGpMachine& machine, std::uint64_t seed) {
    Chance chance(seed);
    HeldRun run;
    run.description.mode = Mode::one_to_one;
    run.description.timing = machine.timing;
    run.description.schedule = Schedule{.kind = ScheduleKind::serial};
    run.description.message_lengths = machine.lengths;
    run.description.clock_resolution_s = machine.clock_s;
    run.description.complete = true;
    const int ranks = machine.hosts * machine.ranks_per_host;
    for (int rank = 0; rank < ranks; ++rank) {
        const int host = rank / machine.ranks_per_host;
        run.description.ranks.push_back(
            {fmt::format("node{:03}", host), host, rank % machine.ranks_per_host, -1});
    }
    Eigen::ArrayXXd spread(ranks, ranks);
    for (double& value : spread.reshaped()) value = std::exp(machine.pair_spread * chance.normal());
    const Matrix nothing = Matrix::Constant(ranks, ranks, std::numeric_limits<double>::quiet_NaN());
    for (const std::int64_t bytes : machine.lengths) {
        Matrix& medians = run.planes[Statistic::median].emplace_back(nothing);
        Matrix& averages = run.planes[Statistic::average].emplace_back(nothing);
        Matrix& counts = run.planes[Statistic::count].emplace_back(Matrix::Zero(ranks, ranks));
        Matrix& outliers = run.outliers.emplace_back(nothing);
        for (int sender = 0; sender < ranks; ++sender) {
            for (int receiver = 0; receiver < ranks; ++receiver) {
                if (sender == receiver) continue;
                const Message message{sender / machine.ranks_per_host, receiver / machine.ranks_per_host,
                                      sender % machine.ranks_per_host, receiver % machine.ranks_per_host,
                                      bytes};
                double delay_s = modelled_s(machine, message) * spread(sender, receiver);
                for (const auto& change : machine.changes) delay_s = change(message, delay_s);
                if (!std::isfinite(delay_s)) continue;
                const Samples samples = take_samples(machine, delay_s, chance);
                medians(sender, receiver) = samples.median_s;
                averages(sender, receiver) = samples.average_s;
                counts(sender, receiver) = machine.samples;
                outliers(sender, receiver) = samples.outliers;
            }
        }
    }
    return run;
}

std::function<int(int, int)> one_switch() {
    return [](int, int) { return 1; };
}

std::function<int(int, int)> tree_of(std::vector<int> sizes) {
    return [sizes = std::move(sizes)](int one, int other) {
        int hops = 1;
        for (const int size : sizes) {
            one /= size;
            other /= size;
            if (one == other) return hops;
            hops += 2;
        }
        return hops;
    };
}

std::function<int(int, int)> torus_of(std::vector<int> sizes) {
    return [sizes = std::move(sizes)](int one, int other) {
        int hops = 0;
        for (const int size : sizes) {
            const int apart = std::abs(one % size - other % size);
            hops += std::min(apart, size - apart);
            one /= size;
            other /= size;
        }
        return hops;
    };
}

std::function<int(int, int)> dragonfly_of(int routers, int hosts_of_a_router) {
    return [=](int one, int other) {
        const int here = one / hosts_of_a_router;
        const int there = other / hosts_of_a_router;
        if (here == there) return 1;
        const int group = here / routers;
        const int other_group = there / routers;
        if (group == other_group) return 2;
        // The router of each group with the cable to the other.
        const int gateway = group * routers + other_group % routers;
        const int entrance = other_group * routers + group % routers;
        constexpr int global_cable = 4;  // takes as long as so many hops
        return 2 + global_cable + (here == gateway ? 0 : 1) + (there == entrance ? 0 : 1);
    };
}

}  // namespace fabricmap::testing
