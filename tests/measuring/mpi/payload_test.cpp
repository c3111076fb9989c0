// SPDX-License-Identifier: Apache-2.0
#include "measuring/mpi/payload.hpp"

#include "job.hpp"
#include "measuring/page_buffer.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <string>

namespace fabricmap {
namespace {

constexpr std::int64_t gibibyte = std::int64_t{1} << 30;

std::int64_t available_memory() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    std::int64_t kibibytes = 0;
    while (file >> word) {
        if (word == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
    }
    return 0;
}

TEST(Payload, IsAsManyBytesAsItSaysWhateverItsLength) {
    constexpr std::int64_t longest_count = std::numeric_limits<int>::max();
    for (const std::int64_t length : {std::int64_t{0}, std::int64_t{1}, longest_count, longest_count + 1,
                                      longest_count + 2, 3 * gibibyte + 5, 1024 * gibibyte + 3}) {
        const Payload payload(length);
        MPI_Count size = 0;
        MPI_Count begin = 0;
        MPI_Count extent = 0;
        MPI_Type_size_x(payload.type(), &size);
        MPI_Type_get_true_extent_x(payload.type(), &begin, &extent);
        EXPECT_EQ(size * payload.count(), length);
        EXPECT_EQ(begin, 0);
        EXPECT_EQ(extent * payload.count(), length);
        EXPECT_EQ(payload.length_bytes(), length);
    }
}

TEST(Payload, OfMoreThan2GiBArrivesWhole) {
    int enough = available_memory() >= 12 * gibibyte ? 1 : 0;
    MPI_Bcast(&enough, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (enough == 0) GTEST_SKIP() << "two messages of 2.1 GiB need a machine with 12 GiB free";
    constexpr std::int64_t length = 2 * gibibyte + gibibyte / 10 + 3;
    constexpr std::uint64_t key = 17;
    const PageBuffer buffer(length);
    const Payload payload(length);
    if (own_rank() == 0) {
        fill_pattern(buffer.first(length), key);
        MPI_Send(buffer.data(), payload.count(), payload.type(), 1, 0, MPI_COMM_WORLD);
    } else if (own_rank() == 1) {
        MPI_Recv(buffer.data(), payload.count(), payload.type(), 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EXPECT_TRUE(holds_pattern(buffer.first(length), key));
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace
}  // namespace fabricmap
