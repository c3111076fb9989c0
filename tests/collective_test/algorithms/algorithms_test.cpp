// SPDX-License-Identifier: Apache-2.0
// Every algorithm that can be forced does what its operation has to, on each rank of a job that was started
// with Open MPI's dynamic rules.
#include "collective_test/algorithms/algorithms.hpp"

#include "base/errors.hpp"
#include "tests/collective_test/operations/called_cell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace fabricmap::collective_test {
namespace {

const Operation& operation_named(std::string_view name) {
    return *find_operation(name);
}

std::string refusal_of(const Algorithms& algorithms, std::string_view name) {
    try {
        static_cast<void>(algorithms.of(operation_named(name)));
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

TEST(Algorithms, HaveTheNumbersAndNamesOfTheLibrary) {
    const Algorithms algorithms;
    const std::vector<Algorithm> all = algorithms.of(operation_named("bcast"));
    ASSERT_GE(all.size(), 6U);
    EXPECT_EQ(all[0].number, 1);
    EXPECT_EQ(all[0].name, "basic_linear");
    EXPECT_EQ(all[5].number, 6);
    EXPECT_EQ(all[5].name, "binomial");
}

TEST(Algorithms, AreRefusedWhereTheLibraryHasNoneToChooseFrom) {
    const Algorithms algorithms;
    EXPECT_THAT(refusal_of(algorithms, "alltoallw"),
                ::testing::HasSubstr("alltoallw: the MPI library has no"));
    EXPECT_THAT(refusal_of(algorithms, "ibcast"), ::testing::HasSubstr("ibcast: the MPI library has no"));
    EXPECT_THAT(refusal_of(algorithms, "wait_up"), ::testing::HasSubstr("wait_up"));
    EXPECT_THAT(refusal_of(algorithms, "allgatherv"), ::testing::HasSubstr("lets nobody choose"));
    EXPECT_EQ(refusal_of(algorithms, "allreduce"), "");
}

TEST(Algorithms, ThoseOfTwoRanksSuitNoOthers) {
    EXPECT_TRUE((Algorithm{5, "two_proc"}).suits(2));
    EXPECT_FALSE((Algorithm{5, "two_proc"}).suits(3));
    EXPECT_TRUE((Algorithm{1, "linear"}).suits(3));
}

TEST(Algorithms, AllLeaveTheRightResult) {
    const Algorithms algorithms;
    int tried = 0;
    for (const Operation& operation : operations()) {
        if (!refusal_of(algorithms, operation.name).empty()) continue;
        for (const Algorithm& algorithm : algorithms.of(operation)) {
            if (!algorithm.suits(job_ranks())) continue;
            ++tried;
            const auto comm = algorithms.communicator_with(operation, algorithm.number, MPI_COMM_WORLD);
            for (const std::int64_t length : {0, 8, 1024, 163'840}) {
                CalledCell cell(operation, {.comm = comm->get(),
                                            .root = operation.has_root ? job_ranks() - 1 : 0,
                                            .message_length = length_of(operation, length)});
                cell.fill(1);
                cell.call().run(cell.buffers());
                EXPECT_TRUE(cell.holds_result(1)) << cell.describe() << " by " << algorithm.name;
            }
        }
    }
    EXPECT_GT(tried, 30);
}

}  // namespace
}  // namespace fabricmap::collective_test
