// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

TEST(Remark, HasLinesAndNoOtherControlCharacters) {
    ::testing::internal::CaptureStderr();
    remark("a: '\x1b[31mred\r' \xc2\x9b!\nb\x07");
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "a: '?[31mred?' ?!\nb?");
}

}  // namespace
}  // namespace fabricmap
