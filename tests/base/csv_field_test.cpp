// SPDX-License-Identifier: Apache-2.0
#include "base/csv_field.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

TEST(CsvField, IsInQuotesWhereItHoldsASeparator) {
    EXPECT_EQ(csv_field("node1"), "node1");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csv_field(""), "");
}

TEST(CsvField, IsNoFormula) {
    for (const char* const text : {"=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx"})
        EXPECT_EQ(csv_field(text), '\'' + std::string(text));
    EXPECT_EQ(csv_field("=HYPERLINK(\"x\",1)"), "\"'=HYPERLINK(\"\"x\"\",1)\"");
    EXPECT_EQ(csv_field("a=b"), "a=b");
}

TEST(CsvField, IsUtf8WithoutControlCharacters) {
    EXPECT_EQ(csv_field(std::string_view("a\0b\x1b[31m", 8)), "a?b?[31m");
    EXPECT_EQ(csv_field("caf\xe9"), "caf\\xe9");
    EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

}  // namespace
}  // namespace fabricmap
