// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/layouts/facts_of_version_1.hpp"

#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_copy.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/netcdf_schema/version_1.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netcdf.h>

#include <array>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::TemporaryFolder;

std::filesystem::path sample_of_version_1(const std::string& name) {
    return std::filesystem::path(SAMPLES_DIRECTORY) / "schema_1" / name;
}

int version_of(const std::filesystem::path& path) {
    int file = -1;
    int version = 0;
    EXPECT_EQ(nc_open(path.c_str(), NC_NOWRITE, &file), NC_NOERR);
    EXPECT_EQ(nc_get_att_int(file, NC_GLOBAL, "fabricmap_schema", &version), NC_NOERR);
    EXPECT_EQ(nc_close(file), NC_NOERR);
    return version;
}

TEST(ExcludedHostsOfVersion1, AreNoneWhereTheOptionIsNotGiven) {
    EXPECT_THAT(excluded_hosts_of_version_1("", ""), IsEmpty());
    EXPECT_THAT(excluded_hosts_of_version_1("network_test -f a --lengths 0",
                                            "2026-01-02T03:04:05Z network_test -f a"),
                IsEmpty());
}

TEST(ExcludedHostsOfVersion1, AreReadInBothWaysOfGivingThem) {
    EXPECT_THAT(excluded_hosts_of_version_1("network_test --exclude-hosts node05,node03 -f a", ""),
                ElementsAre("node03", "node05"));
    EXPECT_THAT(excluded_hosts_of_version_1("network_test -f a --exclude-hosts=node03,,", ""),
                ElementsAre("node03"));
}

TEST(ExcludedHostsOfVersion1, IncludeThoseOfWhoResumedTheRun) {
    EXPECT_THAT(
        excluded_hosts_of_version_1("network_test -f a --exclude-hosts c",
                                    "2026-01-02T03:04:05Z network_test -f a --exclude-hosts c\n"
                                    "2026-01-02T04:04:05Z network_test -f a --resume --exclude-hosts b,c"),
        ElementsAre("b", "c"));
    EXPECT_THAT(excluded_hosts_of_version_1(
                    "network_test -f a",
                    "2026-01-02T03:04:05Z network_test -f a\n"
                    "2026-01-02T04:04:05Z network_test -f a --resume --exclude-hosts=node05,node13"),
                ElementsAre("node05", "node13"));
}

TEST(ExcludedHostsOfVersion1, AreNoneOfWhatOtherProgramsOrValuesSay) {
    EXPECT_THAT(excluded_hosts_of_version_1("another --exclude-hosts a",
                                            "2026-01-02T03:04:05Z another --exclude-hosts b\n"
                                            "--exclude-hosts c"),
                IsEmpty());
    EXPECT_THAT(excluded_hosts_of_version_1("network_test -f x--exclude-hosts y --exclude-hosts", ""),
                IsEmpty());
}

TEST(ScheduleOfVersion1, IsWhatTheSentenceSays) {
    const PairSample whole;
    for (const auto& [text, schedule] :
         {std::pair("auto, shuffled", Schedule{ScheduleKind::automatic, -1, {}, true}),
          std::pair("serial, shuffled", Schedule{ScheduleKind::serial, -1, {}, true}),
          std::pair("serial, ordered", Schedule{ScheduleKind::serial, -1, {}, false}),
          std::pair("rounds, active per node 4, shuffled", Schedule{ScheduleKind::rounds, 4, whole, true}),
          std::pair("rounds, active per node all, ordered",
                    Schedule{ScheduleKind::rounds, Schedule::all_of_a_node, whole, false}),
          std::pair("rounds, active per node 1, 0.5 % of the pairs, shuffled",
                    Schedule{ScheduleKind::rounds, 1, PairSample{.fraction = 0.005}, true}),
          std::pair("rounds, active per node 1, 1e-05 % of the pairs, shuffled",
                    Schedule{ScheduleKind::rounds, 1, PairSample{.fraction = 1e-7}, true}),
          std::pair("rounds, active per node 2, 12 rounds, ordered",
                    Schedule{ScheduleKind::rounds, 2, PairSample{.rounds = 12}, false}),
          std::pair("synthetic", Schedule{.kind = ScheduleKind::synthetic})}) {
        EXPECT_EQ(schedule_of_version_1(text), schedule) << text;
        // What was written before is what is shown now.
        EXPECT_EQ(schedule.text(), text);
    }
}

