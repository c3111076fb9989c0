// SPDX-License-Identifier: Apache-2.0
// Traces for ui.perfetto.dev, decoded by protoc with the messages of the format that are used.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "tracing/formats/formats.hpp"
#include "tracing/formats/open_trace.hpp"

#include <algorithm>
#include <map>
#include <regex>

namespace fabricmap::tracing {
namespace {

using testing::Outcome;
using testing::TemporaryFolder;

std::size_t count_of(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size()))
        ++count;
    return count;
}

std::vector<std::string> numbers_after(const std::string& text, const std::string& name) {
    std::vector<std::string> numbers;
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
        numbers.push_back(text.substr(at + name.size(), text.find('\n', at) - at - name.size()));
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

/// The trace as it was written, by another program.
Outcome decoded_trace(const Trace& trace, const TemporaryFolder& folder) {
    write_perfetto_file(trace, folder / "some.perfetto", false);
    Outcome decoded = testing::run({"/bin/sh", "-c",
                                    "protoc --decode=fabricmap.testing.Trace -I '" PERFETTO_FOLDER
                                    "' '" PERFETTO_FOLDER "/perfetto.proto' < '" +
                                        (folder / "some.perfetto").string() + "'"});
    EXPECT_EQ(decoded.exit_code, 0) << decoded.err;
    // What protoc does not know it prints by number.
    EXPECT_FALSE(std::regex_search(decoded.out, std::regex("(^|\\n) *[0-9]+[: ]")));
    return decoded;
}

TEST(Perfetto, IsDecodedAndHasAnArrowForEachMessage) {
    if (!std::filesystem::exists("/usr/bin/protoc")) GTEST_SKIP() << "protoc is not installed";
    const TemporaryFolder folder;
    const std::filesystem::path sample = std::string(SAMPLES_DIRECTORY) + "/traces/waits.trace";
    const Operations operations = open_trace(sample);
    const Outcome decoded = decoded_trace(operations.trace, folder);
    EXPECT_EQ(count_of(decoded.out, "TYPE_SLICE_BEGIN"), count_of(decoded.out, "TYPE_SLICE_END"));
    const auto begins = numbers_after(decoded.out, " flow_ids: ");
    EXPECT_EQ(begins.size(), operations.trace[RecordType::point_to_point].size());
    EXPECT_EQ(begins, numbers_after(decoded.out, "terminating_flow_ids: "));
    EXPECT_EQ(std::adjacent_find(begins.begin(), begins.end()), begins.end());
}

TEST(Perfetto, HasPollsAndAccessesToFiles) {
    if (!std::filesystem::exists("/usr/bin/protoc")) GTEST_SKIP() << "protoc is not installed";
    const TemporaryFolder folder;
    testing::write_bytes(
        folder / "some.trace",
        "program\nprocess_count 1\ntotal_time 9.0\ntotal_communication_time 2.0;\n"
        "operation poll\nop_name \"MPI_Iprobe\"\nop_type \"polling probe\"\nprocess_rank 0\n"
        "count 1234\nfound 0\nstart_time 1.0\nfinish_time 2.0;\n"
        "operation file_access\nop_name \"MPI_File_write\"\nop_type \"write\"\nprocess_rank 0\n"
        "file \"results\"\nbytes 5678\nstart_time 3.0\nfinish_time 4.0;\n");
    const Outcome decoded = decoded_trace(open_trace(folder / "some.trace").trace, folder);
    EXPECT_EQ(count_of(decoded.out, "TYPE_SLICE_BEGIN"), 2U);
    for (const char* const part :
         {"\"MPI_Iprobe\"", ": 1234\n", "\"MPI_File_write\"", "\"results\"", ": 5678\n"})
        EXPECT_EQ(count_of(decoded.out, part), 1U) << part;
}

}  // namespace
}  // namespace fabricmap::tracing
