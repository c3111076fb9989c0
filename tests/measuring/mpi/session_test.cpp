// SPDX-License-Identifier: Apache-2.0
#include "measuring/mpi/session.hpp"

#include "base/errors.hpp"
#include "job.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

namespace fabricmap {
namespace {

/// The error of a rank, as `code: text`; nothing where none was thrown.
template <typename Act>
std::string error_seen(const Act& act) {
    try {
        act();
    } catch (const Error& error) {
        return std::to_string(static_cast<int>(error.code())) + ": " + error.what();
    }
    return {};
}

TEST(GatherTexts, GivesEveryRanksTextToEveryRank) {
    // Of different lengths, rank 0's is empty, and with a NUL inside.
    const auto text_of = [](int rank) { return std::string(static_cast<std::size_t>(rank), '\0'); };
    const std::vector<std::string> texts = gather_texts(text_of(own_rank()));
    ASSERT_EQ(texts.size(), static_cast<std::size_t>(job_size()));
    for (int rank = 0; rank < job_size(); ++rank) {
        EXPECT_EQ(texts[static_cast<std::size_t>(rank)], text_of(rank));
    }
}

TEST(BroadcastText, GivesRank0sTextToEveryRank) {
    EXPECT_EQ(broadcast_text(own_rank() == 0 ? "from the first" : "mine"), "from the first");
    EXPECT_EQ(broadcast_text(own_rank() == 0 ? "" : "mine"), "");
}

TEST(OnFirstRank, RunsThereAlone) {
    int runs = 0;
    on_first_rank([&] { ++runs; });
    EXPECT_EQ(runs, own_rank() == 0 ? 1 : 0);
}

TEST(OnFirstRank, ItsErrorIsThrownOnEveryRankWithItsCode) {
    EXPECT_EQ(error_seen([] { on_first_rank([] { throw FileError("the disk is full"); }); }),
              "3: the disk is full");
}

TEST(OnEveryRank, TheLowestRanksErrorIsThrownOnAll) {
    const int last = job_size() - 1;
    const std::string seen = error_seen([&] {
        on_every_rank([&] {
            if (own_rank() == last) throw RunError("of the last");
            if (own_rank() == last - 1) throw UsageError("of the last but one");
        });
    });
    EXPECT_EQ(seen, "2: of the last but one");
}

TEST(OnEveryRank, AnErrorOfOneRankIsKnownToAll) {
    const int last = job_size() - 1;
    const std::string seen = error_seen([&] {
        on_every_rank([&] {
            if (own_rank() == last) throw std::runtime_error("something of the library");
        });
    });
    EXPECT_EQ(seen, "1: something of the library");
}

TEST(OnFirstRank, AFileThatCannotBeNamedIsAnErrorOfFilesWithARemedy) {
    const std::string seen = error_seen(
        [&] { on_first_rank([&] { std::filesystem::rename("/missing/file", "/missing/other"); }); });
    EXPECT_EQ(seen, "3: /missing/file: cannot use it: No such file or directory; check the path");
}

TEST(OnEveryRank, LeavesTheRanksInStepAfterAnError) {
    EXPECT_NE(error_seen([] { on_every_rank([] { throw RunError("first"); }); }), "");
    EXPECT_EQ(error_seen([] { on_every_rank([] {}); }), "");
    EXPECT_EQ(gather_texts("x").size(), static_cast<std::size_t>(job_size()));
}

TEST(Communicator, ItsMessagesMeetNoneOfAnother) {
    const Communicator first(MPI_COMM_WORLD);
    const Communicator second(MPI_COMM_WORLD);
    const int next = (own_rank() + 1) % job_size();
    const int previous = (own_rank() + job_size() - 1) % job_size();
    const int in_first = 1;
    const int in_second = 2;
    int got = 0;
    MPI_Sendrecv(&in_first, 1, MPI_INT, next, 0, nullptr, 0, MPI_INT, MPI_PROC_NULL, 0, first.get(),
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&in_second, 1, MPI_INT, next, 0, &got, 1, MPI_INT, previous, 0, second.get(),
                 MPI_STATUS_IGNORE);
    EXPECT_EQ(got, in_second);
    MPI_Recv(&got, 1, MPI_INT, previous, 0, first.get(), MPI_STATUS_IGNORE);
    EXPECT_EQ(got, in_first);
}

}  // namespace
}  // namespace fabricmap
