// SPDX-License-Identifier: Apache-2.0
// Values of an archive stand for others near them: two that are alike may come out as far apart as the
// archive may be wrong about both.
#include "statistics/robust.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/differing_hosts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using testing::HeldRun;
using ::testing::IsEmpty;

/// As an archive keeps them: pairs whose values are near those of another at all lengths, but one, as one.
class Clusters {
  public:
    Clusters(double error, std::vector<std::vector<double>> classes)
        : largest_(std::log1p(error)), leaders_(std::move(classes)) {}

    [[nodiscard]] std::size_t number_of(const std::vector<double>& logs) {
        const auto found =
            std::find_if(leaders_.begin(), leaders_.end(), [&](const std::vector<double>& leader) {
                std::size_t far = 0;
                for (std::size_t k = 0; k < logs.size(); ++k)
                    far += std::abs(logs[k] - leader[k]) > largest_ ? 1U : 0U;
                return far <= 1;
            });
        const auto number = static_cast<std::size_t>(found - leaders_.begin());
        if (number == leaders_.size()) leaders_.push_back(logs);
        return number;
    }
    [[nodiscard]] double value_for(std::size_t number, std::size_t k, double delay_s) const {
        const double log = leaders_[number][k];
        return std::abs(std::log(delay_s) - log) > largest_ ? delay_s : std::exp(log);
    }

  private:
    double largest_;
    std::vector<std::vector<double>> leaders_;
};

/// What pairs below one of the eight switches, or not, take in the middle.
std::vector<double> middle_of(const std::vector<Matrix>& planes, bool below_one) {
    std::vector<double> middle;
    for (const Matrix& plane : planes) {
        std::vector<double> logs;
        for (Eigen::Index sender = 0; sender < plane.rows(); ++sender) {
            for (Eigen::Index receiver = 0; receiver < plane.cols(); ++receiver) {
                if (sender != receiver && (sender / 8 == receiver / 8) == below_one)
                    logs.push_back(std::log(plane(sender, receiver)));
            }
        }
        middle.push_back(median_of(logs));
    }
    return middle;
}

HeldRun archived(HeldRun run, double error) {
    run.description.archive_error = error;
    std::vector<Matrix>& planes = run.planes.at(Statistic::median);
    Clusters clusters(error, {middle_of(planes, false), middle_of(planes, true)});
    for (Eigen::Index sender = 0; sender < planes.front().rows(); ++sender) {
        for (Eigen::Index receiver = 0; receiver < planes.front().cols(); ++receiver) {
            if (sender == receiver) continue;
            std::vector<double> logs;
            for (const Matrix& plane : planes) logs.push_back(std::log(plane(sender, receiver)));
            const std::size_t number = clusters.number_of(logs);
            for (std::size_t k = 0; k < planes.size(); ++k) {
                double& delay_s = planes[k](sender, receiver);
                delay_s = clusters.value_for(number, k, delay_s);
            }
        }
    }
    return run;
}

HeldRun run_with_host(double factor, std::uint64_t number) {
    HeldRun run = testing::run_of_differing_hosts(testing::machine_with(64), number);
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index, double& delay_s) {
        if (sender == 21) delay_s *= factor;
    });
    return run;
}

class ArchivedRun : public ::testing::TestWithParam<double> {};

TEST_P(ArchivedRun, OfAHealthyMachineHasNoFault) {
    for (std::uint64_t number = 1; number <= 5; ++number) {
        const HeldRun run = archived(run_with_host(1, number), GetParam());
        EXPECT_THAT(found_in(testing::judge(testing::runs_of(run.run()))), IsEmpty()) << number;
    }
}

TEST_P(ArchivedRun, HasTheHostNamedThatIsSlowerThanItMayBeWrong) {
    const double factor = 1.1 * std::pow(1 + GetParam(), 2);
    for (std::uint64_t number = 1; number <= 2; ++number) {
        const HeldRun run = archived(run_with_host(factor, number), GetParam());
        EXPECT_THAT(found_in(testing::judge(testing::runs_of(run.run()))),
                    ElementsAre("slow_node of node021, sender"))
            << number;
    }
}

INSTANTIATE_TEST_SUITE_P(Error, ArchivedRun, ::testing::Values(0.05, 0.14, 0.3));

}  // namespace
}  // namespace fabricmap::diagnosis
