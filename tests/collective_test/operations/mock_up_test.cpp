// SPDX-License-Identifier: Apache-2.0
// What stands in a call's place leaves what the call would, on each rank of a job.
#include "collective_test/operations/mock_up.hpp"

#include "called_cell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>

namespace fabricmap::collective_test {
namespace {

/// 8 bytes cannot be divided among ranks, 1000 and 163,840 leave some over.
constexpr std::array<std::int64_t, 5> mocked_lengths{0, 8, 1000, 1024, 163'840};

void each_mocked_cell(const std::function<void(const MockUp&, CalledCell&, const std::string&)>& visit) {
    for (const MockUp& mock_up : mock_ups()) {
        const Operation& operation = *find_operation(mock_up.operation);
        for (const std::int64_t length : mocked_lengths) {
            if ((!operation.has_length && length > 0) || operation.has_neighbours) continue;
            if (!unsupported_reason(mock_up, length, job_ranks(), false).empty()) continue;
            for (int root = 0; root < (operation.has_root ? job_ranks() : 1); ++root) {
                CalledCell cell(operation, {MPI_COMM_WORLD, root, length}, mock_up.make, mock_up.buffers);
                visit(mock_up, cell, cell.describe() + " by " + std::string(mock_up.name));
            }
        }
    }
}

TEST(MockUps, AreThoseOfThePublishedGuidelines) {
    std::map<std::string_view, std::set<std::string_view>> of;
    for (const MockUp& mock_up : mock_ups()) {
        if (find_operation(mock_up.name) != nullptr && find_operation(mock_up.name)->is_non_blocking()) {
            EXPECT_EQ(mock_up.name, "i" + std::string(mock_up.operation));
            continue;
        }
        EXPECT_TRUE(of[mock_up.operation].insert(mock_up.name).second) << mock_up.name;
    }
    const std::map<std::string_view, std::set<std::string_view>> published{
        {"allgather", {"gather+bcast", "alltoall", "allreduce", "allgatherv", "2_parts", "16_parts"}},
        {"allreduce",
         {"reduce+bcast", "reduce_scatter_block+allgather", "reduce_scatter+allgatherv", "2_parts",
          "16_parts"}},
        {"alltoall", {"alltoallv", "2_parts", "16_parts"}},
        {"bcast", {"scatter+allgather", "allgatherv", "2_parts", "16_parts"}},
        {"gather", {"allgather", "gatherv", "reduce", "2_parts", "16_parts"}},
        {"reduce",
         {"allreduce", "reduce_scatter_block+gather", "reduce_scatter+gatherv", "2_parts", "16_parts"}},
        {"reduce_scatter_block", {"reduce_scatter", "reduce+scatter", "allreduce"}},
        {"scan", {"exscan+local", "2_parts", "16_parts"}},
        {"scatter", {"bcast", "scatterv", "2_parts", "16_parts"}},
        {"barrier", {"allreduce"}},
    };
    EXPECT_EQ(of, published);
}

TEST(MockUps, EveryBlockingOperationHasItsNonBlockingTwin) {
    std::set<std::string_view> twins;
    for (const MockUp& mock_up : mock_ups()) {
        if (mock_up.name == "i" + std::string(mock_up.operation)) twins.insert(mock_up.operation);
    }
    EXPECT_EQ(twins.size(), 22U);
}

TEST(MockUps, LeaveWhatTheOperationWould) {
    each_mocked_cell([](const MockUp& /*mock_up*/, CalledCell& cell, const std::string& text) {
        cell.fill(1);
        cell.call().run(cell.buffers());
        EXPECT_TRUE(cell.holds_result(1)) << text;
        // Again, with what the first run left in every buffer.
        cell.fill(2);
        cell.call().run(cell.buffers());
        EXPECT_TRUE(cell.holds_result(2)) << text;
    });
}

TEST(MockUps, AFlippedBitIsFound) {
    each_mocked_cell([](const MockUp& /*mock_up*/, CalledCell& cell, const std::string& text) {
        cell.fill(3);
        cell.call().run(cell.buffers());
        const std::span<std::byte> result = cell.result();
        if (!result.empty()) {
            result.back() ^= std::byte{0x10};
            EXPECT_FALSE(cell.holds_result(3)) << text;
        }
    });
}

TEST(MockUps, AreLeftOutWhereMpiCannotMakeTheirCalls) {
    constexpr std::int64_t gibibyte = std::int64_t{1} << 30;
    const auto reason = [](std::string_view operation, std::string_view name, bool simulated) {
        for (const MockUp& mock_up : mock_ups()) {
            if (mock_up.operation == operation && mock_up.name == name) {
                return std::string(unsupported_reason(mock_up, gibibyte, 4, simulated));
            }
        }
        return std::string("no such guideline");
    };
    EXPECT_EQ(reason("allgather", "gather+bcast", false), "");
    EXPECT_THAT(reason("allgather", "allreduce", false), ::testing::HasSubstr("31 bits"));
    EXPECT_THAT(reason("alltoallw", "ialltoallw", false), ::testing::HasSubstr("2 GiB"));
    EXPECT_EQ(reason("barrier", "ibarrier", false), "");
    EXPECT_THAT(reason("barrier", "ibarrier", true), ::testing::HasSubstr("rank 0"));
}

}  // namespace
}  // namespace fabricmap::collective_test
