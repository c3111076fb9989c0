// SPDX-License-Identifier: Apache-2.0
// What each operation leaves in its buffers, seen by each rank of a job, and held against what MPI's standard
// says it has to leave there.
#include "called_cell.hpp"
#include "collective_test/operations/neighbourhood.hpp"
#include "collective_test/operations/persistent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>
#include <string>

namespace fabricmap::collective_test {
namespace {

constexpr std::array<std::int64_t, 4> tried_lengths{0, 8, 1024, 163'840};

/// The operations that move or add something: with a length of their own, on each root.
void each_cell(const std::function<void(const Operation&, CallShape)>& visit) {
    for (const Operation& operation : operations()) {
        if (operation.only_waits || !operation.has_length || operation.has_neighbours) continue;
        for (const std::int64_t length : tried_lengths) {
            for (int root = 0; root < (operation.has_root ? job_ranks() : 1); ++root) {
                visit(operation, {MPI_COMM_WORLD, root, length});
            }
        }
    }
}

/// What they may be called with otherwise.
void each_variation(const std::function<void(const Operation&, CallShape)>& visit) {
    each_cell([&](const Operation& operation, CallShape shape) {
        for (const ElementType type : all_element_types) {
            for (const Reduction reduction : all_reductions) {
                for (const bool in_place : {false, true}) {
                    shape.variation = {type, reduction, in_place};
                    const Operation* const varied = find_variation(operation, shape.variation);
                    if (varied != nullptr && varied != &operation) visit(*varied, shape);
                }
            }
        }
    });
}

TEST(Variations, AreNamedByWhatDiffers) {
    const Operation* const varied =
        find_variation(*find_operation("iallreduce"), {ElementType::float32, Reduction::max, true});
    ASSERT_NE(varied, nullptr);
    EXPECT_EQ(varied->name, "iallreduce:float:max:in_place");
    EXPECT_EQ(find_operation("iallreduce:float:max:in_place"), varied);
    EXPECT_EQ(find_operation("bcast:float"), nullptr) << "it combines nothing";
    EXPECT_EQ(find_operation("scatterv:in_place"), nullptr);
    EXPECT_EQ(find_operation("allreduce:product"), nullptr);
    EXPECT_EQ(plain_name(varied->name), "iallreduce");
}

TEST(Variations, LeaveTheRightResultAndNoOther) {
    std::set<std::string_view> names;
    each_variation([&](const Operation& operation, const CallShape& shape) {
        CalledCell cell(operation, shape);
        cell.fill(1);
        cell.call().run(cell.buffers());
        EXPECT_TRUE(cell.holds_result(1)) << cell.describe();
        cell.fill(2);
        MPI_Request request = MPI_REQUEST_NULL;
        cell.call().start(cell.buffers(), request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EXPECT_TRUE(cell.holds_result(2)) << cell.describe();
        const bool is_told = plain_name(operation.name).ends_with("exscan") || shape.message_length == 0;
        if (!is_told && !cell.result().empty()) {
            cell.result().back() ^= std::byte{1};
            EXPECT_FALSE(cell.holds_result(2)) << cell.describe();
        }
        names.insert(operation.name);
    });
    // Six reductions with 11 others each, of which four also in place in all 12; five that only move blocks.
    EXPECT_EQ(names.size(), 2U * (6 * 11 + 4 * 12 + 5));
}

TEST(Operations, All22BlockingOnesHaveANonBlockingTwin) {
    std::set<std::string_view> names;
    std::size_t blocking = 0;
    for (const Operation& operation : operations()) {
        names.insert(operation.name);
        if (operation.only_waits) continue;
        if (!operation.is_non_blocking()) {
            ++blocking;
            continue;
        }
        EXPECT_EQ(operation.name, "i" + std::string(operation.blocking));
        EXPECT_NE(find_operation(operation.blocking), nullptr);
    }
    EXPECT_EQ(blocking, 22U);
    EXPECT_EQ(names.size(), 2U * 22U + 3U);
    EXPECT_EQ(find_operation("broadcast"), nullptr);
}

TEST(Operations, LeaveTheRightResultOnEveryRank) {
    each_cell([](const Operation& operation, const CallShape& shape) {
        CalledCell cell(operation, shape);
        cell.fill(1);
        cell.call().run(cell.buffers());
        EXPECT_TRUE(cell.holds_result(1)) << cell.describe();
    });
}

TEST(Operations, StartedAndWaitedForLeaveTheSame) {
    each_cell([](const Operation& operation, const CallShape& shape) {
        CalledCell cell(operation, shape);
        cell.fill(2);
        MPI_Request request = MPI_REQUEST_NULL;
        cell.call().start(cell.buffers(), request);
        EXPECT_TRUE(operation.is_non_blocking() || request == MPI_REQUEST_NULL) << cell.describe();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EXPECT_TRUE(cell.holds_result(2)) << cell.describe();
    });
}

TEST(Operations, AResultThatWasNotWrittenIsFound) {
    each_cell([](const Operation& operation, const CallShape& shape) {
        CalledCell cell(operation, shape);
        cell.fill(3);
        EXPECT_EQ(cell.holds_result(3), !cell.receives()) << cell.describe();
    });
}

TEST(Operations, AResultOfAnotherCallIsFound) {
    each_cell([](const Operation& operation, const CallShape& shape) {
        CalledCell cell(operation, shape);
        cell.fill(4);
        cell.call().run(cell.buffers());
        EXPECT_EQ(cell.holds_result(5), cell.result().empty()) << cell.describe();
    });
}

TEST(Operations, AFlippedBitIsFound) {
    each_cell([](const Operation& operation, const CallShape& shape) {
        CalledCell cell(operation, shape);
        cell.fill(6);
        cell.call().run(cell.buffers());
        const std::span<std::byte> result = cell.result();
        // From the first to the last byte, and each of the eight bits.
        for (std::size_t probe = 0; probe < 16 && !result.empty(); ++probe) {
            std::byte& byte = result[probe * (result.size() - 1) / 15];
            const std::byte flipped{static_cast<unsigned char>(1U << (probe % 8U))};
            byte ^= flipped;
            EXPECT_FALSE(cell.holds_result(6)) << cell.describe() << ", probe " << probe;
            byte ^= flipped;
        }
        EXPECT_TRUE(cell.holds_result(6)) << cell.describe();
    });
}

/// On a grid and on a graph.
void each_neighbourhood(const std::function<void(CalledCell&)>& visit) {
    for (const Operation& operation : operations()) {
        if (!operation.has_neighbours) continue;
        for (const std::int64_t length : tried_lengths) {
            CallShape shape{MPI_COMM_WORLD, 0, length};
            for (const bool is_graph : {false, true}) {
                shape.variation.graph = is_graph;
                CalledCell cell(*find_variation(operation, shape.variation), shape);
                visit(cell);
            }
        }
    }
}

TEST(Neighbourhoods, HandEachNeighbourItsBlock) {
    int cells = 0;
    each_neighbourhood([&](CalledCell& cell) {
        ++cells;
        cell.fill(1);
        cell.call().run(cell.buffers());
        EXPECT_TRUE(cell.holds_result(1)) << cell.describe();
        EXPECT_EQ(cell.holds_result(2), cell.result().empty()) << cell.describe();
        cell.fill(2);
        MPI_Request request = MPI_REQUEST_NULL;
        cell.call().start(cell.buffers(), request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EXPECT_TRUE(cell.holds_result(2)) << cell.describe();
    });
    EXPECT_EQ(cells, 2 * 5 * 2 * static_cast<int>(tried_lengths.size()));
}

TEST(Neighbourhoods, WhatWasNotHandedOverIsMissed) {
    each_neighbourhood([](CalledCell& cell) {
        cell.fill(3);
        EXPECT_EQ(cell.holds_result(3), cell.result().empty()) << cell.describe();
    });
}

TEST(Neighbourhoods, AreThoseOfAGridOrSomePowersOfTwoAway) {
    const Neighbourhood grid(MPI_COMM_WORLD, false);
    EXPECT_EQ(grid.sources(), grid.destinations());
    EXPECT_EQ(grid.sources().size(), 4U);
    const Neighbourhood graph(MPI_COMM_WORLD, true);
    EXPECT_EQ(graph.destinations().front(), (own_rank() + 1) % job_ranks());
    EXPECT_EQ(graph.sources().size(), std::bit_width(static_cast<unsigned>(job_ranks() - 1)));
}

TEST(PersistentCalls, LeaveTheSameEachTimeTheyAreStarted) {
    if (!persistent::is_available) GTEST_SKIP() << "this MPI library has none";
    std::set<std::string_view> names;
    const auto start_twice = [&](const Operation& operation, CallShape shape) {
        if (!operation.is_non_blocking()) return;
        shape.variation.persistent = true;
        const Operation* const varied = find_variation(operation, shape.variation);
        ASSERT_NE(varied, nullptr);
        names.insert(varied->name);
        CalledCell cell(*varied, shape);
        for (const std::uint64_t key : {1U, 2U}) {
            cell.fill(key);
            MPI_Request request = MPI_REQUEST_NULL;
            cell.call().start(cell.buffers(), request);
            EXPECT_NE(request, MPI_REQUEST_NULL);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            EXPECT_TRUE(cell.holds_result(key)) << cell.describe();
        }
        cell.fill(3);
        cell.call().run(cell.buffers());
        EXPECT_TRUE(cell.holds_result(3)) << cell.describe();
    };
    each_cell(start_twice);
    for (const Operation& operation : operations()) {
        if (operation.has_neighbours) start_twice(operation, {MPI_COMM_WORLD, 0, 1024});
    }
    EXPECT_EQ(names.size(), 16U + 5U) << "all but the barrier, which leaves nothing";
}

TEST(Barriers, LetNobodyThroughBeforeTheLastHasCome) {
    // One host: its ranks read one clock.
    const Clock clock(false);
    for (const std::string_view name : {"barrier", "ibarrier"}) {
        const std::unique_ptr<Call> call =
            find_operation(name)->make({.comm = MPI_COMM_WORLD, .clock = &clock});
        for (int late = 0; late < job_ranks(); ++late) {
            if (own_rank() == late) wait_until(clock, clock.now() + 2'000'000, PreciseWait::sleep_then_spin);
            Nanoseconds entered = clock.now();
            call->run({});
            const Nanoseconds left = clock.now();
            MPI_Bcast(&entered, 1, MPI_INT64_T, late, MPI_COMM_WORLD);
            EXPECT_GE(left, entered) << name << ", rank " << late << " is late";
        }
    }
}

TEST(Waits, TakeAtLeastTheirTime) {
    const Clock clock(false);
    const auto span_of = [&](std::string_view name) {
        const std::unique_ptr<Call> call =
            find_operation(name)->make({.comm = MPI_COMM_WORLD, .clock = &clock});
        const Nanoseconds before = clock.now();
        call->run({});
        return clock.now() - before;
    };
    EXPECT_GE(span_of("wait_up"), (own_rank() + 1) * 1000);
    EXPECT_GE(span_of("wait_down"), (job_ranks() - own_rank()) * 1000);
    EXPECT_GE(span_of("wait_null"), 0);
}

TEST(Lengths, AreWholeDoublesWhereSumsAreMade) {
    EXPECT_EQ(length_of(*find_operation("allreduce"), 1), 8);
    EXPECT_EQ(length_of(*find_operation("ireduce_scatter"), 16), 16);
    EXPECT_EQ(length_of(*find_operation("bcast"), 1), 1);
    EXPECT_EQ(length_of(*find_operation("barrier"), 64), 0);
    EXPECT_EQ(length_of(*find_operation("wait_up"), 64), 0);
}

TEST(UnsupportedReason, IsGivenWhereNoLibraryCanMakeTheCall) {
    constexpr std::int64_t gibibyte = std::int64_t{1} << 30;
    const auto reason = [](std::string_view name, std::int64_t length, int ranks, bool simulated = false) {
        return std::string(unsupported_reason(*find_operation(name), length, ranks, simulated));
    };
    EXPECT_EQ(reason("alltoallw", gibibyte / 2, 3), "");
    EXPECT_THAT(reason("alltoallw", gibibyte / 2, 4), ::testing::HasSubstr("2 GiB"));
    EXPECT_THAT(reason("ialltoallw", gibibyte / 2, 4), ::testing::HasSubstr("2 GiB"));
    EXPECT_EQ(reason("alltoallv", 4 * gibibyte, 4), "");
    EXPECT_EQ(reason("allreduce", 15 * gibibyte, 4), "");
    EXPECT_THAT(reason("allreduce", 16 * gibibyte, 4), ::testing::HasSubstr("31 bits"));
    EXPECT_EQ(reason("allreduce:float", 7 * gibibyte, 4), "");
    EXPECT_THAT(reason("allreduce:float", 8 * gibibyte, 4), ::testing::HasSubstr("31 bits"));
    EXPECT_THAT(reason("reduce_scatter", 4 * gibibyte, 4), ::testing::HasSubstr("31 bits"));
    EXPECT_EQ(reason("barrier", 0, 4, true), "");
    EXPECT_EQ(reason("ibarrier", 0, 4), "");
    EXPECT_THAT(reason("ibarrier", 0, 4, true), ::testing::HasSubstr("rank 0"));
}

}  // namespace
}  // namespace fabricmap::collective_test
