// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/uncertain_medians.hpp"

#include "tests/diagnosis/held_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

double mean_of(const std::vector<double>& samples) {
    double sum = 0;
    for (const double sample : samples) sum += sample;
    return sum / static_cast<double>(samples.size());
}

double deviation_of(const std::vector<double>& samples) {
    double squares = 0;
    for (const double sample : samples) squares += std::pow(sample - mean_of(samples), 2);
    return std::sqrt(squares / static_cast<double>(samples.size() - 1));
}

/// Of a file without remarks, in which two ranks have sent each other these samples, in ascending order and
/// of an odd number.
Run run_of(const std::vector<double>& samples) {
    const double median = samples[samples.size() / 2];
    const auto far =
        std::count_if(samples.begin(), samples.end(), [&](double sample) { return sample > 5 * median; });
    testing::HeldRun held;
    held.description.message_lengths = {0};
    held.description.ranks = {{.host = "a"}, {.host = "b"}};
    const auto plane = [](double value) { return Matrix(Matrix::Constant(2, 2, value)); };
    held.planes = {{Statistic::median, {plane(median)}},
                   {Statistic::average, {plane(mean_of(samples))}},
                   {Statistic::maximum, {plane(samples.back())}},
                   {Statistic::deviation, {plane(deviation_of(samples))}},
                   {Statistic::count, {plane(static_cast<double>(samples.size()))}}};
    held.outliers = {plane(static_cast<double>(far))};
    return held.run();
}

double uncertainty_of(const std::vector<double>& samples) {
    return uncertainties_of_even_samples(run_of(samples), {0, {}})(0, 1);
}

double by_deviation(const std::vector<double>& samples, double median) {
    return std::log1p(1.96 * 1.2533 * deviation_of(samples) /
                      (median * std::sqrt(static_cast<double>(samples.size()))));
}

TEST(UncertainMedians, CountAllSamplesThatAreNotFarBeyondTheOthers) {
    const std::vector<double> samples{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    EXPECT_NEAR(uncertainty_of(samples), by_deviation(samples, 6), 1e-9);
    EXPECT_NEAR(uncertainties_of(run_of(samples), {0, {}})(0, 1), by_deviation(samples, 6), 1e-9);
}

TEST(UncertainMedians, CountNoSingleOneThatIs) {
    EXPECT_NEAR(uncertainty_of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 900}),
                by_deviation({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 6), 1e-6);
}

TEST(UncertainMedians, AreUnknownBesideAFewAndCountWhatIsUsual) {
    std::vector<double> samples(21, 1);
    samples[19] = samples[20] = 900;
    EXPECT_EQ(uncertainty_of(samples), 0);
    const std::vector<double> broad{1, 2, 3, 4, 5, 6, 7, 31, 40, 50, 60};
    EXPECT_NEAR(uncertainty_of(broad), by_deviation(broad, 6), 1e-9);
}

TEST(UncertainMedians, AreUnknownWhereNothingWasMeasured) {
    EXPECT_TRUE(std::isnan(uncertainty_of(std::vector<double>(3, std::numeric_limits<double>::quiet_NaN()))));
}

}  // namespace
}  // namespace fabricmap::diagnosis
