// SPDX-License-Identifier: Apache-2.0
// How much is done between two looks at whether to go on.
#include "base/errors.hpp"
#include "diagnosis/explanation/threads.hpp"
#include "tests/diagnosis/judging.hpp"

#include <atomic>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

TEST(Looks, ComeBeforeSoManyValuesAreLookedAt) {
    constexpr std::size_t count = 1000;
    constexpr std::size_t values = values_between_looks / 10;
    std::atomic<std::size_t> since_last = 0;
    std::size_t most = 0;
    std::size_t done = 0;
    const auto look = [&] {
        most = std::max(most, since_last.load());
        done += since_last.exchange(0);
    };
    split_among_threads(count, values, look,
                        [&](std::size_t begin, std::size_t end) { since_last += end - begin; });
    look();
    EXPECT_LE(most * values, values_between_looks);
    EXPECT_EQ(done, count);
}

TEST(Looks, EndTheWork) {
    std::atomic<std::size_t> done = 0;
    std::size_t looks = 0;
    const auto look = [&] {
        if (++looks == 3) throw Error(ExitCode::interrupted, "enough");
    };
    EXPECT_THROW(split_among_threads(100, values_between_looks, look,
                                     [&](std::size_t begin, std::size_t end) { done += end - begin; }),
                 Error);
    EXPECT_EQ(done, 2U);
}

/// Counts steps, and ends the work at one of them.
std::size_t steps_until(std::size_t last) {
    std::size_t steps = 0;
    Progress progress([&](std::size_t /*done*/, std::size_t /*count*/) {
        if (++steps == last) throw Error(ExitCode::interrupted, "enough");
    });
    Request request;
    request.runs = testing::runs_of(testing::fabric(
        "fat-tree,hosts=64,leaf=16x4,ranks-per-host=1;noise,2%;fault,slow-node,host=9,factor=1.3;"
        "sweep,lengths=0,4K,64K"));
    static_cast<void>(diagnose(request, progress));
    return steps;
}

/// Looks once a plane and once a cause are a dozen.
TEST(Looks, ComeOftenInASearchAndEndItAnywhere) {
    const std::size_t all = steps_until(std::numeric_limits<std::size_t>::max());
    EXPECT_GE(all, 60U);
    for (const std::size_t last : {all / 4, all / 2, all - 1, all})
        EXPECT_THROW(steps_until(last), Error) << last;
}

}  // namespace
}  // namespace fabricmap::diagnosis
