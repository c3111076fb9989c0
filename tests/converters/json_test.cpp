// SPDX-License-Identifier: Apache-2.0
#include "tests/converters/program.hpp"
#include "tests/converters/small_run.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netcdf.h>
#include <nlohmann/json.hpp>

#include <array>
#include <limits>

namespace fabricmap::testing {
namespace {

using nlohmann::json;

json json_of(const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"--to", "json"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Ended ended = run_convert(words);
    EXPECT_EQ(ended.code, 0) << ended.errors;
    return json::parse(ended.output);
}

TEST(Json, HoldsThePlanesWithSendersAsRowsAndNullForWhatIsMissing) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.with_missing_pair = true});
    const json document = json_of({folder / "r"});
    EXPECT_EQ(document["schema_version"], 2);
    EXPECT_EQ(document["statistic"], "median");
    EXPECT_EQ(document["units"], "s");
    const json planes = json::parse(R"([{"length_bytes": 0, "data": [[0, 1.5e-06], [2.25e-06, 0]]},
                                        {"length_bytes": 65536, "data": [[0, null], [4.5e-06, 0]]}])");
    EXPECT_EQ(document["planes"], planes);
}

TEST(Json, IsValidWhereTheFileHoldsWhatIsNoDelay) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    int file = -1;
    int variable = -1;
    ASSERT_EQ(nc_open((folder / "r_median.nc").c_str(), NC_WRITE, &file), NC_NOERR);
    ASSERT_EQ(nc_inq_varid(file, "data", &variable), NC_NOERR);
    const std::array<double, 4> plane{0, std::numeric_limits<double>::infinity(), -2.25e-06, 0};
    const std::array<std::size_t, 3> start{0, 0, 0};
    const std::array<std::size_t, 3> count{1, 2, 2};
    ASSERT_EQ(nc_put_vara_double(file, variable, start.data(), count.data(), plane.data()), NC_NOERR);
    ASSERT_EQ(nc_close(file), NC_NOERR);
    const Ended ended = run_convert({"--to", "json", folder / "r"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(json::parse(ended.output)["planes"][0]["data"], json::parse("[[0, null], [null, 0]]"));
    EXPECT_THAT(ended.errors, ::testing::HasSubstr("warning: " + (folder / "r").string() +
                                                   ": 2 values are not valid delays"));
}

TEST(Json, DescribesTheRun) {
    const TemporaryFolder folder;
    write_run(folder / "r", telltale_run(3, {7}));
    const json run = json_of({folder / "r"})["run"];
    EXPECT_EQ(run["mode"], "test_noise");
    EXPECT_EQ(run["timing"], "round_trip");
    EXPECT_EQ(run["schedule"], "rounds, active per node 4, 5 % of the pairs, shuffled");
    EXPECT_EQ(run["schedule_kind"], "rounds");
    EXPECT_EQ(run["active_per_node"], 4);
    EXPECT_EQ(run["sampled_fraction"], 0.05);
    EXPECT_FALSE(run.contains("sampled_rounds"));
    EXPECT_EQ(run["shuffled"], true);
    EXPECT_EQ(run["excluded_hosts"], json::parse(R"(["node0"])"));
    EXPECT_EQ(run["sampling"], "--precision 2");
    EXPECT_EQ(run["repeats"], 77);
    EXPECT_EQ(run["noise"], json::parse(R"({"message_length_bytes": 4096, "messages": 3, "processes": 2})"));
    EXPECT_EQ(run["seed"], 18446744073709551557ULL);
    EXPECT_EQ(run["rma_sync"], "fence");
    EXPECT_EQ(run["run_id"], "0f3c1a52-5d3e-4c7b-9b52-2f6f1c9e7a10");
    EXPECT_EQ(run["title"], "A title");
    EXPECT_EQ(run["source"], "A source");
    EXPECT_EQ(run["tool_version"], "0.1.0");
    EXPECT_EQ(run["mpi_library"], "Open MPI v4.1.4");
    EXPECT_EQ(run["mpi_vendor_settings"], "btl=tcp,self");
    EXPECT_EQ(run["command_line"], "network_test -t test_noise");
    EXPECT_EQ(run["clock_error_bound_s"], 1.5e-7);
    EXPECT_EQ(run["clock_resolution_s"], 1e-9);
    EXPECT_EQ(run["noise_share"], 0.75);
    EXPECT_EQ(run["empty_epoch_s"], 2e-6);
    EXPECT_EQ(run["started"], "2024-05-16T10:00:00Z");
    EXPECT_TRUE(run["complete"]);
    EXPECT_EQ(run["ranks"][2],
              json::parse(R"({"rank": 2, "host": "node1", "node": 1, "core": 2, "numa": 0})"));
}

TEST(Json, LeavesOutWhatTheFileDoesNotState) {
    const json run = json_of({legacy_sample("np4/put/network")})["run"];
    EXPECT_EQ(run["mode"], "put_one_to_one");
    for (const char* key :
         {"timing", "seed", "noise", "title", "noise_share", "started", "schedule", "excluded_hosts"})
        EXPECT_FALSE(run.contains(key)) << key;
}

TEST(Json, HonoursTheSelection) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const json row = json_of({"--row", "1", "--length", "64K", folder / "r"});
    EXPECT_EQ(row["sender"], 1);
    EXPECT_EQ(row["planes"], json::parse(R"([{"length_bytes": 65536, "data": [[4.5e-06, 0]]}])"));
    const json pair = json_of({"--pair", "0,1", "--statistic", "min", folder / "r"});
    EXPECT_EQ(pair["statistic"], "min");
    EXPECT_EQ(pair["sender"], 0);
    EXPECT_EQ(pair["receiver"], 1);
    EXPECT_EQ(pair["planes"], json::parse(R"([{"length_bytes": 0, "data": [[7.5e-07]]},
                                              {"length_bytes": 65536, "data": [[1.5e-06]]}])"));
}

