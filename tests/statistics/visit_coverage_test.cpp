// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "statistics/random.hpp"
#include "statistics/robust.hpp"
#include "statistics/visits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace fabricmap {
namespace {

constexpr int cells = 2000;
constexpr std::size_t runs_per_visit = 16;

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(mix(seed)) {}

    double uniform() {
        state_ = mix(state_);
        return fabricmap::uniform(state_);
    }
    double normal() { return normal_quantile(uniform()); }

  private:
    std::uint64_t state_;
};

/// What is measured: `time` makes one of a standard normal variable and a chance, with `median`. Runs of a
/// visit have an autocorrelation (of the first order); visits differ by a factor that is lognormal.
struct Machine {
    const char* name;
    double autocorrelation;
    double spread_of_visits;
    double (*time)(double normal, double chance);
};

double normal_time(double normal, double /*chance*/) {
    return 100 + 5 * normal;
}
double lognormal_time(double normal, double /*chance*/) {
    return 100 * std::exp(0.3 * normal);
}
double spiky_time(double normal, double chance) {
    return (100 + 5 * normal) * (chance < 0.05 ? 10 : 1);
}
double bimodal_time(double normal, double chance) {
    return (chance < 0.3 ? 120 : 100) + 2 * normal;
}

constexpr std::array machines{
    Machine{"normal", 0, 0, normal_time},
    Machine{"lognormal", 0, 0, lognormal_time},
    Machine{"5 % spikes", 0, 0, spiky_time},
    Machine{"bimodal", 0, 0, bimodal_time},
    Machine{"autocorrelation 0.5", 0.5, 0, normal_time},
    Machine{"autocorrelation 0.8", 0.8, 0, normal_time},
    Machine{"visits 1 % apart", 0, 0.01, normal_time},
    Machine{"visits 2 % apart", 0, 0.02, normal_time},
    Machine{"autocorrelation 0.5, visits 2 % apart", 0.5, 0.02, normal_time},
    Machine{"lognormal, autocorrelation 0.8, visits 2 % apart", 0.8, 0.02, lognormal_time},
};

std::vector<double> visit(const Machine& machine, Random& random) {
    const double factor = std::exp(machine.spread_of_visits * random.normal());
    double state = random.normal();
    std::vector<double> times;
    for (std::size_t run = 0; run < runs_per_visit; ++run) {
        times.push_back(factor * machine.time(state, random.uniform()));
        const double rho = machine.autocorrelation;
        state = rho * state + std::sqrt(1 - rho * rho) * random.normal();
    }
    return times;
}

/// What the values of many visits have in common, by so many of them that it is off by a fiftieth of what six
/// visits are.
template <typename Value>
double truth(const Machine& machine, std::uint64_t seed, const Value& value_of_all) {
    Random random(seed);
    std::vector<double> values;
    for (int k = 0; k < 15'000; ++k) {
        const std::vector<double> times = visit(machine, random);
        values.insert(values.end(), times.begin(), times.end());
    }
    return value_of_all(values);
}

/// The median of the visits' medians, which a mean of the two middle runs moves a little where the times are
/// not symmetric.
double true_value(const Machine& machine) {
    Random random(11);
    std::vector<double> medians;
    for (int k = 0; k < 15'000; ++k) medians.push_back(median_of(visit(machine, random)));
    return median_of(medians);
}

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(std::span<const double> values) {
    const double mean = mean_of(values);
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

bool holds(double low, double high, double value) {
    return low <= value && value <= high;
}

double share_of_cells(const std::function<bool(Random&)>& holds_truth) {
    int held = 0;
    for (int cell = 0; cell < cells; ++cell) {
        Random random(mix(1000, static_cast<std::uint64_t>(cell)));
        held += holds_truth(random) ? 1 : 0;
    }
    return static_cast<double>(held) / cells;
}

std::vector<double> runs_of_six_visits(const Machine& machine, Random& random) {
    std::vector<double> runs;
    for (int k = 0; k < 6; ++k) {
        const std::vector<double> times = visit(machine, random);
        runs.insert(runs.end(), times.begin(), times.end());
    }
    return runs;
}

TEST(VisitCoverage, TheIntervalOverVisitsHoldsTheTruthWhenTheStopRuleEndsThem) {
    for (const Machine& machine : machines) {
        const double value = true_value(machine);
        const double share = share_of_cells([&](Random& random) {
            std::vector<double> medians;
            while (!needs_no_more_visits(medians, VisitRule{}))
                medians.push_back(median_of(visit(machine, random)));
            const ValueInterval interval = interval_over_visits(medians);
            return holds(interval.low, interval.high, value);
        });
        EXPECT_GE(share, 0.93) << machine.name;
    }
}

/// The error of a sample, of the middle half of the runs: what was cut off is forgotten.
TEST(VisitCoverage, TheErrorOfTheMiddleHalfAsIfItWereASampleHoldsTheTruthTooSeldom) {
    const auto middle_half = [](std::vector<double> runs) {
        std::sort(runs.begin(), runs.end());
        const auto quarter = static_cast<std::ptrdiff_t>(runs.size() / 4);
        return std::vector<double>(runs.begin() + quarter, runs.end() - quarter);
    };
    for (const Machine& machine : machines) {
        const double value =
            truth(machine, 12, [&](const std::vector<double>& all) { return mean_of(middle_half(all)); });
        const double share = share_of_cells([&](Random& random) {
            const std::vector<double> kept = middle_half(runs_of_six_visits(machine, random));
            const double error = 2.01 * deviation_of(kept) / std::sqrt(static_cast<double>(kept.size()));
            return holds(mean_of(kept) - error, mean_of(kept) + error, value);
        });
        EXPECT_LT(share, 0.93) << machine.name;
    }
}

/// Student's t of 95 % on one side, as though that were both: the mean of the runs and their deviation.
TEST(VisitCoverage, AOneSidedQuantileHoldsTheTruthTooSeldom) {
    for (const Machine& machine : machines) {
        const double value = truth(machine, 13, [](const std::vector<double>& all) { return mean_of(all); });
        const double share = share_of_cells([&](Random& random) {
            const std::vector<double> runs = runs_of_six_visits(machine, random);
            const double error = 1.661 * deviation_of(runs) / std::sqrt(static_cast<double>(runs.size()));
            return holds(mean_of(runs) - error, mean_of(runs) + error, value);
        });
        EXPECT_LT(share, 0.93) << machine.name;
    }
}

TEST(VisitCoverage, TheWinsorisedErrorHoldsTheTrimmedMeanOfIndependentRuns) {
    for (const Machine& machine : {machines[0], machines[1], machines[2]}) {
        const double value =
            truth(machine, 14, [](const std::vector<double>& all) { return trimmed_mean(all).mean; });
        for (const std::size_t runs : {16U, 32U, 96U}) {
            const double share = share_of_cells([&](Random& random) {
                std::vector<double> times;
                while (times.size() < runs) {
                    const std::vector<double> more = visit(machine, random);
                    times.insert(times.end(), more.begin(), more.end());
                }
                const TrimmedMean result = trimmed_mean(times);
                return holds(result.mean - result.error, result.mean + result.error, value);
            });
            EXPECT_GE(share, 0.92) << machine.name << ", " << runs << " runs";
        }
    }
}

}  // namespace
}  // namespace fabricmap