TEST(ScheduleOfVersion1, LeavesOpenWhatIsNotSaid) {
    EXPECT_EQ(schedule_of_version_1("rounds"), Schedule{.kind = ScheduleKind::rounds});
    EXPECT_EQ(schedule_of_version_1("rounds of another tool"), Schedule{.kind = ScheduleKind::rounds});
    EXPECT_EQ(schedule_of_version_1(""), std::nullopt);
    EXPECT_EQ(schedule_of_version_1("each pair twice"), std::nullopt);
}

TEST(FileOfVersion1, BecomesAFileOfFieldsWhereItIsCopied) {
    const TemporaryFolder folder;
    const auto old = open_run(sample_of_version_1("resumed_median.nc"));
    const Schedule serial{ScheduleKind::serial, -1, {}, true};
    EXPECT_EQ(old.description().schedule, serial);
    EXPECT_THAT(old.description().excluded_hosts, ElementsAre("c"));
    // Measured before c was left out, and after.
    EXPECT_EQ(old.stack(Statistic::median)->plane(0).isNaN().count(), 0);
    EXPECT_TRUE(old.stack(Statistic::median)->plane(1).row(2).isNaN().all());

    copy_run(old, std::array{Statistic::median},
             {folder / "copy", RunWriter::Existing::refuse, "a copy --exclude-hosts a"}, [] {});
    EXPECT_EQ(version_of(folder / "copy_median.nc"), schema_version);
    const auto copy = open_run(folder / "copy");
    EXPECT_EQ(copy.description().schedule, serial);
    EXPECT_THAT(copy.description().excluded_hosts, ElementsAre("c"));
    for (std::size_t plane : {0U, 1U}) {
        EXPECT_TRUE(testing::same_numbers(copy.stack(Statistic::median)->plane(plane),
                                          old.stack(Statistic::median)->plane(plane)));
    }
}

TEST(FileOfVersion1, MayBeAnArchive) {
    const auto archive = open_run(sample_of_version_1("sampled_median_arc.nc"));
    EXPECT_EQ(archive.description().schedule,
              (Schedule{ScheduleKind::rounds, Schedule::all_of_a_node, PairSample{.rounds = 2}, true}));
    EXPECT_THAT(archive.description().excluded_hosts, ElementsAre("b"));
    EXPECT_TRUE(archive.stack(Statistic::median)->plane(0).row(1).isNaN().all());
}

TEST(FileOfVersion1, StaysOneWhenItIsResumed) {
    const TemporaryFolder folder;
    const testing::SomeRun run = testing::telltale_run(4, {10, 20});
    RunWriter begun = RunWriter::create(folder / "run", run.description, RunWriter::Existing::refuse);
    write_plane(begun, run, 0);
    begun.close();
    for (const Statistic statistic : all_statistics) {
        testing::turn_into_version_1(statistic_path(folder / "run", statistic), "auto, shuffled",
                                     "network_test --exclude-hosts node1");
    }
    auto description = describe_for_resume(folder / "run").value();
    EXPECT_EQ(description.schedule, (Schedule{ScheduleKind::automatic, -1, {}, true}));
    EXPECT_THAT(description.excluded_hosts, ElementsAre("node1"));

    description.history += "\n2026-01-02T04:04:05Z network_test --resume --exclude-hosts node0";
    description.excluded_hosts = {"node0", "node1"};
    RunWriter resumed = RunWriter::resume(folder / "run", description);
    description.schedule = Schedule{ScheduleKind::rounds, 2, PairSample{.fraction = 0.25}, true};
    resumed.store_measured(description);
    write_plane(resumed, run, 1);
    resumed.finish("2024-05-16T11:00:00Z");
    EXPECT_EQ(version_of(folder / "run_median.nc"), 1);
    const auto read = open_run(folder / "run");
    EXPECT_EQ(read.description().schedule, description.schedule);
    EXPECT_EQ(read.description().excluded_hosts, description.excluded_hosts);
    EXPECT_TRUE(
        testing::same_numbers(read.stack(Statistic::median)->plane(1), run.plane(1, Statistic::median)));
}

}  // namespace
}  // namespace fabricmap
