// SPDX-License-Identifier: Apache-2.0
#include "base/plain_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

namespace fabricmap {
namespace {

using ::testing::EndsWith;

std::string remedy_of(int error_number, FileUse use) {
    const std::string line = system_error("some/file", "write", error_number, use).what();
    EXPECT_THAT(line, ::testing::StartsWith("some/file: cannot write: "));
    return line.substr(line.find(';'));
}

TEST(SystemError, OfARunSaysHowTheRunContinues) {
    EXPECT_EQ(remedy_of(ENOENT, FileUse::run), "; check the path");
    EXPECT_THAT(remedy_of(ENOSPC, FileUse::run), EndsWith("(network_test --resume then continues)"));
    EXPECT_EQ(std::string(system_error("some/file", "read", EIO).what()).find(';'), std::string::npos);
}

TEST(SystemError, OfAReportNamesAnotherPlace) {
    EXPECT_EQ(remedy_of(ENOENT, FileUse::report), "; make its folder first");
    EXPECT_EQ(remedy_of(ENOSPC, FileUse::report), "; free some space");
    EXPECT_EQ(remedy_of(EIO, FileUse::report), "; choose another place with -o");
}

}  // namespace
}  // namespace fabricmap
