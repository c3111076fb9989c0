// SPDX-License-Identifier: Apache-2.0
#include "rules/records/records.hpp"
#include "tests/netcdf_schema/memory_stack.hpp"
#include "tracing/model/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::rules {
namespace {

using fabricmap::testing::MemoryStack;
using ::testing::NanSensitiveDoubleEq;

constexpr double us = 1e-6;
constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();
constexpr double tolerance = 1e-12;
constexpr double tolerance_of_classes = 1e-9;  // whose medians are kept in single precision

/// Ranks of the map: b, a, a, b, c. Between hosts 100, 200, 400 us at 0, 1024, 2048 bytes, within them a
/// tenth; but from the first rank of a to that of b 50 us more, and from c to the first rank of b nothing
/// measured.
Run measured_run(Mode mode, double factor) {
    const std::vector<std::string> hosts{"b", "a", "a", "b", "c"};
    const std::vector<double> between{100, 200, 400};
    RunDescription description;
    description.mode = mode;
    for (const std::string& host : hosts) description.ranks.push_back({host, host[0] - 'a', -1, -1, -1});
    description.message_lengths = {0, 1024, 2048};
    std::vector<Matrix> planes;
    for (const double delay : between) {
        Matrix plane = Matrix::Constant(5, 5, delay * us * factor);
        for (Eigen::Index i = 0; i < 5; ++i) {
            for (Eigen::Index j = 0; j < 5; ++j) {
                if (hosts[static_cast<std::size_t>(i)] == hosts[static_cast<std::size_t>(j)])
                    plane(i, j) /= 10;
            }
        }
        plane(1, 0) += 50 * us;
        plane(4, 0) = not_measured;
        planes.push_back(std::move(plane));
    }
    Run::Stacks stacks;
    stacks.emplace(Statistic::median, std::make_shared<MemoryStack>(
                                          Statistic::median, description.message_lengths, std::move(planes)));
    return {"a run in memory", std::move(description), std::move(stacks), Statistic::median};
}

/// Ranks of the trace: a, b, a, b, c, d, c: others than in the map, and of c one more.
tracing::Trace trace_of_ranks() {
    std::string text = "program process_count 7 total_time 1.0 total_communication_time 1.0;\n";
    int rank = 0;
    for (const char host : std::string("ababcdc")) {
        text += "process rank " + std::to_string(rank++) + " start_time 0.0 finish_time 1.0 host \"" + host +
                "\";\n";
    }
    return tracing::read_text(text, "ranks.trace");
}

class ExpectedDelay : public ::testing::Test {
  protected:
    ExpectedDelay() : records_(trace_, maps()) {}

    static std::vector<NamedMap> maps() {
        std::vector<NamedMap> maps(1);
        maps[0].runs.push_back(measured_run(Mode::async_one_to_one, 2));
        maps[0].runs.push_back(measured_run(Mode::one_to_one, 1));
        return maps;
    }

    tracing::Trace trace_ = trace_of_ranks();
    Records records_;
};

TEST_F(ExpectedDelay, OfAMeasuredLengthIsTheMedianOfTheRanksAtTheSamePositions) {
    EXPECT_NEAR(records_.expected(0, 1, 0), 150 * us, tolerance);
    EXPECT_NEAR(records_.expected(0, 1, 1024), 250 * us, tolerance);
    EXPECT_NEAR(records_.expected(0, 1, 2048), 450 * us, tolerance);
    // By their numbers these would be b and a of the map.
    EXPECT_NEAR(records_.expected(2, 3, 0), 100 * us, tolerance);
    EXPECT_NEAR(records_.expected(0, 2, 1024), 20 * us, tolerance);
}

TEST_F(ExpectedDelay, BetweenLengthsIsLinear) {
    EXPECT_NEAR(records_.expected(0, 1, 512), 200 * us, tolerance);
    EXPECT_NEAR(records_.expected(0, 1, 1536), 350 * us, tolerance);
}

TEST_F(ExpectedDelay, BeyondTheLastLengthFollowsTheLastSegment) {
    EXPECT_NEAR(records_.expected(0, 1, 4096), (450 + 2 * 200) * us, tolerance);
}

TEST_F(ExpectedDelay, OfAPairThatWasNotMeasuredIsThatOfItsClass) {
    EXPECT_NEAR(records_.expected(4, 1, 0), 100 * us, tolerance_of_classes);
    EXPECT_NEAR(records_.expected(4, 1, 512), 150 * us, tolerance_of_classes);
    EXPECT_NEAR(records_.expected(4, 1, 4096), 800 * us, tolerance_of_classes);
    EXPECT_NEAR(records_.expected(6, 1, 0), 100 * us, tolerance_of_classes)
        << "a slot that the map does not have";
}

TEST_F(ExpectedDelay, IsUnknownOutsideTheMap) {
    EXPECT_THAT(records_.expected(5, 1, 0), NanSensitiveDoubleEq(unknown)) << "a host";
    EXPECT_THAT(records_.expected(1, 5, 0), NanSensitiveDoubleEq(unknown)) << "a host";
    EXPECT_THAT(records_.expected(4, 6, 0), NanSensitiveDoubleEq(unknown)) << "no pair within c";
    EXPECT_THAT(records_.expected(0, 0, 0), NanSensitiveDoubleEq(unknown)) << "a rank with itself";
    EXPECT_THAT(records_.expected(0, 99, 0), NanSensitiveDoubleEq(unknown)) << "a rank";
    EXPECT_THAT(records_.expected(0, 1, unknown), NanSensitiveDoubleEq(unknown));
}

TEST_F(ExpectedDelay, TakesTheModeThatIsNamed) {
    EXPECT_NEAR(records_.expected(0, 1, 0, records_.number_of("async_one_to_one")), 250 * us, tolerance);
    EXPECT_THAT(records_.expected(0, 1, 0, records_.number_of("test_noise")), NanSensitiveDoubleEq(unknown));
    EXPECT_THAT(records_.expected(4, 1, 0, records_.number_of("async_one_to_one")),
                NanSensitiveDoubleEq(unknown))
        << "classes are of the run that is judged";
}

TEST_F(ExpectedDelay, IsUnknownWithoutAMap) {
    Records records(trace_);
    EXPECT_THAT(records.expected(0, 1, 0), NanSensitiveDoubleEq(unknown));
}

TEST(DelayAt, KeepsToWhatWasMeasured) {
    EXPECT_DOUBLE_EQ(delay_at({{64, 5.0}, {128, 7.0}}, 0), 5) << "below the first";
    EXPECT_DOUBLE_EQ(delay_at({{64, 5.0}, {128, 4.0}}, 256), 4) << "no message is faster for being longer";
    EXPECT_DOUBLE_EQ(delay_at({{64, 5.0}}, 64), 5);
    EXPECT_THAT(delay_at({{64, 5.0}}, 65), NanSensitiveDoubleEq(unknown)) << "one length has no slope";
    EXPECT_THAT(delay_at({}, 0), NanSensitiveDoubleEq(unknown));
}

}  // namespace
}  // namespace fabricmap::rules
