// SPDX-License-Identifier: Apache-2.0
// What is read of files that are damaged, missing, or of two runs. The files are recorded for it.
#include "base/mixing.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tracing/program/traced_job.hpp"
#include "tracing/model/text.hpp"
#include "tracing/reading/operations.hpp"
#include "tracing/views/profile.hpp"
#include "tracing/views/timeline.hpp"
#include "tracing/views/traffic.hpp"

#include <array>
#include <cstring>
#include <optional>
#include <span>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using testing::bytes_of;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::write_bytes;

/// A small run, recorded once.
const fs::path& recorded_run() {
    static const TemporaryFolder folder;
    static const fs::path trace = [] {
        testing::run_traced(2, folder / "trace", {testing::traced_program("counted"), folder / "account"});
        return folder / "trace";
    }();
    return trace;
}

void copy_run(const fs::path& to) {
    fs::copy(recorded_run(), to);
}

/// All that is made of a recording.
void read_all(const fs::path& folder, SourceLines& lines) {
    const Recording recording = read_recording(folder);
    (void)describe_profile(recording, profile_of(recording, lines), 100);
    const Operations operations = operations_of(recording, lines);
    (void)describe_report(operations.report);
    (void)format_traffic(traffic_of(operations));
    (void)timeline_of(operations.trace);
    write_text(operations.trace, [](std::string_view /*piece*/) {});
}

/// Nothing of it, or one line with the path.
bool is_read(const fs::path& folder, SourceLines& lines) {
    try {
        read_all(folder, lines);
        return true;
    } catch (const FileError& error) {
        EXPECT_THAT(error.what(), HasSubstr("rank0000"));
        EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("\n")));
        return false;
    }
}

TEST(RankFile, OfAHundredMutationsIsReadOrRefusedWithItsPath) {
    const TemporaryFolder folder;
    copy_run(folder / "trace");
    const fs::path path = folder / "trace" / "rank00001.trace";
    const std::string sound = bytes_of(path);
    SourceLines lines;
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        std::uint64_t state = mix(seed);
        std::string bytes = sound;
        if (seed % 4 == 3) {
            bytes.resize(draw_below(state, bytes.size()));
        } else {
            // A third anywhere, a third in the header, and a third where it says whose file this is, which
            // must fit.
            const std::size_t end =
                std::array{bytes.size(), sizeof(FileHeader), offsetof(FileHeader, clock_parent)}.at(seed % 4);
            bytes[draw_below(state, end)] = static_cast<char>(draw_below(state, 256));
        }
        write_bytes(path, bytes);
        refused += is_read(folder / "trace", lines) ? 0 : 1;
    }
    // Eight of them at least are in its first words, which are the same in each run.
    EXPECT_GE(refused, 8);
}

/// What is told of a recording as a whole, and what its reports say.
struct Reports {
    std::string gaps;
    std::string tables;
};

std::optional<Reports> reports_of(const fs::path& folder, SourceLines& lines) {
    try {
        const Recording recording = read_recording(folder);
        const Operations operations = operations_of(recording, lines);
        std::string tables = describe_profile(recording, profile_of(recording, lines), 100) +
                             describe_report(operations.report) + format_traffic(traffic_of(operations));
        write_text(operations.trace, [&](std::string_view piece) { tables += piece; });
        return Reports{describe_gaps(recording), tables};
    } catch (const FileError&) {
        return std::nullopt;
    }
}

TEST(RankFile, OfTwoThousandFlippedBitsIsToldOrReadAsItWas) {
    const TemporaryFolder folder;
    copy_run(folder / "trace");
    SourceLines lines;
    const std::optional<Reports> sound = reports_of(folder / "trace", lines);
    ASSERT_TRUE(sound);
    const std::array paths{folder / "trace" / "rank00000.trace", folder / "trace" / "rank00001.trace"};
    const std::array bytes{bytes_of(paths[0]), bytes_of(paths[1])};
    int without_effect = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        std::uint64_t state = mix(seed);
        const std::size_t rank = seed % paths.size();
        std::string flipped = bytes.at(rank);
        flipped[draw_below(state, flipped.size())] ^= static_cast<char>(1U << draw_below(state, 8));
        write_bytes(paths.at(rank), flipped);
        const std::optional<Reports> told = reports_of(folder / "trace", lines);
        write_bytes(paths.at(rank), bytes.at(rank));
        if (!told || told->gaps != sound->gaps) continue;
        EXPECT_EQ(told->tables, sound->tables) << seed;
        ++without_effect;
    }
    // Fields that no report has, such as a process's number.
    EXPECT_LT(without_effect, 1000);
}

TEST(RankFile, OfBeforeHeadersHadChecksumsIsReadAndSaysSo) {
    const TemporaryFolder folder;
    copy_run(folder / "trace");
    SourceLines lines;
    for (const char* const name : {"rank00000.trace", "rank00001.trace"}) {
        const fs::path path = folder / "trace" / name;
        std::string bytes = bytes_of(path);
        constexpr std::size_t header_bytes = offsetof(FileHeader, checksum);
        bytes.erase(header_bytes, sizeof(FileHeader) - header_bytes);
        const auto length = static_cast<std::uint32_t>(header_bytes);
        std::memcpy(bytes.data() + offsetof(FileHeader, header_bytes), &length, sizeof length);
        write_bytes(path, bytes);
    }
    const std::optional<Reports> told = reports_of(folder / "trace", lines);
    ASSERT_TRUE(told);
    EXPECT_THAT(told->gaps, HasSubstr("No checksum of headers"));
}

