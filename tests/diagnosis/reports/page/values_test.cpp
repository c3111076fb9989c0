// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/reports/page/page_values.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

using testing::PageMatrix;

struct Slowest {
    float factor = -std::numeric_limits<float>::infinity();
    float delay_s = 0;
};

/// Of the pairs that share a place.
Slowest slowest_of(const HostPlane& plane, std::size_t fold, std::size_t row, std::size_t column) {
    const auto hosts = static_cast<std::size_t>(plane.factor.rows());
    Slowest slowest;
    for (std::size_t sender = row * fold; sender < std::min((row + 1) * fold, hosts); ++sender) {
        for (std::size_t receiver = column * fold; receiver < std::min((column + 1) * fold, hosts);
             ++receiver) {
            const auto i = static_cast<Eigen::Index>(sender);
            const auto j = static_cast<Eigen::Index>(receiver);
            if (sender != receiver && plane.factor(i, j) > slowest.factor)
                slowest = {plane.factor(i, j), plane.delay_s(i, j)};
        }
    }
    return slowest;
}

void expect_values_of(const HostPlane& plane, const PageMatrix& matrix) {
    const double half_a_step = 0.5 * matrix.step() + 1e-6;
    for (std::size_t row = 0; row < matrix.places(); ++row) {
        for (std::size_t column = 0; column < matrix.places(); ++column) {
            const Slowest there = slowest_of(plane, matrix.fold, row, column);
            if (!std::isfinite(there.factor)) {
                ASSERT_TRUE(std::isnan(matrix.factor(row, column))) << row << ' ' << column;
                continue;
            }
            ASSERT_NEAR(std::log(matrix.factor(row, column) / static_cast<double>(there.factor)), 0,
                        half_a_step)
                << row << ' ' << column;
            ASSERT_NEAR(std::log(matrix.delay_s(row, column) / static_cast<double>(there.delay_s)), 0,
                        half_a_step + 2e-4)
                << row << ' ' << column;
        }
    }
}

TEST(PageValues, AreThoseOfEachPairToHalfAShade) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.planes.front().factor(5, 9) = diagnosis.planes.front().delay_s(5, 9) = std::nanf("");
    const auto matrices = testing::matrices_of(html_report(diagnosis));
    // The length that shows most of the faults comes first.
    ASSERT_EQ(matrices.size(), 3U);
    expect_values_of(diagnosis.planes[2], matrices[0]);
    expect_values_of(diagnosis.planes[0], matrices[1]);
    expect_values_of(diagnosis.planes[1], matrices[2]);
    EXPECT_EQ(matrices[0].rated_bytes, 4 << 20);
    EXPECT_EQ(matrices[1].rated_bytes, 0) << "a latency tells no rate";
}

TEST(PageValues, OfManyHostsAreThoseOfTheSlowestPairs) {
    for (const int hosts : {513, 1500}) {
        Diagnosis diagnosis = testing::healthy_machine(hosts);
        diagnosis.planes.erase(diagnosis.planes.begin(), diagnosis.planes.begin() + 2);
        diagnosis.planes.front().factor(hosts - 1, 7) *= 3;
        diagnosis.planes.front().delay_s(hosts - 1, 7) *= 3;
        const auto matrices = testing::matrices_of(html_report(diagnosis));
        ASSERT_EQ(matrices.size(), 1U);
        EXPECT_EQ(matrices[0].fold, hosts > 1024 ? 4U : 2U);
        expect_values_of(diagnosis.planes.front(), matrices[0]);
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
