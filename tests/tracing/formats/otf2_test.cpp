// SPDX-License-Identifier: Apache-2.0
// Archives of the Open Trace Format 2: ours through otf2-print and back, and EZTrace's.
#include "tracing/formats/otf2/otf2.hpp"

#include "tests/expectations.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tracing/program/traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/formats/otf2/archive_definitions.hpp"
#include "tracing/views/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

namespace fabricmap::tracing {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::run;
using testing::TemporaryFolder;
using testing::traced_program;

/// A record: what is exact, and its times.
using Row = std::pair<std::string, std::vector<double>>;

std::vector<Row> rows_of(const Trace& trace) {
    std::vector<Row> rows;
    for (const RecordTable& table : trace.tables()) {
        // They are not written there.
        if (table.type() == RecordType::call_site) continue;
        const auto fields = info_of(table.type()).fields;
        for (std::size_t record = 0; record < table.size(); ++record) {
            Row row{std::string(title_of(table.type())), {}};
            for (std::size_t number = 0; number < fields.size(); ++number) {
                const auto field = static_cast<FieldIndex>(number);
                if (!table.has(field, record)) continue;
                row.first += fmt::format(" {}", fields[number].name);
                if (fields[number].kind == FieldKind::seconds) {
                    row.second.push_back(table.number(field, record));
                } else if (fields[number].kind == FieldKind::text) {
                    row.first += fmt::format("='{}'", trace.text(table.type(), field, record));
                } else {
                    row.first += fmt::format("={}", table.number(field, record));
                }
            }
            rows.push_back(std::move(row));
        }
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

/// The format's times are whole picoseconds.
void expect_same(const Trace& read, const Trace& wrote) {
    const std::vector<Row> is = rows_of(read);
    const std::vector<Row> was = rows_of(wrote);
    ASSERT_EQ(is.size(), was.size());
    for (std::size_t number = 0; number < is.size(); ++number) {
        ASSERT_EQ(is[number].first, was[number].first);
        for (std::size_t time = 0; time < is[number].second.size(); ++time)
            ASSERT_NEAR(is[number].second[time], was[number].second[time], 1e-12) << is[number].first;
    }
}

void expect_printed_without_a_warning(const std::filesystem::path& archive) {
    const Outcome printed = run({"/usr/bin/otf2-print", archive / "traces.otf2"});
    EXPECT_EQ(printed.exit_code, 0);
    EXPECT_EQ(printed.err, "");
    EXPECT_THAT(printed.out, HasSubstr("MPI_COLLECTIVE_END"));
}

/// A program that tests until a request is complete has not called MPI_Wait.
void expect_no_other_function(const std::filesystem::path& archive, const std::string& function) {
    if (!std::filesystem::exists("/usr/bin/otf2-print")) return;
    const Outcome printed = run({"/usr/bin/otf2-print", archive / "traces.otf2"});
    EXPECT_THAT(printed.out, HasSubstr("\"MPI_Test\""));
    EXPECT_THAT(printed.out, ::testing::Not(HasSubstr("\"" + function + "\"")));
}

void expect_to_come_back(const std::filesystem::path& recording, const std::filesystem::path& archive) {
    const Operations operations = open_trace(recording);
    write_otf2_archive(operations.trace, archive, false);
    const Operations read = open_trace(archive);
    EXPECT_EQ(describe_report(read.report), "");
    expect_same(read.trace, operations.trace);
    if (std::filesystem::exists("/usr/bin/otf2-print")) expect_printed_without_a_warning(archive);
}

TEST(Otf2, OfRecordedProgramsComesBackAndIsPrintedWithoutAWarning) {
    const TemporaryFolder folder;
    testing::run_traced(4, folder / "exchanges_recorded", {traced_program("exchanges")});
    expect_to_come_back(folder / "exchanges_recorded", folder / "exchanges");
    testing::run_traced(3, folder / "counted_recorded", {traced_program("counted"), folder / "account"});
    expect_to_come_back(folder / "counted_recorded", folder / "counted");
    testing::run_traced(3, folder / "locks_recorded", {traced_program("shared_locks"), folder / "account"});
    expect_to_come_back(folder / "locks_recorded", folder / "locks");
    testing::run_traced(2, folder / "asking_recorded", {traced_program("asking"), folder / "data"});
    expect_to_come_back(folder / "asking_recorded", folder / "asking");
    EXPECT_GT(open_trace(folder / "asking").trace[RecordType::poll].size(), 10U);
    expect_no_other_function(folder / "asking", "MPI_Wait");
    EXPECT_EQ(open_trace(folder / "asking").trace[RecordType::file_access].size(), 10U);
    EXPECT_THAT(testing::error_of<FileError>([&] {
                    write_otf2_archive(open_trace(folder / "counted").trace, folder / "counted", false);
                }),
                HasSubstr("counted: exists"));
    write_otf2_archive(open_trace(folder / "counted").trace, folder / "counted/", true);
    EXPECT_GT(open_trace(folder / "counted").trace[RecordType::process].size(), 0);
    EXPECT_THAT(testing::error_of<FileError>([&] {
                    write_otf2_archive(open_trace(folder / "counted").trace, folder / "no/folder", false);
                }),
                HasSubstr("cannot make this folder"));
}

TEST(Otf2, OfASampleWithAllTypesOfRecordsComesBack) {
    const TemporaryFolder folder;
    const std::filesystem::path sample = std::string(SAMPLES_DIRECTORY) + "/traces/first_example.trace";
    write_otf2_archive(open_trace(sample).trace, folder / "sample", false);
    const Trace read = open_trace(folder / "sample").trace;
    EXPECT_EQ(read[RecordType::point_to_point].size(), 1U);
    EXPECT_EQ(read.text(RecordType::point_to_point, field(RecordType::point_to_point, "send_source_code"), 0),
              "traces\\latereceiver.cpp:20");
}

/// Bytes of each message, by sender and receiver.
std::map<std::pair<double, double>, std::multiset<double>> lengths_of(const Trace& trace) {
    constexpr auto type = RecordType::point_to_point;
    const RecordTable& table = trace[type];
    std::map<std::pair<double, double>, std::multiset<double>> lengths;
    for (std::size_t record = 0; record < table.size(); ++record) {
        lengths[{table.number(field(type, "send_process_rank"), record),
                 table.number(field(type, "receive_process_rank"), record)}]
            .insert(table.number(field(type, "bytes"), record));
    }
    return lengths;
}

TEST(Otf2, OfEztraceHasTheMessagesThatWeRecord) {
    if (!std::filesystem::exists("/usr/bin/eztrace")) GTEST_SKIP() << "eztrace is not installed";
    const TemporaryFolder folder;
    testing::run_traced(3, folder / "ours", {traced_program("pairs")});
    const std::string command = fmt::format("cd '{}' && '{}' --oversubscribe -np 3 eztrace -t openmpi '{}'",
                                            folder.path().string(), MPIEXEC, traced_program("pairs"));
    const Outcome outcome = run({"/bin/sh", "-c", command});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations ours = open_trace(folder / "ours");
    const Operations theirs = open_trace(folder / "pairs_trace");
    EXPECT_EQ(lengths_of(theirs.trace), lengths_of(ours.trace));
    EXPECT_EQ(ours.report.messages, 50U);
    // It records no end of a non-blocking receive.
    EXPECT_EQ(theirs.report.assumed_receives, 30U);
}

/// Score-P gives its functions of MPI the file "MPI" and no line; regions of the program lie around them.
TEST(Otf2, NamesPlacesOfScorePByTheFunctionsThatCall) {
    const TemporaryFolder folder;
    std::string text =
        "program process_count 1 total_time 5.0 total_communication_time 2.0;\n"
        "process rank 0 start_time 0.0 finish_time 5.0;\n"
        "region name \"solve\" process_rank 0 start_time 1.0 finish_time 2.0;\n";
    for (const std::string start : {"1.25", "3.25"}) {
        const std::string finish = start.substr(0, 2) + "5";
        text += fmt::format(
            "operation collective op_name \"MPI_Barrier\" op_type \"barrier\" process_rank 0 "
            "root_process_rank 0 "
            "start_time_min {0} start_time_max {0} finish_time_min {1} finish_time_max {1} start_time {0} "
            "finish_time {1} root_start_time {0} root_finish_time {1} source_code \"MPI\" instance {2};\n",
            start, finish, start == "1.25" ? 0 : 1);
    }
    testing::write_bytes(folder / "scorep.trace", text);
    write_otf2_archive(open_trace(folder / "scorep.trace").trace, folder / "archive", false);
    const Operations read = open_trace(folder / "archive");
    constexpr auto type = RecordType::collective;
    ASSERT_EQ(read.trace[type].size(), 2U);
    EXPECT_EQ(read.trace.text(type, field(type, "source_code"), 0), "solve");
    EXPECT_EQ(read.trace.text(type, field(type, "source_code"), 1), "unknown place");
}

TEST(Otf2, NumbersTargetsInTheCommunicatorOfTheirWindow) {
    ArchiveDefinitions definitions;
    definitions.groups[5] = {4, 2};
    definitions.communicators[3].group = 5;
    definitions.windows[7].communicator = 3;
    EXPECT_EQ(definitions.target_rank(7, 1), 2);
    EXPECT_EQ(definitions.target_rank(7, 2), -1);
    EXPECT_EQ(definitions.target_rank(8, 0), -1);
}

TEST(Otf2, ThatIsDamagedIsReadOrRefusedInOneLineWithItsPath) {
    const TemporaryFolder folder;
    const std::filesystem::path sample = std::string(SAMPLES_DIRECTORY) + "/traces/waits.trace";
    write_otf2_archive(open_trace(sample).trace, folder / "whole", false);
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "whole"))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    ASSERT_GE(files.size(), 4U);
    std::mt19937_64 random(11);
    int refused = 0;
    for (int number = 0; number < 100; ++number) {
        const std::filesystem::path& file = files[static_cast<std::size_t>(number) % files.size()];
        const std::string before = testing::bytes_of(file);
        std::string bytes = before;
        if (bytes.empty()) continue;
        if (number % 5 == 4)
            bytes.resize(random() % bytes.size());
        else
            for (int change = 0; change < 3; ++change)
                bytes[random() % bytes.size()] = static_cast<char>(random());
        testing::write_bytes(file, bytes);
        try {
            (void)open_trace(folder / "whole");
        } catch (const FileError& error) {
            const std::string line = error.what();
            EXPECT_THAT(line, HasSubstr((folder / "whole").string()));
            EXPECT_EQ(line.find('\n'), std::string::npos) << line;
            ++refused;
        }
        testing::write_bytes(file, before);
    }
    EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace fabricmap::tracing
