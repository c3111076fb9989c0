// SPDX-License-Identifier: Apache-2.0
// What other programs see of our files, through ncdump.
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_archives.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <sstream>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;

struct ClosePipe {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
};

std::string output_of(const std::string& command) {
    const std::unique_ptr<std::FILE, ClosePipe> pipe(popen((command + " 2>/dev/null").c_str(), "r"));
    std::string output;
    for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) output += static_cast<char>(c);
    return output;
}

class Header : public ::testing::Test {
  protected:
    void SetUp() override {
        if (output_of("command -v ncdump").empty()) GTEST_SKIP() << "ncdump is not installed";
    }
    [[nodiscard]] std::string dump(const std::string& options, const std::string& file) const {
        return output_of("ncdump " + options + " '" + (folder / file).string() + "'");
    }

    TemporaryFolder folder;
};

TEST_F(Header, FilesAreInThe64BitDataFormat) {
    write_run(folder / "run", testing::telltale_run(3, {0, 100}));
    for (const Statistic statistic : all_statistics) {
        EXPECT_EQ(dump("-k", statistic_path("run", statistic).string()), "cdf5\n");
    }
}

TEST_F(Header, IsThePublishedOneWithOurAdditions) {
    write_run(folder / "run", testing::telltale_run(3, {0, 100}));
    const std::string text = dump("-h", "run_median.nc");
    for (const char* line : {"x = 3 ;",
                             "y = 3 ;",
                             "n = UNLIMITED ; // (2 currently)",
                             "int proc_num ;",
                             "int test_type ;",
                             "int data_type ;",
                             "int num_repeates ;",
                             "int begin_mes_length ;",
                             "int end_mes_length ;",
                             "int step_length ;",
                             "int noise_mes_length ;",
                             "int num_noise_mes ;",
                             "int num_noise_proc ;",
                             "int64 message_length(n) ;",
                             "message_length:units = \"byte\" ;",
                             "int64 n(n) ;",
                             "n:units = \"byte\" ;",
                             "n:long_name = \"message length\" ;",
                             "char statistic(statistic_strlen) ;",
                             ":coordinates = \"message_length host_name statistic\" ;",
                             ":long_name = \"median of the message delay\" ;",
                             "node:_FillValue = -1 ;",
                             "double data(n, x, y) ;",
                             ":units = \"s\" ;",
                             ":_FillValue = NaN ;",
                             ":row = \"sender\" ;",
                             ":column = \"receiver\" ;",
                             "double record_time(n) ;",
                             "record_time:units = \"seconds since 1970-01-01T00:00:00Z\" ;",
                             "char host_name(x, name_strlen) ;",
                             "int node(x) ;",
                             "int core(x) ;",
                             "int numa(x) ;",
                             "int usable_cores(x) ;",
                             ":Conventions = ",
                             ":title = \"A title\" ;",
                             ":source = \"A source\" ;",
                             ":history = ",
                             ":fabricmap_schema = 2 ;",
                             ":run_id = ",
                             ":timing_method = \"round_trip\" ;",
                             "int excluded(x) ;",
                             ":schedule = \"rounds, active per node 4, 5 % of the pairs, shuffled",
                             ":schedule_kind = \"rounds",
                             ":active_per_node = 4LL ;",
                             ":sampled_fraction = 0.05 ;",
                             ":sampled_rounds = -1LL ;",
                             ":shuffled = 1 ;",
                             ":seed = 18446744073709551557ULL ;",
                             ":tool_version = \"0.1.0\" ;",
                             ":mpi_library = \"Open MPI v4.1.4\" ;",
                             ":mpi_vendor_settings = ",
                             ":command_line = ",
                             ":clock_error_bound_s = 1.5e-07 ;",
                             ":started = \"2024-05-16T10:00:00Z\" ;",
                             ":finished = \"2024-05-16T11:00:00Z\" ;",
                             ":complete = 1 ;"}) {
        EXPECT_THAT(text, HasSubstr(line));
    }
    EXPECT_THAT(text, HasSubstr("test_type:flag_values = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 ;"));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("quality")));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("outliers")));
}

