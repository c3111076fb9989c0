// SPDX-License-Identifier: Apache-2.0
// What rules find does not depend on the form that a trace is in.
#include "tracing/formats/formats.hpp"

#include "rules/reports/report.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/formats/otf2/otf2.hpp"
#include "tracing/model/text.hpp"

#include <map>

namespace fabricmap::rules {
namespace {

namespace fs = std::filesystem;

const std::vector<Rule>& rules_of_samples() {
    static const std::vector<Rule> all = [] {
        std::vector<Rule> rules;
        for (const char* name : {"patterns.mpr", "trace.mpr", "paper.mpr"}) {
            for (Rule& rule : read_rule_file(std::string(SAMPLES_DIRECTORY) + "/rules/" + name))
                rules.push_back(std::move(rule));
        }
        return rules;
    }();
    return all;
}

Report report_of(const fs::path& path) {
    const tracing::Operations operations = tracing::open_trace(path);
    return check_rules(rules_of_samples(), {operations.trace, path}, {});
}

void expect_same_places(const RuleReport& is, const RuleReport& was) {
    ASSERT_EQ(is.places.size(), was.places.size());
    for (std::size_t place = 0; place < was.places.size(); ++place) {
        EXPECT_EQ(is.places[place].place, was.places[place].place);
        EXPECT_EQ(is.places[place].waits_for, was.places[place].waits_for);
        EXPECT_EQ(is.places[place].ranks, was.places[place].ranks);
        EXPECT_EQ(is.places[place].hosts, was.places[place].hosts);
        EXPECT_EQ(is.places[place].other_ranks, was.places[place].other_ranks);
        EXPECT_EQ(is.places[place].count, was.places[place].count);
        EXPECT_NEAR(is.places[place].seconds, was.places[place].seconds, 1e-9);
    }
}

/// All but the name of the trace.
void expect_same_report(const Report& is, const Report& was) {
    EXPECT_EQ(is.operations, was.operations);
    EXPECT_EQ(is.processes, was.processes);
    EXPECT_NEAR(is.seconds, was.seconds, 1e-9);
    EXPECT_NEAR(is.fraction, was.fraction, 1e-9);
    EXPECT_GT(was.problems, 0U);
    ASSERT_EQ(is.rules.size(), was.rules.size());
    for (std::size_t number = 0; number < was.rules.size(); ++number) {
        SCOPED_TRACE(was.rules[number].rule->name);
        ASSERT_EQ(is.rules[number].rule->name, was.rules[number].rule->name);
        EXPECT_NEAR(is.rules[number].outcome.severity, was.rules[number].outcome.severity, 1e-9);
        EXPECT_EQ(is.rules[number].outcome.bindings, was.rules[number].outcome.bindings);
        EXPECT_EQ(is.rules[number].outcome.unknown, was.rules[number].outcome.unknown);
        expect_same_places(is.rules[number], was.rules[number]);
    }
}

/// An archive holds calls, which have an end: that of MPI_Win_post is not known in the sample.
fs::path sample_with_ends(const testing::TemporaryFolder& folder, const std::string& name) {
    std::string text = testing::bytes_of(std::string(SAMPLES_DIRECTORY) + "/traces/" + name);
    const std::string post = "post_start_time 95.5\n";
    const std::size_t at = text.find(post);
    if (at != std::string::npos) text.insert(at + post.size(), "post_finish_time 95.6\n");
    testing::write_bytes(folder / name, text);
    return folder / name;
}

/// The sample does not say which calls are of one operation, and so neither who was last. They have the same
/// first and last start.
void number_operations(tracing::Trace& trace) {
    constexpr auto type = tracing::RecordType::collective;
    tracing::RecordTable& table = trace[type];
    const auto number = [&](std::string_view name, std::size_t record) {
        return table.number(*tracing::find_field(type, name), record);
    };
    const auto place = *tracing::find_field(type, "source_code");
    std::map<std::pair<double, double>, double> instances;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const std::pair times(number("start_time_min", record), number("start_time_max", record));
        instances.try_emplace(times, static_cast<double>(instances.size()));
        table.set(*tracing::find_field(type, "instance"), record, instances.at(times));
        for (std::size_t other = 0; other < table.size(); ++other) {
            if (std::pair(number("start_time_min", other), number("start_time_max", other)) != times)
                continue;
            if (number("start_time", other) == number("start_time_max", record)) {
                table.set(*tracing::find_field(type, "last_process_rank"), record,
                          number("process_rank", other));
                table.set(*tracing::find_field(type, "last_source_code"), record, table.text(place, other));
            }
            if (number("process_rank", other) == number("root_process_rank", record))
                table.set(*tracing::find_field(type, "root_source_code"), record, table.text(place, other));
        }
    }
}

class TraceForms : public ::testing::TestWithParam<const char*> {};

TEST_P(TraceForms, GiveOneReport) {
    const testing::TemporaryFolder folder;
    tracing::Trace trace = tracing::open_trace(sample_with_ends(folder, GetParam())).trace;
    number_operations(trace);
    const fs::path text = folder / "text.trace";
    tracing::write_text_file(trace, text, false);
    const Report report = report_of(text);
    const fs::path again = folder / "again.trace";
    tracing::write_text_file(tracing::open_trace(text).trace, again, false);
    expect_same_report(report_of(again), report);
#ifdef WITH_OTF2
    const fs::path archive = folder / "archive";
    tracing::write_otf2_archive(tracing::open_trace(text).trace, archive, false);
    expect_same_report(report_of(archive), report);
    const fs::path from_archive = folder / "from_archive.trace";
    tracing::write_text_file(tracing::open_trace(archive).trace, from_archive, false);
    expect_same_report(report_of(from_archive), report);
#endif
}

INSTANTIATE_TEST_SUITE_P(Of, TraceForms, ::testing::Values("waits.trace", "first_example.trace"),
                         [](const auto& one) {
                             const std::string name = one.param;
                             return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace fabricmap::rules
