// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include "tests/diagnosis/machines/loggp_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace fabricmap::testing {
namespace {

struct Samples {
    double median_s = 0;
    double average_s = 0;
    double deviation_s = 0;
    double outliers = 0;  ///< beyond five medians
    bool is_imprecise = false;
};

/// Whether the 95 % interval of their median, as network_test has it, is wider than 2 % to either side.
bool are_imprecise(std::vector<double> samples) {
    const auto count = static_cast<double>(samples.size());
    constexpr double deviations = 1.96;
    constexpr double precision = 0.02;
    const double lowest = std::floor((count - deviations * std::sqrt(count)) / 2);
    const double highest = std::ceil(1 + (count + deviations * std::sqrt(count)) / 2);
    if (lowest < 1 || highest > count) return true;
    std::sort(samples.begin(), samples.end());
    const double median_s = samples[samples.size() / 2];
    return median_s - samples[static_cast<std::size_t>(lowest) - 1] > precision * median_s ||
           samples[static_cast<std::size_t>(highest) - 1] - median_s > precision * median_s;
}

Samples summary_of(const Eigen::ArrayXXd::ConstColXpr& of_pair) {
    std::vector<double> samples(of_pair.begin(), of_pair.end());
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    constexpr double far_longer = 5;
    const auto outliers = std::count_if(samples.begin(), samples.end(),
                                        [&](double sample_s) { return sample_s > far_longer * *middle; });
    const double count = static_cast<double>(samples.size());
    const double average_s = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
    const double squares_s2 =
        std::accumulate(samples.begin(), samples.end(), 0.0, [&](double sum_s2, double sample_s) {
            return sum_s2 + (sample_s - average_s) * (sample_s - average_s);
        });
    return {*middle, average_s, std::sqrt(squares_s2 / std::max(1.0, count - 1)),
            static_cast<double>(outliers), are_imprecise(samples)};
}

}  // namespace

HeldRun measure(const LogGpMachine& machine, std::uint64_t seed) {
    Chance chance(seed);
    HeldRun run;
    describe_mode(machine, run.description);
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
    const LogGpNetwork network(machine, chance);
    const Matrix nothing = Matrix::Constant(ranks, ranks, std::numeric_limits<double>::quiet_NaN());
    for (const std::int64_t bytes : machine.lengths) {
        Matrix& medians = run.planes[Statistic::median].emplace_back(nothing);
        Matrix& averages = run.planes[Statistic::average].emplace_back(nothing);
        Matrix& counts = run.planes[Statistic::count].emplace_back(Matrix::Zero(ranks, ranks));
        Matrix& outliers = run.outliers.emplace_back(nothing);
        Matrix deviations = nothing;
        Matrix quality = Matrix::Constant(ranks, ranks, 1);  // missing
        const Eigen::ArrayXXd all = samples_of(network, bytes, chance);
        for (int pair = 0; pair < ranks * ranks; ++pair) {
            if (!std::isfinite(all(0, pair))) continue;
            const Samples samples = summary_of(all.col(pair));
            medians(pair / ranks, pair % ranks) = samples.median_s;
            averages(pair / ranks, pair % ranks) = samples.average_s;
            counts(pair / ranks, pair % ranks) = machine.samples;
            outliers(pair / ranks, pair % ranks) = samples.outliers;
            deviations(pair / ranks, pair % ranks) = samples.deviation_s;
            quality(pair / ranks, pair % ranks) = samples.is_imprecise ? 64 : 0;
        }
        if (!traits_of(machine.mode).loads_network) continue;
        run.planes[Statistic::deviation].push_back(deviations);
        run.quality.push_back(quality);
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