TEST_F(Header, TheCountFileHasTheQualityFlags) {
    write_run(folder / "run", testing::telltale_run(3, {0, 100}));
    const std::string text = dump("-h", "run_count.nc");
    for (const char* line :
         {"byte quality(n, x, y) ;", "quality:flag_masks = 1b, 2b, 4b, 8b, 16b, 32b, 64b, -128b ;",
          "quality:flag_meanings = \"missing smallest_offset corrupted in_round alone remeasured "
          "imprecise unconfirmed\" ;",
          "int outliers(n, x, y) ;", "outliers:_FillValue = -1 ;", "outliers:units = \"1\" ;",
          "outliers:long_name = \"samples that took longer than 5 medians\" ;", ":units = \"1\" ;"}) {
        EXPECT_THAT(text, HasSubstr(line));
    }
}

TEST_F(Header, EveryVariableHasALongName) {
    write_run(folder / "run", testing::telltale_run(3, {0, 100}));
    testing::write_archive(folder / "run_arc.nc", testing::archive_with_exceptions(3));
    for (const char* file : {"run_count.nc", "run_arc.nc"}) {
        std::istringstream lines(dump("-h", file));
        std::size_t variables = 0;
        std::size_t long_names = 0;
        for (std::string line; std::getline(lines, line);) {
            const bool is_declared = line.starts_with('\t') && line.ends_with(" ;") && line[1] != '\t';
            if (is_declared && line.find(" = ") == std::string::npos) ++variables;
            if (line.find(":long_name = ") != std::string::npos) ++long_names;
        }
        EXPECT_GT(variables, 15U) << file;
        EXPECT_EQ(variables, long_names) << file;
    }
}

TEST_F(Header, TheDimensionOfTheLengthsHasThemAsItsCoordinate) {
    write_run(folder / "run", testing::telltale_run(3, {50, 150}));
    EXPECT_THAT(dump("-v n", "run_max.nc"), HasSubstr("\n n = 50, 150 ;"));
    EXPECT_THAT(dump("-v statistic", "run_max.nc"), HasSubstr("statistic = \"max\" ;"));
}

TEST_F(Header, TheLengthsOfAnArchiveAreTheCoordinateOfTheirDimension) {
    testing::SomeArchive archive = testing::regular_archive(3);
    archive.header.run.message_lengths = {1, 2, 4, 65536};
    testing::write_archive(folder / "run_arc.nc", archive);
    const std::string text = dump("-v plane,message_length", "run_arc.nc");
    EXPECT_THAT(text, HasSubstr("int64 plane(plane) ;"));
    EXPECT_THAT(text, HasSubstr("plane:units = \"byte\" ;"));
    EXPECT_THAT(text, HasSubstr("\n plane = 1, 2, 4, 65536 ;"));
    EXPECT_THAT(text, HasSubstr("\n message_length = 1, 2, 4, 65536 ;"));
}

TEST_F(Header, ARunFromBeforeTheCoordinateIsReadAndResumed) {
    const testing::SomeRun run = testing::telltale_run(3, {10, 20, 30});
    RunWriter writer = RunWriter::create(folder / "new", run.description, RunWriter::Existing::refuse);
    for (std::size_t plane = 0; plane < 2; ++plane) write_plane(writer, run, plane);
    writer.close();
    for (const Statistic statistic : all_statistics) {
        // Its declaration, its attributes and its values.
        const std::string without_coordinate = fmt::format(
            "ncdump -p 9,17 '{}' | sed '/^\tint64 n(n)/d; /^\t\tn:/d; /^ n = /d' | ncgen -k cdf5 -o '{}'",
            statistic_path(folder / "new", statistic).string(),
            statistic_path(folder / "old", statistic).string());
        output_of(without_coordinate);
    }
    ASSERT_THAT(dump("-h", "old_median.nc"), ::testing::Not(HasSubstr("n(n)")));

    const auto description = describe_for_resume(folder / "old");
    ASSERT_TRUE(description.has_value());
    RunWriter resumed = RunWriter::resume(folder / "old", *description);
    EXPECT_EQ(resumed.complete_lengths(), (std::vector<std::int64_t>{10, 20}));
    write_plane(resumed, run, 2);
    resumed.close();
    const auto read = open_run(folder / "old");
    for (std::size_t plane = 0; plane < 3; ++plane) {
        EXPECT_TRUE(testing::same_numbers(read.stack(Statistic::median)->plane(plane),
                                          run.plane(plane, Statistic::median)));
    }
}

