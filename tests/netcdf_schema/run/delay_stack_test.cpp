// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/delay_stack.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace fabricmap {
namespace {

/// sender × 10000 + receiver, of so many ranks that a plane takes several slabs.
class CountingStack : public DelayStack {
  public:
    CountingStack() : DelayStack(Statistic::median, 3000, {0}) {}
    [[nodiscard]] int readings() const noexcept { return readings_; }

  private:
    [[nodiscard]] Matrix read_rows(std::size_t, std::int64_t first, std::int64_t senders) const override {
        ++readings_;
        Matrix rows(senders, rank_count());
        for (Eigen::Index row = 0; row < senders; ++row) {
            for (Eigen::Index receiver = 0; receiver < rank_count(); ++receiver)
                rows(row, receiver) = static_cast<double>((first + row) * 10000 + receiver);
        }
        return rows;
    }

    mutable int readings_ = 0;
};

TEST(DelayStack, GivesCellsInTheirOrderAndReadsEachSlabOnceAtMost) {
    const CountingStack stack;
    ASSERT_GT(stack.senders_of_a_slab(), 500);
    ASSERT_LT(stack.senders_of_a_slab(), 1000);
    const std::vector<Cell> cells{{2999, 0}, {0, 7}, {2998, 2999}, {1, 1}, {2999, 1}};
    EXPECT_EQ(stack.cells(0, cells), (std::vector<double>{29990000, 7, 29982999, 10001, 29990001}));
    EXPECT_EQ(stack.readings(), 2);
    EXPECT_TRUE(stack.cells(0, {}).empty());
}

TEST(DelayStack, RefusesCellsBeyondTheRun) {
    const CountingStack stack;
    EXPECT_THROW((void)stack.cells(0, std::vector<Cell>{{0, 3000}}), std::out_of_range);
    EXPECT_THROW((void)stack.cells(0, std::vector<Cell>{{-1, 0}}), std::out_of_range);
    EXPECT_THROW((void)stack.cells(1, std::vector<Cell>{{0, 0}}), std::out_of_range);
}

}  // namespace
}  // namespace fabricmap