/// Where the calls of a file's frames are, which are not compressed.
std::vector<std::size_t> frames_of_calls(const std::string& bytes) {
    std::vector<std::size_t> places;
    FrameHeader header;
    for (std::size_t at = sizeof(FileHeader); at < bytes.size(); at += sizeof header + header.stored_bytes) {
        std::memcpy(static_cast<void*>(&header), bytes.data() + at, sizeof header);
        if (header.kind == FrameKind::calls && header.stored_bytes > 0) places.push_back(at);
    }
    return places;
}

/// Changes some bytes of the calls, and the checksum with them.
void change_calls(std::string& bytes, std::size_t frame, std::uint64_t state) {
    FrameHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data() + frame, sizeof header);
    const std::span calls(reinterpret_cast<unsigned char*>(bytes.data()) + frame + sizeof header,
                          header.stored_bytes);
    for (std::uint64_t change = draw_below(state, 3); change < 3; ++change) {
        constexpr std::array<unsigned char, 5> telling{0, 1, 2, 0x7f, 0xff};
        const std::uint64_t value = draw_below(state, 512);
        calls[draw_below(state, calls.size())] =
            value < 256 ? static_cast<unsigned char>(value) : telling.at(value % telling.size());
    }
    header.checksum = checksum_of(header, calls);
    std::memcpy(bytes.data() + frame, &header, sizeof header);
}

// A checksum keeps damage from what reads calls, but not files that somebody made.
TEST(RankFile, OfAHundredMutationsOfItsCallsIsReadAsFarAsItMakesSense) {
    const TemporaryFolder folder;
    testing::run_traced(2, folder / "trace", {testing::traced_program("counted"), folder / "account"},
                        {"--compress", "none"});
    const fs::path path = folder / "trace" / "rank00001.trace";
    const std::string sound = bytes_of(path);
    const std::vector<std::size_t> frames = frames_of_calls(sound);
    ASSERT_FALSE(frames.empty());
    SourceLines lines;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        std::string bytes = sound;
        change_calls(bytes, frames.at(seed % frames.size()), mix(seed));
        write_bytes(path, bytes);
        EXPECT_TRUE(is_read(folder / "trace", lines)) << seed;
    }
}

TEST(RankFile, WithoutItsEndHasWhatIsBefore) {
    const TemporaryFolder folder;
    copy_run(folder / "trace");
    const fs::path path = folder / "trace" / "rank00000.trace";
    fs::resize_file(path, fs::file_size(path) - 1);
    const RankRecording rank = read_rank_file(path);
    EXPECT_TRUE(rank.is_cut_off);
    EXPECT_FALSE(rank.functions.empty());
    EXPECT_FALSE(read_recording(folder / "trace").is_complete());
}

TEST(RankFile, ThatIsMissingIsNamed) {
    const TemporaryFolder folder;
    copy_run(folder / "trace");
    fs::remove(folder / "trace" / "rank00000.trace");
    const Recording recording = read_recording(folder / "trace");
    EXPECT_THAT(recording.missing_ranks, ElementsAre(0));
    SourceLines lines;
    EXPECT_THAT(describe_profile(recording, profile_of(recording, lines), 10),
                HasSubstr("Missing: the files of 1 rank: 0\n"));
    // What has no partner then is told with the reason.
    EXPECT_THAT(describe_report(operations_of(recording, lines).report),
                ::testing::StartsWith("Missing: the files of 1 rank: 0\n"));
}

TEST(RankFile, ThatIsEmptyIsMissing) {
    const TemporaryFolder folder;
    copy_run(folder / "trace");
    write_bytes(folder / "trace" / "rank00001.trace", "");
    EXPECT_THAT(read_recording(folder / "trace").missing_ranks, ElementsAre(1));
}

TEST(RankFile, OfAnotherRunIsRefused) {
    const TemporaryFolder folder;
    copy_run(folder / "trace");
    testing::run_traced(2, folder / "other", {testing::traced_program("counted"), folder / "account"});
    fs::copy(folder / "other" / "rank00001.trace", folder / "trace" / "rank00001.trace",
             fs::copy_options::overwrite_existing);
    EXPECT_THAT(error_of<FileError>([&] { (void)read_recording(folder / "trace"); }),
                HasSubstr("rank00001.trace: of another run"));
}

TEST(RankFile, OfAnotherVersionIsRefused) {
    const TemporaryFolder folder;
    copy_run(folder / "trace");
    const fs::path path = folder / "trace" / "rank00001.trace";
    std::string bytes = bytes_of(path);
    for (const int step : {1, -1}) {
        bytes[offsetof(FileHeader, version)] = static_cast<char>(static_cast<int>(file_version) + step);
        write_bytes(path, bytes);
        EXPECT_THAT(error_of<FileError>([&] { (void)read_rank_file(path); }),
                    HasSubstr(step > 0 ? "by a newer network_trace" : "by an older network_trace"));
    }
}

TEST(RankFile, ThatIsNoneIsRefused) {
    const TemporaryFolder folder;
    write_bytes(folder / "rank00000.trace", "program\n");
    EXPECT_THAT(error_of<FileError>([&] { (void)read_recording(folder.path()); }),
                HasSubstr("rank00000.trace: no file of a recorded rank"));
}

}  // namespace
}  // namespace fabricmap::tracing
