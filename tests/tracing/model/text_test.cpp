// SPDX-License-Identifier: Apache-2.0
#include "tracing/model/text.hpp"

#include "base/mixing.hpp"
#include "some_traces.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <rapidcheck/gtest.h>

namespace fabricmap::tracing {
namespace {

using testing::bytes_of;
using testing::error_of;
using ::testing::HasSubstr;
using testing::lines_of;
using testing::random_trace;
using testing::TemporaryFolder;

const std::filesystem::path samples = std::filesystem::path(SAMPLES_DIRECTORY) / "traces";

std::string text_of(const Trace& trace) {
    std::string text;
    write_text(trace, [&](std::string_view piece) { text += piece; });
    return text;
}

std::string message_of(std::string_view text) {
    return error_of<FileError>([&] { (void)read_text(text, "some.trace"); });
}

const std::string small_program = "program\nprocess_count 1\ntotal_time 1.0\ntotal_communication_time 0.5;\n";

TEST(Text, OfAPublishedTraceIsWrittenAsItWasRead) {
    const auto path = samples / "first_example.trace";
    EXPECT_EQ(text_of(read_text_file(path)), bytes_of(path));
}

// Records of a type keep their order, and types come one after another.
TEST(Text, OfAllTypesIsWrittenWithTheRecordsThatWereRead) {
    const auto path = samples / "waits.trace";
    const auto records = [](const std::string& text) {
        std::vector<std::string> parts;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find(";\n", begin), text.size()) + 2;
            parts.push_back(text.substr(begin, end - begin));
            begin = std::min(text.find_first_not_of('\n', end), text.size());
        }
        std::sort(parts.begin(), parts.end());
        return parts;
    };
    const std::string read = bytes_of(path);
    EXPECT_EQ(records(text_of(read_text_file(path))), records(read));
    EXPECT_GT(records(read).size(), 40U);
}

TEST(Text, HasTheValuesOfThePublishedTrace) {
    const Trace trace = read_text_file(samples / "first_example.trace");
    constexpr auto message = RecordType::point_to_point;
    ASSERT_EQ(trace[message].size(), 1U);
    EXPECT_EQ(trace[message].number(field(message, "receive_start_time"), 0), 2.4695157509991628);
    EXPECT_EQ(trace[message].number(field(message, "receive_process_rank"), 0), 1);
    EXPECT_EQ(trace.text(message, field(message, "send_source_code"), 0), "traces\\latereceiver.cpp:20");
    EXPECT_FALSE(trace[message].has(field(message, "bytes")));
}

RC_GTEST_PROP(Text, OfAnyTraceReadsAsTheSameTrace, (std::uint64_t seed)) {
    const Trace trace = random_trace(seed);
    RC_ASSERT(lines_of(read_text(text_of(trace), "some.trace")) == lines_of(trace));
}

TEST(Text, TakesFieldsInAnyOrderAndOnOneLine) {
    const Trace trace =
        read_text("program total_time 2 process_count 3\ttotal_communication_time 1e-3 ;", "t");
    EXPECT_EQ(trace[RecordType::program].number(field(RecordType::program, "total_communication_time"), 0),
              1e-3);
    EXPECT_EQ(trace[RecordType::program].number(field(RecordType::program, "process_count"), 0), 3);
}

