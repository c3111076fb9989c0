// SPDX-License-Identifier: Apache-2.0
#include "tracing/model/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fabricmap::tracing {
namespace {

constexpr auto message = RecordType::point_to_point;
constexpr FieldIndex bytes_field = field(message, "bytes");
constexpr FieldIndex phase_field = field(message, "phase");
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Trace, KnowsNothingOfANewRecord) {
    Trace trace;
    EXPECT_EQ(trace[message].add(3), 0U);
    EXPECT_EQ(trace[message].add(), 3U);
    EXPECT_EQ(trace[message].size(), 4U);
    EXPECT_FALSE(trace[message].has(bytes_field));
    EXPECT_FALSE(trace[message].has(bytes_field, 3));
    EXPECT_TRUE(std::isnan(trace[message].number(bytes_field, 3)));
    EXPECT_EQ(trace[message].text(phase_field, 3), no_string);
    EXPECT_EQ(trace.text(message, phase_field, 3), "");
}

TEST(Trace, TakesNoMemoryForAColumnWithoutValues) {
    Trace trace;
    trace[message].add(1000);
    trace[message].set(bytes_field, 0, nan);
    trace[message].set(phase_field, 0, no_string);
    EXPECT_EQ(trace[message].memory(), 0U);
    EXPECT_TRUE(trace[message].numbers(bytes_field).empty());
    trace[message].set(bytes_field, 7, 42.0);
    EXPECT_GE(trace[message].memory(), 1000 * sizeof(double));
}

TEST(Trace, HasColumnsAsLongAsTheTable) {
    Trace trace;
    RecordTable& table = trace[message];
    table.add(2);
    table.set(bytes_field, 1, 8.0);
    trace.set(message, phase_field, 0, "assembly");
    table.add(2);
    ASSERT_EQ(table.numbers(bytes_field).size(), 4U);
    ASSERT_EQ(table.texts(phase_field).size(), 4U);
    EXPECT_TRUE(std::isnan(table.numbers(bytes_field)[0]));
    EXPECT_EQ(table.numbers(bytes_field)[1], 8);
    EXPECT_TRUE(std::isnan(table.numbers(bytes_field)[3]));
    EXPECT_EQ(trace.text(message, phase_field, 0), "assembly");
    EXPECT_EQ(table.texts(phase_field)[2], no_string);
}

TEST(Trace, KeepsEqualStringsOnce) {
    Trace trace;
    trace[message].add(2);
    trace.set(message, phase_field, 0, "assembly");
    trace.set(message, phase_field, 1, std::string("assem") + "bly");
    EXPECT_EQ(trace[message].text(phase_field, 0), trace[message].text(phase_field, 1));
    EXPECT_EQ(trace.strings().size(), 1U);
    EXPECT_EQ(trace.strings().find("assembly"), trace[message].text(phase_field, 0));
    EXPECT_EQ(trace.strings().find("solution"), no_string);
}

TEST(Trace, KeepsItsStringsWhenItIsMoved) {
    Trace trace;
    trace[message].add();
    trace.set(message, phase_field, 0, "short");
    const Trace moved = std::move(trace);
    EXPECT_EQ(moved.text(message, phase_field, 0), "short");
    EXPECT_EQ(moved.strings().find("short"), moved[message].text(phase_field, 0));
}

}  // namespace
}  // namespace fabricmap::tracing
