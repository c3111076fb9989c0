// SPDX-License-Identifier: Apache-2.0
// Whatever is wrong ends with one line, a code that scripts can rely on, and nothing left behind.
#include "tests/converters/program.hpp"
#include "tests/converters/small_run.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

namespace fabricmap::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class BadInput : public ::testing::Test {
  protected:
    BadInput() { write_small_run(folder_ / "good", {}); }

    /// Ends with that code, one line of errors that has the words, and the folder as it was.
    void expect_refused(const std::vector<std::string>& arguments, int code, const std::string& words) {
        const auto before = names_in(folder_.path());
        const Ended ended = run_convert(arguments);
        EXPECT_EQ(ended.code, code) << ended.errors;
        EXPECT_EQ(ended.output, "");
        EXPECT_EQ(std::count(ended.errors.begin(), ended.errors.end(), '\n'), 1) << ended.errors;
        EXPECT_TRUE(ended.errors.starts_with("network_convert: ")) << ended.errors;
        EXPECT_THAT(ended.errors, HasSubstr(words));
        EXPECT_EQ(names_in(folder_.path()), before);
    }

    /// For each format that can be made of a run.
    void expect_unreadable(const std::string& input) {
        for (const char* format : {"text", "csv", "json"}) expect_refused({"--to", format, input}, 3, input);
        for (const char* format : {"png", "legacy", "run"})
            expect_refused({"--to", format, "-o", folder_ / "new", input}, 3, input);
    }

    [[nodiscard]] std::string path(std::string_view name) const { return folder_ / name; }

    TemporaryFolder folder_;
};

TEST_F(BadInput, IsAMissingFile) {
    expect_unreadable(path("none"));
}

TEST_F(BadInput, IsAnEmptyFile) {
    write_bytes(path("bad"), "");
    expect_unreadable(path("bad"));
}

TEST_F(BadInput, IsAForeignFile) {
    write_bytes(path("bad"), "A text about something else.\n");
    expect_unreadable(path("bad"));
    write_bytes(path("bad.nc"), "\x89PNG\r\n\x1a\n and so on");
    expect_unreadable(path("bad.nc"));
}

TEST_F(BadInput, IsATruncatedFile) {
    const std::string whole = bytes_of(path("good_median.nc"));
    for (const std::size_t size : {4UL, 40UL, 400UL, whole.size() / 2}) {
        write_bytes(path("bad.nc"), whole.substr(0, size));
        expect_unreadable(path("bad.nc"));
    }
}

TEST_F(BadInput, IsADamagedFile) {
    std::string damaged = bytes_of(path("good_median.nc"));
    damaged.replace(4, 24, 24, '\xff');
    write_bytes(path("bad.nc"), damaged);
    expect_unreadable(path("bad.nc"));
}

TEST_F(BadInput, IsAFolder) {
    fs::create_directory(path("folder"));
    expect_unreadable(path("folder"));
}

TEST_F(BadInput, IsAFileThatMayNotBeRead) {
    if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
    fs::permissions(path("good_median.nc"), fs::perms::none);
    expect_unreadable(path("good_median.nc"));
}

TEST_F(BadInput, IsARunWithoutACompleteLength) {
    write_small_run(folder_ / "empty", {.lengths = {}});
    expect_refused({path("empty")}, 3, path("empty"));
}

TEST_F(BadInput, NamesALengthThatTheRunHasNot) {
    expect_refused({"--length", "1K", path("good")}, 2, "--length");
    const std::string errors = run_convert({"--length", "1K", path("good")}).errors;
    EXPECT_THAT(errors, HasSubstr(" 0"));
    EXPECT_TRUE(errors.find("65536") != std::string::npos || errors.find("64K") != std::string::npos)
        << errors;
}

TEST_F(BadInput, NamesARankThatTheRunHasNot) {
    expect_refused({"--row", "2", path("good")}, 2, "--row");
    expect_refused({"--pair", "0,2", path("good")}, 2, "--pair");
    expect_refused({"--pair", "2,0", "--to", "csv", path("good")}, 2, "--pair");
    expect_refused({"--row", "99999999999999999999", path("good")}, 2, "--row");
}

TEST_F(BadInput, NamesAStatisticThatTheRunHasNot) {
    fs::remove(path("good_max.nc"));
    expect_refused({"--statistic", "max", path("good")}, 3, "max");
}

TEST_F(BadInput, NamesAnUnknownOption) {
    expect_refused({"--colour", path("good")}, 2, "--colour");
    expect_refused({path("good"), "further"}, 2, "further");
    expect_refused({"--to", "jpeg", path("good")}, 2, "--to");
    expect_refused({}, 2, "INPUT");
}

TEST_F(BadInput, NeverReplacesAFileUnlessAskedTo) {
    for (const char* name : {"old.txt", "old.csv", "old.json", "old.png"}) {
        write_bytes(path(name), "precious");
        expect_refused({"--quiet", "-o", path(name), path("good")}, 3, "--overwrite");
        EXPECT_EQ(bytes_of(path(name)), "precious");
        EXPECT_EQ(run_convert({"--quiet", "--overwrite", "-o", path(name), path("good")}).code, 0);
        EXPECT_NE(bytes_of(path(name)), "precious");
    }
}

TEST_F(BadInput, NamesAnOutputThatCannotBeWritten) {
    for (const char* name : {"none/a.txt", "none/a.csv", "none/a.json", "none/a.png"}) {
        expect_refused({"--quiet", "-o", path(name), path("good")}, 3, path(name));
    }
    const std::string sample = legacy_sample("np4/put/network");
    for (const char* format : {"legacy", "run"}) {
        expect_refused({"--quiet", "--to", format, "-o", path("none/a"), sample}, 3, path("none"));
    }
    fs::create_directory(path("folder"));
    for (const char* format : {"text", "csv", "json", "png"}) {
        expect_refused({"--quiet", "--overwrite", "--to", format, "-o", path("folder"), path("good")}, 3,
                       path("folder"));
    }
}

TEST_F(BadInput, DoesNotWriteOntoAFileOfItsInputUnderAnyName) {
    write_small_run(path("r"), {});
    const std::string median = path("r_median.nc");
    const std::string before = bytes_of(median);
    fs::create_symlink(median, path("link"));
    fs::create_hard_link(median, path("other"));
    for (const std::string& output : {median, path("link"), path("other"), path("./r_median.nc")}) {
        for (const std::string& input : {median, path("r"), path("r_min.nc")}) {
            expect_refused({"--quiet", "--to", "csv", "--overwrite", "-o", output, input}, 2, output);
            EXPECT_EQ(bytes_of(median), before);
        }
    }
    for (const char* format : {"run", "legacy"}) {
        expect_refused({"--quiet", "--to", format, "--overwrite", "-o", path("r"), path("r_min.nc")}, 2,
                       path("r_"));
        EXPECT_EQ(bytes_of(median), before);
    }
}

TEST_F(BadInput, WritesToStdoutWhereADashIsTheOutput) {
    const Ended dash = run_convert({"--to", "csv", "-o", "-", path("good")});
    EXPECT_EQ(dash.code, 0);
    EXPECT_EQ(dash.output, run_convert({"--to", "csv", path("good")}).output);
    EXPECT_FALSE(fs::exists("-"));
    expect_refused({"--quiet", "--to", "png", "-o", "-", path("good")}, 2, "-o");
}

TEST_F(BadInput, DoesNotPutARegularFileInThePlaceOfAPipe) {
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    expect_refused({"--to", "csv", "--overwrite", "-o", path("pipe"), path("good")}, 3, path("pipe"));
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

}  // namespace
}  // namespace fabricmap::testing