TEST(Text, NamesTheLineAndWhatIsWrong) {
    const std::string process = small_program + "\nprocess\nrank 0\nstart_time 0.0\n";
    EXPECT_EQ(message_of(process + "finish_time soon;"),
              "some.trace:9: finish_time needs a number, not 'soon'");
    EXPECT_EQ(message_of(process + "finish_time inf;"),
              "some.trace:9: finish_time needs a number, not 'inf'");
    EXPECT_EQ(message_of(small_program + "\nprocess\nrank 1.5;"),
              "some.trace:7: rank needs a rank, not '1.5'");
    EXPECT_EQ(message_of(small_program + "\nprocess\nrank 4000000000;"),
              "some.trace:7: rank needs a rank, not '4000000000'");
    EXPECT_EQ(message_of("program\nprocess_count 1e300;"),
              "some.trace:2: process_count needs a whole number, not '1e300'");
    EXPECT_EQ(message_of("program\nprocess_count 5000000\ntotal_time 1\ntotal_communication_time 1;"),
              "some.trace:4: process_count is 5000000: no run has so many");
    EXPECT_EQ(message_of(process + "end_time 1.0;"), "some.trace:9: process has no field 'end_time'");
    EXPECT_EQ(message_of(process + "rank 1;"), "some.trace:9: a second rank in one record");
    EXPECT_EQ(message_of(process + "host node0;"), "some.trace:9: host needs a string in quotes");
    EXPECT_EQ(message_of(process + "host \"node0;"), "some.trace:9: a string has no closing quote");
    EXPECT_EQ(message_of(process + "host \"node0\";"), "some.trace:9: process without finish_time");
    EXPECT_THAT(message_of(process), HasSubstr("some.trace:9: the last record does not end with ';'"));
    EXPECT_THAT(message_of("# text"),
                HasSubstr("some.trace:1: '#' is not a type of record; known are program"));
    EXPECT_THAT(message_of("operation barrier"), HasSubstr("'barrier' is not a type of record"));
    EXPECT_THAT(message_of(""), HasSubstr("no record of type program"));
    EXPECT_THAT(message_of(small_program + small_program), HasSubstr("some.trace:5: a second program"));
}

TEST(Text, NamesTheFileThatCannotBeRead) {
    const TemporaryFolder folder;
    const auto path = folder / "missing.trace";
    EXPECT_THAT(error_of<FileError>([&] { (void)read_text_file(path); }), HasSubstr(path.string()));
}

TEST(Text, RefusesToWriteWhatItCouldNotRead) {
    Trace trace = read_text(small_program, "t");
    trace[RecordType::region].add();
    trace.set(RecordType::region, field(RecordType::region, "name"), 0, "a \"b\"");
    EXPECT_THAT(error_of<FileError>([&] { (void)text_of(trace); }),
                HasSubstr("a \"b\": a string with a quote"));
}

TEST(Text, IsKnownByItsFirstWord) {
    EXPECT_TRUE(is_text_trace("program\nprocess_count"));
    EXPECT_TRUE(is_text_trace("\n  operation collective"));
    EXPECT_FALSE(is_text_trace("programs"));
    EXPECT_FALSE(is_text_trace("CDF\x01"));
    EXPECT_FALSE(is_text_trace(""));
}

/// A sample with a few bytes changed, removed or put in, or with its end cut off.
std::string mutation(std::string text, std::uint64_t seed) {
    std::uint64_t state = mix(seed);
    const std::string_view bytes = ";\"\n .-e0a\xff";
    for (std::uint64_t change = 0; change <= seed % 3; ++change) {
        const std::size_t at = draw_below(state, text.size());
        switch (draw_below(state, 4)) {
            case 0:
                text[at] = bytes[draw_below(state, bytes.size())];
                break;
            case 1:
                text.erase(at, 1 + draw_below(state, 30));
                break;
            case 2:
                text.insert(at, 1, bytes[draw_below(state, bytes.size())]);
                break;
            default:
                text.resize(at + 1);
        }
    }
    return text;
}

TEST(Text, OfAHundredMutationsIsReadOrRefusedInOneLineWithItsPath) {
    const std::string sample = bytes_of(samples / "waits.trace");
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        try {
            (void)read_text(mutation(sample, seed), "some.trace");
        } catch (const FileError& error) {
            const std::string line = error.what();
            EXPECT_TRUE(line.starts_with("some.trace:")) << line;
            EXPECT_EQ(line.find('\n'), std::string::npos) << line;
            ++refused;
        }
    }
    EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace fabricmap::tracing