TEST_F(Header, NumbersAreThePublishedOnes) {
    write_run(folder / "run", testing::telltale_run(3, {50, 150}));
    const std::string variables =
        "-v "
        "proc_num,test_type,data_type,num_repeates,begin_mes_length,end_mes_length,step_length,noise_mes_"
        "length,"
        "num_noise_mes,num_noise_proc,message_length";
    const std::string text = dump(variables, "run_max.nc");
    for (const char* line : {"proc_num = 3 ;", "test_type = 5 ;", "data_type = 7 ;", "num_repeates = 77 ;",
                             "begin_mes_length = 50 ;", "end_mes_length = 250 ;", "step_length = 100 ;",
                             "noise_mes_length = 4096 ;", "num_noise_mes = 3 ;", "num_noise_proc = 2 ;",
                             "message_length = 50, 150 ;"}) {
        EXPECT_THAT(text, HasSubstr(line));
    }
}

TEST_F(Header, LengthsThatAreNoRowSaySo) {
    write_run(folder / "run", testing::telltale_run(2, {8, 1, 2}));
    const std::string text =
        dump("-v begin_mes_length,end_mes_length,step_length,message_length", "run_min.nc");
    for (const char* line : {"begin_mes_length = -1 ;", "end_mes_length = -1 ;", "step_length = -1 ;",
                             "message_length = 8, 1, 2 ;", ":planned_message_length = 8LL, 1LL, 2LL ;"}) {
        EXPECT_THAT(text, HasSubstr(line));
    }
}

TEST_F(Header, DataLieSenderByReceiverAndMissingCellsAreNaN) {
    RunWriter writer =
        RunWriter::create(folder / "run", testing::some_description(2, {0}), RunWriter::Existing::refuse);
    const auto cell = [](double median, std::int64_t count) {
        return CellStatistics{0.125, 0.5, median, 4, 0.0625, count, 2, count / 10};
    };
    writer.begin_plane(0);
    writer.write_row(0, std::vector{cell(0.25, 10), cell(0.5, 20)});
    writer.write_row(1, std::vector{CellStatistics::not_measured(), cell(0.75, 30)});
    writer.commit_plane();
    writer.finish("2024-05-16T11:00:00Z");
    EXPECT_THAT(dump("-v data", "run_median.nc"), HasSubstr("data =\n  0.25, 0.5,\n  _, 0.75 ;"));
    EXPECT_THAT(dump("-v data", "run_min.nc"), HasSubstr("data =\n  0.125, 0.125,\n  _, 0.125 ;"));
    EXPECT_THAT(dump("-v data", "run_count.nc"), HasSubstr("data =\n  10, 20,\n  0, 30 ;"));
    EXPECT_THAT(dump("-v quality", "run_count.nc"), HasSubstr("quality =\n  2, 2,\n  1, 2 ;"));
    EXPECT_THAT(dump("-v outliers", "run_count.nc"), HasSubstr("outliers =\n  1, 2,\n  _, 3 ;"));
}

TEST_F(Header, AnArchiveHasTheSameOneAndItsOwnVariables) {
    write_archive(folder / "a.nc", testing::archive_with_exceptions(3));
    EXPECT_EQ(dump("-k", "a.nc"), "netCDF-4\n");
    const std::string text = dump("", "a.nc");
    for (const char* line : {"ubyte info(n, x, x) ;",
                             "double data(d) ;",
                             "int length(n) ;",
                             "int64 offset(n) ;",
                             "int64 message_length(plane) ;",
                             "int64 exception_begin(x_and_end) ;",
                             "int exception_receiver(e) ;",
                             "int exception_plane(e) ;",
                             "double exception_value(e) ;",
                             "info:row = \"sender\" ;",
                             "info:column = \"receiver\" ;",
                             ":units = \"s\" ;",
                             "message_length:units = \"byte\" ;",
                             ":title = \"A title (clusters of pairs)\" ;",
                             ":fabricmap_schema = 2 ;",
                             ":fabricmap_archive = 1 ;",
                             ":threshold = 0.05 ;",
                             "begin_mes_length = 0 ;",
                             "message_length = 0, 100, 200, 300 ;",
                             "length = 0, 2 ;",
                             "offset = 0, 8 ;",
                             "exception_begin = 0, 1, 2, 3 ;"}) {
        EXPECT_THAT(text, HasSubstr(line));
    }
}

}  // namespace
}  // namespace fabricmap
