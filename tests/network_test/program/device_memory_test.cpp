// SPDX-License-Identifier: Apache-2.0
// Messages in the memory of devices, which an interposed library plays: whoever touches it outside the
// driver's copies and the calls of MPI dies.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/device_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> words_of_memory(const std::string& memory, const TemporaryFolder& folder) {
    return {"--memory", memory,    "--lengths", "0,1K,1M", "-n",
            "4",        "--fixed", "--check",   "-f",      folder / "run"};
}

struct DeviceSweep {
    Mode mode;
    std::string memory;
    int ranks = 2;
};

void PrintTo(const DeviceSweep& sweep, std::ostream* stream) {
    *stream << name_of(sweep.mode) << " " << sweep.memory;
}

class InDeviceMemory : public ::testing::TestWithParam<DeviceSweep> {};

TEST_P(InDeviceMemory, MessagesArriveWholeAndTheRunSaysWhereTheyLay) {
    const TemporaryFolder folder;
    Job job{.ranks = GetParam().ranks, .words = words_of_memory(GetParam().memory, folder)};
    job.words.insert(job.words.end(), {"-t", std::string(name_of(GetParam().mode))});
    const Outcome outcome = run(with_known_devices(job));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_sane_run(folder / "run", GetParam().mode, GetParam().ranks, {0, 1024, 1 << 20}, {4, 4});
    EXPECT_EQ(open_run(folder / "run").description().memory, message_memory_named(GetParam().memory));
}

INSTANTIATE_TEST_SUITE_P(
    All, InDeviceMemory,
    ::testing::Values(DeviceSweep{Mode::one_to_one, "cuda"}, DeviceSweep{Mode::one_to_one, "rocm"},
                      DeviceSweep{Mode::one_to_one, "ze"}, DeviceSweep{Mode::one_to_one, "cuda,host"},
                      DeviceSweep{Mode::one_to_one, "host,cuda"},
                      DeviceSweep{Mode::async_one_to_one, "cuda", 3},
                      DeviceSweep{Mode::send_recv_and_recv_send, "cuda,host"},
                      DeviceSweep{Mode::all_to_all, "cuda", 3}, DeviceSweep{Mode::bcast, "cuda", 3},
                      DeviceSweep{Mode::stream, "cuda"},
                      DeviceSweep{Mode::bidirectional_stream, "cuda,host"}),
    [](const auto& tested) {
        std::string name = fmt::format("{}_{}", name_of(tested.param.mode), tested.param.memory);
        std::replace(name.begin(), name.end(), ',', '_');
        return name;
    });

TEST(DeviceMemory, OfAllTimingsArrivesWhole) {
    for (const char* const timing : {"round_trip", "receiver", "synchronized"}) {
        const TemporaryFolder folder;
        Job job{.words = words_of_memory("cuda", folder)};
        job.words.insert(job.words.end(), {"--timing", timing});
        const Outcome outcome = run(with_known_devices(job));
        EXPECT_EQ(outcome.exit_code, 0) << timing << outcome.err;
    }
}

TEST(DeviceMemory, ThatIsDamagedIsFound) {
    const TemporaryFolder folder;
    Job job = with_known_devices({.words = words_of_memory("cuda", folder)});
    job.environment["FABRICMAP_STUB_DAMAGES"] = std::to_string(1 << 20);
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("damaged: rank 0 on "));
    EXPECT_THAT(outcome.err, HasSubstr(", 1M bytes"));
    EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr(", 1K bytes")));
}

/// The tester's only line, of a job that must fail and leave nothing behind.
std::string refusal_of(Job job, const std::vector<std::string>& more = {}) {
    const TemporaryFolder folder;
    job.words = words_of_memory("cuda", folder);
    job.words.insert(job.words.end(), more.begin(), more.end());
    const Outcome outcome = run(job);
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    EXPECT_THAT(names_in(folder.path()), IsEmpty());
    const std::vector<std::string> lines = own_lines(outcome.err);
    EXPECT_EQ(lines.size(), 1U) << outcome.err;
    return lines.empty() ? std::string() : lines.front();
}

// Rank 0's own message to itself is the first that the library cannot copy.
TEST(DeviceMemory, ThatTheMpiLibraryDoesNotKnowEndsTheJobWithOneLine) {
    EXPECT_THAT(refusal_of(with_devices({.ranks = 3})),
                AllOf(HasSubstr("--memory cuda: rank 0 on "),
                      HasSubstr(" crashed in the MPI library at 1 KiB of device memory"),
                      HasSubstr("Open MPI"), HasSubstr("or give --memory host")));
}

TEST(DeviceMemory, ThatArrivesDamagedInTheRollCallIsRefused) {
    Job job = with_known_devices({});
    job.environment["FABRICMAP_STUB_DAMAGES"] = "1024";
    EXPECT_THAT(refusal_of(job),
                HasSubstr("1 KiB of device memory did not arrive whole in rank 0 from rank 0"));
}

TEST(DeviceMemory, WithoutADriverEndsTheJobWithOneLine) {
    Job job;
    job.environment["FABRICMAP_GPU_LIBRARY"] = "/nowhere/libdriver.so";
    EXPECT_THAT(refusal_of(job), AllOf(HasSubstr("there is no driver"), HasSubstr("--memory host")));
}

TEST(DeviceMemory, WithoutADeviceEndsTheJobWithOneLine) {
    Job job = with_devices({});
    job.environment["FABRICMAP_STUB_DEVICES"] = "0";
    EXPECT_THAT(refusal_of(job), HasSubstr("no device for this rank"));
}

TEST(DeviceMemory, BeyondThatOfTheDeviceEndsTheJobWithOneLine) {
    Job job = with_known_devices({});
    job.environment["FABRICMAP_STUB_BYTES"] = std::to_string(1 << 20);
    EXPECT_THAT(refusal_of(job), HasSubstr("0000:10:00.0 has no memory for a message buffer of 1M bytes"));
}

TEST(DeviceMemory, IsOfAnotherDeviceForEachRankOfAHost) {
    for (const int devices : {1, 2}) {
        const TemporaryFolder folder;
        Job job = with_known_devices({.words = words_of_memory("cuda", folder)});
        job.environment["FABRICMAP_STUB_DEVICES"] = std::to_string(devices);
        const Outcome outcome = run(job);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        const bool warns = outcome.err.find("share the device 0000:10:00.0") != std::string::npos;
        EXPECT_EQ(warns, devices == 1) << outcome.err;
    }
}

TEST(DeviceMemory, OfARunIsThatOfItsContinuation) {
    const TemporaryFolder folder;
    Job job = with_known_devices({.words = words_of_memory("cuda", folder)});
    EXPECT_EQ(run(job).exit_code, 0);
    job.words = words_of_memory("host", folder);
    job.words.emplace_back("--resume");
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(own_lines(outcome.err), Contains(HasSubstr("--memory cuda, not host")));
}

}  // namespace
}  // namespace fabricmap::testing
