// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/collectives/collective_run_writer.hpp"
#include "tests/converters/program.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace fabricmap::converters {
namespace {

using fabricmap::testing::Ended;
using fabricmap::testing::run_convert;
using fabricmap::testing::TemporaryFolder;
using ::testing::HasSubstr;

/// Twelve visits of gather with root 0, of 1 to 4 µs and more by the visit's number; two of root 1.
void write_gather(const std::filesystem::path& prefix) {
    CollectiveRun run;
    run.description.ranks = {{"node0", 0, 0, 0, 1}, {"node1", 1, 0, 0, 1}};
    run.operations = {"gather"};
    run.runs_per_visit = 4;
    CollectiveRunWriter writer =
        CollectiveRunWriter::create(prefix, run, CollectiveRunWriter::Existing::refuse);
    for (int number = 0; number < 14; ++number) {
        CollectiveVisit visit;
        visit.cell.operation = 0;
        visit.cell.ranks = 2;
        visit.cell.root = number < 12 ? 0 : 1;
        visit.cell.message_length = 1024;
        visit.total_length = 2048;
        const double more = number < 12 ? number * 1e-6 : 0;
        visit.completion = {1e-6 + more, 2e-6 + more, 3e-6 + more, 4e-6 + more};
        visit.lateness = {0, 0, 0, 0};
        visit.last_rank = {1, 1, 1, 0};
        visit.finish_median = visit.finish_min = visit.finish_max = {1e-6F, 2e-6F};
        writer.append(std::move(visit));
    }
    writer.finish("2026-01-01T00:00:00Z");
}

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    return fields;
}

TEST(Collectives, CsvHasTheQuantitiesOfMpiperfUnderTheirNames) {
    const TemporaryFolder folder;
    write_gather(folder / "run");
    const Ended ended = run_convert({"--to", "csv", folder / "run"});
    ASSERT_EQ(ended.code, 0) << ended.errors;
    std::istringstream lines(ended.output);
    std::string line;
    while (std::getline(lines, line) && line.starts_with('#')) {
    }
    const std::vector<std::string> names = fields_of(line);
    ASSERT_TRUE(std::getline(lines, line));
    const std::vector<std::string> values = fields_of(line);
    ASSERT_EQ(names.size(), values.size());
    const auto value = [&](const std::string& name) {
        const auto found = std::find(names.begin(), names.end(), name);
        EXPECT_NE(found, names.end()) << name;
        return values.at(static_cast<std::size_t>(found - names.begin()));
    };
    EXPECT_EQ(value("operation"), "gather");
    EXPECT_EQ(value("Procs"), "2");
    EXPECT_EQ(value("Count"), "1024");
    EXPECT_EQ(value("TRuns"), "48");
    EXPECT_EQ(value("CRuns"), "48");
    EXPECT_EQ(value("FRuns"), "24");
    EXPECT_EQ(value("last_host"), "node1");
    // By symmetry mean and median are those of 1 ... 15 µs; the third smallest of twelve visits is 4.5 µs.
    EXPECT_NEAR(std::stod(value("Mean")), 8e-6, 1e-12);
    EXPECT_NEAR(std::stod(value("median_s")), 8e-6, 1e-12);
    EXPECT_NEAR(std::stod(value("low_s")), 4.5e-6, 1e-12);
    EXPECT_NEAR(std::stod(value("high_s")), 11.5e-6, 1e-12);
    EXPECT_NEAR(std::stod(value("Min")), 1e-6, 1e-12);
    EXPECT_NEAR(std::stod(value("Max")), 15e-6, 1e-12);
    EXPECT_NEAR(std::stod(value("CI UB")) - std::stod(value("CI LB")), 2 * std::stod(value("Err")), 1e-12);
}

TEST(Collectives, TextIsATableAndJsonHasItsRows) {
    const TemporaryFolder folder;
    write_gather(folder / "run");
    const Ended text = run_convert({collectives_path(folder / "run")});
    ASSERT_EQ(text.code, 0) << text.errors;
    for (const char* word :
         {"operation", "punctual", "+-error", "last host", "gather root 1", "8 µs", "node1"})
        EXPECT_THAT(text.output, HasSubstr(word));
    const Ended json = run_convert({"--to", "json", folder / "run"});
    ASSERT_EQ(json.code, 0) << json.errors;
    const auto parsed = nlohmann::json::parse(json.output);
    ASSERT_EQ(parsed.at("cells").size(), 2U);
    EXPECT_EQ(parsed.at("cells").at(0).at("visits"), 12);
    EXPECT_TRUE(parsed.at("cells").at(1).at("low_s").is_null());
}

TEST(Collectives, ANamedOperationIsItsMatricesByRoots) {
    const TemporaryFolder folder;
    write_gather(folder / "run");
    const Ended csv =
        run_convert({"--to", "csv", "--diagonal", "keep", (folder / "run").string() + ":gather"});
    ASSERT_EQ(csv.code, 0) << csv.errors;
    EXPECT_THAT(csv.output, HasSubstr("1024,1,0,node1,node0,"));
    const Ended png = run_convert({"-o", folder / "gather.png", folder / "run"});
    EXPECT_EQ(png.code, 0) << png.errors;
    EXPECT_TRUE(std::filesystem::exists(folder / "gather.png"));
}

TEST(Collectives, WhatChoosesAmongPairsIsRefused) {
    const TemporaryFolder folder;
    write_gather(folder / "run");
    const Ended pair = run_convert({"--to", "csv", "--pair", "0,1", folder / "run"});
    EXPECT_EQ(pair.code, 2);
    EXPECT_THAT(pair.errors, HasSubstr("INPUT:gather"));
    EXPECT_EQ(run_convert({"--to", "csv", "--length", "2K", folder / "run"}).code, 2);
    EXPECT_EQ(run_convert({"--to", "csv", (folder / "run").string() + ":bcast"}).code, 3);
}

}  // namespace
}  // namespace fabricmap::converters
