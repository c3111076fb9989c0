// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/delay_stack.hpp"
#include "tests/expectations.hpp"

#include <gtest/gtest.h>

namespace fabricmap::testing {

/// Expects rows, row, column and pair to be cut from the planes.
inline void expect_cuts_of_planes(const DelayStack& stack) {
    const std::int64_t ranks = stack.rank_count();
    for (std::size_t k = 0; k < stack.message_lengths().size(); ++k) {
        const auto line = static_cast<Eigen::Index>(k);
        const Matrix plane = stack.plane(k);
        EXPECT_TRUE(same_numbers<Matrix>(stack.rows(k, 1, ranks - 1), plane.bottomRows(ranks - 1)));
        for (std::int64_t one = 0; one < ranks; ++one) {
            EXPECT_TRUE(same_numbers<Matrix>(stack.row(one).row(line), plane.row(one))) << k << ' ' << one;
            EXPECT_TRUE(same_numbers<Matrix>(stack.column(one).row(line), plane.col(one).transpose()))
                << k << ' ' << one;
            for (std::int64_t other = 0; other < ranks; ++other) {
                EXPECT_TRUE(
                    same_numbers<Matrix>(stack.pair(one, other).row(line), plane.block(one, other, 1, 1)))
                    << k << ' ' << one << ' ' << other;
            }
        }
    }
}

}  // namespace fabricmap::testing
