// SPDX-License-Identifier: Apache-2.0
// The page of the language: its fields are those of the tables, and its examples find what they say.
#include "rules/evaluation/evaluate.hpp"
#include "rules/language/rule.hpp"
#include "rules/records/records.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "tracing/model/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fabricmap::rules {
namespace {

std::string rule_page() {
    return testing::bytes_of(std::string(MAN_PAGES) + "/fabricmap-rules.5.scd");
}

std::string kind_of(const RecordField& field) {
    if (field.kind == ValueKind::truth) return "condition";
    if (field.kind == ValueKind::text) return "string";
    return std::string(field.kind == ValueKind::number ? "number" : name_of(field.kind));
}

/// The fields of all types as they stand on the page.
std::string fields_section() {
    std::string text;
    for (const RecordSchema& type : record_schema()) {
        text += fmt::format("{}*{}*, {}:\n\n", text.empty() ? "" : "\n", type.name, type.meaning);
        for (const RecordField& field : type.fields) {
            text += fmt::format("- *{}*, {}: {}", field.name, kind_of(field), field.meaning);
            if (!field.values.empty()) text += fmt::format(": _{}_", fmt::join(field.values, "_, _"));
            text += "\n";
        }
    }
    return text;
}

TEST(RulePage, HoldsTheTablesOfFields) {
    const std::string page = rule_page();
    const std::string heading = "\n# FIELDS\n\n";
    const std::size_t begin = page.find(heading) + heading.size();
    EXPECT_EQ(page.substr(begin, page.find("\n# ", begin) - begin), fields_section());
}

/// The text between the lines of three backquotes that begins so.
std::string block_of(const std::string& first_line) {
    const std::string page = rule_page();
    const std::size_t begin = page.find("```\n" + first_line) + 4;
    return page.substr(begin, page.find("```", begin) - begin);
}

/// What a rule of the page finds in records of a program of two processes, 10 seconds each, of which 2 are
/// in communication.
RuleOutcome found_by(const std::string& name, const std::string& records) {
    static const std::vector<Rule> all = read_rules(block_of("problem \"late task\""), "page.mpr");
    std::string text = "program process_count 2 total_time 10.0 total_communication_time 2.0;\n";
    for (int rank = 0; rank < 2; ++rank)
        text += fmt::format("process rank {} start_time 0.0 finish_time 10.0;\n", rank);
    const tracing::Trace trace = tracing::read_text(text + records, "a.trace");
    Records loaded(trace);
    const auto rule = std::find_if(all.begin(), all.end(), [&](const Rule& one) { return one.name == name; });
    if (rule == all.end()) throw std::logic_error("the page has no such rule");
    RuleOutcome outcome = evaluate(*rule, loaded);
    outcome.rule = nullptr;
    return outcome;
}

/// Probed for from 1 to 3, and sent at 2.5.
std::string probed_message(int tag) {
    return fmt::format(
        "operation point_to_point send_op_name \"MPI_Send\" send_op_type \"blocking\" receive_op_name "
        "\"MPI_Recv\" receive_op_type \"blocking\" send_start_time 2.5 send_finish_time 2.75 "
        "receive_start_time 3.0 receive_finish_time 3.25 send_process_rank 0 receive_process_rank 1 "
        "send_source_code \"a.c:1\" receive_source_code \"a.c:2\" tag {} receive_probe_start_time 1.0 "
        "receive_probe_finish_time 3.0;\n",
        tag);
}

TEST(RulePage, HasAnExampleForProbes) {
    EXPECT_DOUBLE_EQ(found_by("late task", probed_message(7)).seconds, 1.5);
    EXPECT_DOUBLE_EQ(found_by("late task", probed_message(8)).seconds, 0);
}

std::string polls(int count) {
    return fmt::format(
        "operation poll op_type \"test\" process_rank 1 count {} found 0 start_time 1.0 finish_time 2.0 "
        "inside_time 0.5 source_code \"a.c:3\";\n",
        count);
}

TEST(RulePage, HasAnExampleForPolls) {
    EXPECT_DOUBLE_EQ(found_by("idle polling", polls(600) + polls(500)).severity, 0.5);
    EXPECT_DOUBLE_EQ(found_by("idle polling", polls(600) + polls(300)).severity, 0);
}

std::string creation(int number) {
    return fmt::format(
        "operation collective op_name \"MPI_Comm_split\" op_type \"creation\" process_rank 0 "
        "root_process_rank 0 start_time_min {0} start_time_max {0} finish_time_min {1} finish_time_max {1} "
        "start_time {0} finish_time {1} root_start_time {0} root_finish_time {1} source_code \"a.c:4\";\n",
        number * 0.25, number * 0.25 + 0.125);
}

TEST(RulePage, HasAnExampleForCommunicators) {
    std::string records;
    for (int number = 0; number < 11; ++number) records += creation(number);
    EXPECT_DOUBLE_EQ(found_by("communicators in a loop", records).severity, 11 * 0.125 / 2);
    EXPECT_DOUBLE_EQ(found_by("communicators in a loop", creation(1)).severity, 0);
}

std::string written(int bytes) {
    return fmt::format(
        "operation file_access op_type \"write\" process_rank 0 file \"out.dat\" bytes {} start_time 1.0 "
        "finish_time 1.015625 source_code \"a.c:5\";\n",
        bytes);
}

TEST(RulePage, HasAnExampleForFiles) {
    std::string small;
    std::string large;
    for (int number = 0; number < 101; ++number) {
        small += written(8);
        large += written(1 << 20);
    }
    EXPECT_DOUBLE_EQ(found_by("small writes", small).severity, 101 * 0.015625 / 2);
    EXPECT_DOUBLE_EQ(found_by("small writes", large).severity, 0);
}

}  // namespace
}  // namespace fabricmap::rules
