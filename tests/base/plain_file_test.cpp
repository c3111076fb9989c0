// SPDX-License-Identifier: Apache-2.0
#include "base/plain_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>

namespace fabricmap {
namespace {

using ::testing::EndsWith;

std::string remedy_of(int error_number, FileUse use) {
    const std::string line = system_error("some/file", "write", error_number, use).what();
    EXPECT_THAT(line, ::testing::StartsWith("some/file: cannot write: "));
    return line.substr(std::min(line.find(';'), line.size()));
}

TEST(SystemError, OfARunSaysHowTheRunContinues) {
    EXPECT_EQ(remedy_of(ENOENT, FileUse::run), "; check the path");
    EXPECT_THAT(remedy_of(ENOSPC, FileUse::run), EndsWith("(a measurement then continues with --resume)"));
    EXPECT_THAT(remedy_of(EFBIG, FileUse::run), EndsWith("a measurement then continues with --resume)"));
}

TEST(SystemError, OfAReportNamesAnotherPlace) {
    EXPECT_EQ(remedy_of(ENOENT, FileUse::report), "; make its folder first");
    EXPECT_EQ(remedy_of(ENOSPC, FileUse::report), "; free some space");
    EXPECT_EQ(remedy_of(EISDIR, FileUse::report), "; choose another place");
}

TEST(SystemError, HasARemedyWhateverTheSystemSays) {
    for (const FileUse use : {FileUse::run, FileUse::report}) {
        for (int number = 1; number < 134; ++number) EXPECT_NE(remedy_of(number, use), "") << number;
        EXPECT_THAT(remedy_of(EIO, use), EndsWith("use another one"));
    }
}

}  // namespace
}  // namespace fabricmap
