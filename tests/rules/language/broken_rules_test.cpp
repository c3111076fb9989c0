// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "rules/language/rule.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

namespace fabricmap::rules {
namespace {

using fabricmap::testing::error_of;
using ::testing::HasSubstr;

/// A rule that is right but for the text that is put in its place.
struct BrokenRule {
    std::string text;
    std::string place;     ///< LINE:COLUMN
    std::string sentence;  ///< part of what a user reads
};

/// A problem with this condition on line 2; it begins in column 7.
std::string with_condition(const std::string& condition) {
    return "problem p description \"d\" find op type point_to_point\nwhere " + condition +
           "\nseverity op.bytes / 1 MiB;";
}

/// A problem with these clauses after its condition, on line 3.
std::string with_result(const std::string& result) {
    return "problem p description \"d\" find op type point_to_point find c type collective\n"
           "where op.send_start_time < c.start_time\n" +
           result;
}

std::vector<BrokenRule> broken_rules() {
    return {
        {with_condition("op.receive_start_tim > 3"), "2:10", "did you mean 'receive_start_time'?"},
        {with_condition("op.colour > 3"), "2:10",
         "point_to_point has no field 'colour'; known are send_op_name"},
        {with_condition("po.bytes > 3"), "2:7", "'po' is no variable of this problem; did you mean 'op'?"},
        {with_condition("op.bytes eq \"8\""), "2:16",
         "'eq' compares values of one kind, not bytes and a string"},
        {with_condition("op.bytes > 5 us"), "2:16", "not bytes and seconds"},
        {with_condition("op.bytes + op.send_start_time > 3"), "2:16", "'+' needs values of one unit"},
        {with_condition("op.communicator < \"a\""), "2:23", "strings have no order"},
        {with_condition("op.bytes KiB > 3"), "2:16", "read 'KiB', expected an operator"},
        {with_condition("op.bytes KiB > 3"), "2:16", "a unit can only follow a number"},
        {with_condition("op.bytes > 3 parsecs"), "2:20", "units are ns us ms s B KiB MiB GiB %"},
        {with_condition("1 < op.bytes < 3"), "2:20", "comparisons do not chain: join two with 'and'"},
        {with_condition("op.bytes > 3 && op.tag = 1"), "2:20", "write 'and'"},
        {with_condition("op.bytes"), "2:7", "'where' needs a condition, not bytes"},
        {with_condition("not op.bytes"), "2:7", "'not' needs a condition, not bytes"},
        {with_condition("op.bytes > 1 or op.tag"), "2:20", "'or' joins conditions"},
        {with_condition("op > 1"), "2:7", "'op' is a variable: name one of its fields"},
        {with_condition("total_tim > op.send_start_time"), "2:7", "did you mean 'total_time'?"},
        {with_condition("op.bytes > medain(point_to_point.bytes)"), "2:18", "did you mean 'median'?"},
        {with_condition("op.bytes > abs(1, 2)"), "2:18", "'abs' takes abs(NUMBER)"},
        {with_condition("op.bytes > if(1, 2, 3)"), "2:18", "'if' takes if(CONDITION, A, B)"},
        {with_condition("op.bytes > sum(op.bytes)"), "2:18", "can stand after 'group by' only"},
        {with_condition("op.bytes > quantile(point_to_point.bytes)"), "2:18", "takes a fraction and a value"},
        {with_condition("op.bytes > sum(max(point_to_point.bytes))"), "2:22", "aggregates do not nest"},
        {with_condition("(op.bytes > 3"), "3:1", "read 'severity', expected"},
        {with_condition("op.communicator eq \"a"), "2:26", "the string has no closing quote"},
        {with_condition("op.send_op_type eq \"non_blocking\""), "2:26",
         "send_op_type of point_to_point is never \"non_blocking\"; did you mean 'non-blocking'?"},
        {with_condition("\"eager\" ne op.receive_op_type"), "2:7",
         "receive_op_type of point_to_point is never \"eager\"; known are blocking, non-blocking"},
        {with_condition("op.tag > count(collective.bytes | collective.op_type eq \"barier\")"), "2:63",
         "op_type of collective is never \"barier\"; did you mean 'barrier'?"},
        {"problem p description \"d\" find f type finding where f.kind eq \"slow_host\" severity f.severity;",
         "1:63", "kind of finding is never \"slow_host\"; did you mean 'slow_"},
        {with_result("severity 150%;"), "3:10", "'severity' is a fraction from 0 to 1, not 1.5"},
        {with_condition("op.type eq \"a\""), "2:10", "point_to_point has no field 'type'"},
        {with_result("severity op.bytes"), "3:18",
         "read the end of the file, expected an operator, 'advice' or ';'; a problem ends with ';'"},
        {with_result("severity op.communicator;"), "3:10", "'severity' needs a number, not a string"},
        {with_result("severity op.bytes = 3;"), "3:19", "'severity' needs a number, not a condition"},
        {with_result("lost on op.communicator from 1 to 2;"), "3:9", "'lost on' needs a rank"},
        {with_result("lost on 1 from op.bytes to 2;"), "3:16", "'from' needs seconds, not bytes"},
        {with_result("lost on 1 to 2;"), "3:11", "read 'to', expected an operator or 'from'"},
        {"problem p description \"d\" find op type point_to_point find op type collective where op.bytes > 1 "
         "severity 1;",
         "1:60", "a second variable 'op'"},
        {"problem p description \"d\" find op type message where op.bytes > 1 severity 1;", "1:40",
         "'message' is not a type of record"},
        {"problem p description \"d\" find op type operation process where op.rank > 1 severity 1;", "1:50",
         "process is no operation: write 'type process'"},
        {"problem p description \"d\" find op type point_to_point find b type collective where op.bytes > 1 "
         "severity 1;",
         "1:60", "variable 'b' is not used: take out its 'find'"},
        {"problem p description \"d\" find exists b type collective where b.bytes > 1 severity b.bytes;",
         "1:39", "'b' is in the result, so that it cannot be 'exists'"},
        {"problem p description \"d\" find b type collective let x = 1 where b.bytes > 1 severity 1;", "1:54",
         "'x' is not used: take out its 'let'"},
        {"problem p description \"d\" find b type collective in map where b.bytes > 1 severity 1;", "1:32",
         "collective is a type of traces: 'in NAME' names one that is compared with"},
        {"problem p description \"d\" find b type collective where b.bytes > sum(collective.bytes in map) "
         "severity 1;",
         "1:66", "'sum' goes through records of a trace, and 'map' is none"},
        {"problem p description \"d\" find b type collective where b.bytes > 1 group by b.op_name having "
         "sum(b.bytes in may) > 1 severity 1;",
         "1:94", "'sum' goes through bindings: 'in' stands where a type's records are gone through"},
        {"problem p description \"d\" find b type collective where abs(b.bytes in may) > 1 severity 1;",
         "1:56", "'abs' takes"},
        {"problem \"Приём\" description \"ждёт\" find b kind collective where b.bytes > 1 severity 1;",
         "1:43", "read 'kind', expected 'type'"},
        {with_condition("op.send_op_name eq 'MPI_Send'"), "2:26", "strings stand in double quotes"},
        {with_condition("op.send_op_name eq MPI_Send"), "2:26", "a string needs quotes: \"MPI_Send\""},
        {with_condition("op.bytes => 3"), "2:17", "write '>='"},
        {with_condition("op.bytes > .5"), "2:18", "a number begins with a digit: 0.5"},
        {with_condition("op.bytes > 3 AND op.tag = 1"), "2:20", "in lower case: 'and'"},
        {with_condition("op.recv_start_time > 3"), "2:10", "did you mean 'receive_start_time'?"},
        {with_result(";"), "3:1",
         "say what it costs: 'lost on RANK from TIME to TIME', or 'severity NUMBER'"},
        {with_result("advice \"x\" severity 1;"), "3:1", "say what it costs"},
        {"problem p description “d” find b type collective where b.bytes > 1 severity 1;", "1:23",
         "strings stand in double quotes"},
        {"problem p description \"d\" find b type p2p where b.bytes > 1 severity 1;", "1:39",
         "'p2p' is not a type of record; known are program, process, point_to_point"},
        {"problem p description \"d\" find s type sample where s severity 1;", "1:52",
         "name one of its fields, as s.mode"},
        {"PROBLEM p description \"d\" find b type collective where b.bytes > 1 severity 1;", "1:1",
         "in lower case: 'problem'"},
        {"find b type collective where b.bytes > 1 severity 1;", "1:1", "read 'find', expected 'problem'"},
        {"# nothing\n", "1:1", "no problem stands here"},
    };
}

TEST(BrokenRules, AreReportedWithPlaceAndRemedy) {
    ASSERT_GE(broken_rules().size(), 30U);
    for (const BrokenRule& broken : broken_rules()) {
        const std::string text =
            error_of<FileError>([&] { static_cast<void>(read_rules(broken.text, "a.mpr")); });
        EXPECT_THAT(text, HasSubstr(fmt::format("a.mpr:{}: ", broken.place))) << broken.text;
        EXPECT_THAT(text, HasSubstr(broken.sentence)) << broken.text;
        EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 0) << text;
    }
}

TEST(BrokenRules, AreAllReportedAtOnceInTheOrderOfTheText) {
    const std::string text = error_of<FileError>([] {
        static_cast<void>(
            read_rules("problem a description \"d\" find x type collective\n"
                       "where x.byte > 1 and x.start > 2 severity 1\n"
                       "problem b description \"d\" find x type collective\n"
                       "where x.op_name > 1 severity 1;\n"
                       "problem a description d find x type collective where x.bytes > 1 severity 1;\n"
                       "problem a description \"d\" find x type collectiv where x.bytes > 1 severity 1;",
                       "a.mpr"));
    });
    const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
    EXPECT_EQ(lines, 4) << text;
    EXPECT_THAT(text, ::testing::StartsWith("a.mpr:3:1: read 'problem', expected an operator"));
    EXPECT_THAT(text, HasSubstr("a.mpr:4:17: "));
    EXPECT_THAT(text, HasSubstr("a.mpr:5:23: read 'd', expected a string in quotes"));
    EXPECT_THAT(text,
                HasSubstr("a.mpr:6:39: 'collectiv' is not a type of record; did you mean 'collective'?"));
}

/// Whatever a file holds, it is rules or one error; the sanitizers watch the rest.
TEST(BrokenRules, NeverBreakTheReader) {
    std::string all;
    for (const char* name : {"patterns.mpr", "trace.mpr", "map.mpr", "paper.mpr"}) {
        all += fabricmap::testing::bytes_of(std::string(SAMPLES_DIRECTORY) + "/rules/" + name);
    }
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        std::uint64_t state = mix(seed + 1);
        std::string text = all.substr(draw_below(state, all.size() / 2), 4000);
        for (int change = 0; change < 6; ++change) {
            text.at(draw_below(state, text.size())) = static_cast<char>(draw_below(state, 256));
        }
        try {
            static_cast<void>(read_rules(text, "a.mpr"));
        } catch (const FileError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 50);
    EXPECT_THROW(static_cast<void>(read_rules(std::string(100000, '('), "a.mpr")), FileError);
    EXPECT_THROW(
        static_cast<void>(read_rules(
            "problem p description \"\" find x type collective where " + std::string(5000, '('), "a.mpr")),
        FileError);
}

}  // namespace
}  // namespace fabricmap::rules