TEST(Json, GivesCountsWithoutAUnit) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.with_missing_pair = true});
    const json counts = json_of({"--statistic", "count", "--pair", "0,1", folder / "r"});
    EXPECT_EQ(counts["units"], "1");
    EXPECT_EQ(counts["planes"][0]["data"][0][0], 10);
    EXPECT_EQ(counts["planes"][1]["data"][0][0], 0);
}

TEST(Json, HasAllStatisticsOfAPairAndLengthInOneObject) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.with_missing_pair = true});
    const json document = json_of({"--statistic", "all", "--pair", "0,1", folder / "r"});
    EXPECT_EQ(document["statistic"], "all");
    EXPECT_EQ(document["quality_bits"]["unconfirmed"], 128);
    EXPECT_FALSE(document.contains("planes"));
    EXPECT_EQ(document["pairs"], json::parse(R"([
        {"length_bytes": 0, "sender": 0, "receiver": 1, "min_s": 7.5e-07, "average_s": 1.5e-06,
         "median_s": 1.5e-06, "max_s": 3e-06, "deviation_s": 3.75e-07, "count": 10, "outliers": 0,
         "quality": 0},
        {"length_bytes": 65536, "sender": 0, "receiver": 1, "min_s": null, "average_s": null,
         "median_s": null, "max_s": null, "deviation_s": null, "count": 0, "outliers": null, "quality": 1}])"));
}

TEST(Json, HasNullOnTheDiagonalWhereAsked) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.lengths = {100}});
    const auto data_of = [&](const std::vector<std::string>& options) {
        std::vector<std::string> words{folder / "r"};
        words.insert(words.end(), options.begin(), options.end());
        return json_of(words)["planes"][0]["data"];
    };
    EXPECT_EQ(data_of({"--diagonal", "nan"}), json::parse("[[null, 1.5e-06], [2.25e-06, null]]"));
    EXPECT_EQ(data_of({"--diagonal", "nan", "--row", "1"}), json::parse("[[2.25e-06, null]]"));
    EXPECT_EQ(data_of({"--diagonal", "keep"}), json::parse("[[0, 1.5e-06], [2.25e-06, 0]]"));
    EXPECT_EQ(data_of({"--diagonal", "nan", "--statistic", "count"}), json::parse("[[0, 10], [10, 0]]"));
    EXPECT_EQ(json_of({"--statistic", "all", folder / "r"})["pairs"].size(), 2U);
}

TEST(Json, KeepsEveryBitOfEveryNumber) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(4, {3, 99999});
    write_run(folder / "r", run);
    const json document = json_of({"--statistic", "deviation", folder / "r"});
    for (std::size_t k = 0; k < 2; ++k) {
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = 0; j < 4; ++j) {
                EXPECT_EQ(document["planes"][k]["data"][i][j].get<double>(), run.cells[k][i][j].deviation);
            }
        }
    }
}

}  // namespace
}  // namespace fabricmap::testing
