// SPDX-License-Identifier: Apache-2.0
// All ranks run the same tests in the same order. After each one rank 0 is told what failed on the others, so
// that it shows the failures of every rank and a test passes only when it passed on all.
#include "measuring/mpi/session.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

namespace {

class FailuresOfAllRanks final : public ::testing::EmptyTestEventListener {
  public:
    explicit FailuresOfAllRanks(int rank) : rank_(rank) {}

  private:
    void OnTestStart(const ::testing::TestInfo& /*test*/) override { own_.clear(); }

    void OnTestPartResult(const ::testing::TestPartResult& part) override {
        if (!part.failed() || rank_ == 0) return;
        const char* const file = part.file_name();
        own_ += "[rank " + std::to_string(rank_) + "] " + (file == nullptr ? "" : file) + ":" +
                std::to_string(part.line_number()) + ": " + part.message() + "\n";
    }

    void OnTestEnd(const ::testing::TestInfo& test) override {
        const std::vector<std::string> texts = fabricmap::gather_texts(own_);
        if (rank_ != 0) return;
        for (const std::string& text : texts) {
            if (!text.empty()) ADD_FAILURE() << test.name() << " failed on another rank:\n" << text;
        }
    }

    int rank_;
    std::string own_;
};

}  // namespace

int main(int argument_count, char** arguments) {
    const fabricmap::Session session(argument_count, arguments);
    ::testing::InitGoogleTest(&argument_count, arguments);
    auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
    if (!session.is_first()) {
        const std::unique_ptr<::testing::TestEventListener> silenced(
            listeners.Release(listeners.default_result_printer()));
    }
    listeners.Append(std::make_unique<FailuresOfAllRanks>(session.rank()).release());
    int failed = RUN_ALL_TESTS();
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return failed;
}
