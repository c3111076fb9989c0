// SPDX-License-Identifier: Apache-2.0
#include "rules_sql.hpp"

#include "rules/evaluation/evaluate.hpp"
#include "tests/rules/evaluation/sql_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <stdexcept>

namespace fabricmap::bench {
namespace {

using testing::SqlDatabase;

/// What is asked of both. The statement gives the number of matches and their severities, summed.
struct Question {
    const char* name;
    const char* rule;
    const char* statement;
};

constexpr Question late_sender{"late sender, a selection", R"(problem p description "late sender"
find op type point_to_point
where op.receive_op_type eq "blocking" and op.send_start_time > op.receive_start_time
severity (op.send_start_time - op.receive_start_time) / total_communication_time;)",
                               R"(
SELECT count(*), sum((send_start_time - receive_start_time) / total_communication_time)
FROM program, point_to_point
WHERE receive_op_type = 'blocking' AND send_start_time > receive_start_time)"};

constexpr Question slow_message{"slow message, a mean by rank", R"(problem p description "slow message"
find op type point_to_point
let usual = mean(point_to_point.receive_finish_time - point_to_point.send_start_time
                 | point_to_point.receive_process_rank = op.receive_process_rank)
where op.receive_finish_time - op.send_start_time > 3 * usual
severity (op.receive_finish_time - op.send_start_time - usual) / total_communication_time;)",
                                R"(
WITH usual AS (SELECT receive_process_rank, avg(receive_finish_time - send_start_time) AS mean
               FROM point_to_point GROUP BY receive_process_rank)
SELECT count(*), sum((receive_finish_time - send_start_time - mean) / total_communication_time)
FROM program, point_to_point JOIN usual USING (receive_process_rank)
WHERE receive_finish_time - send_start_time > 3 * mean)"};

constexpr const char* wrong_order_rule = R"(problem p description "wrong order"
find op1 type point_to_point
find exists op2 type point_to_point
where op1.receive_op_type eq "blocking" and op2.receive_op_type eq "blocking"
  and op1.receive_process_rank = op2.receive_process_rank
  and op1.receive_start_time < op2.receive_start_time
  and op1.send_start_time > op2.send_start_time
  and op1.send_start_time > op1.receive_start_time
severity (op1.send_start_time - op1.receive_start_time) / total_communication_time;)";

constexpr Question wrong_order_joined{"wrong order, a join", wrong_order_rule, R"(
SELECT count(*), sum((op1.send_start_time - op1.receive_start_time) / total_communication_time)
FROM program, point_to_point AS op1
WHERE op1.receive_op_type = 'blocking' AND op1.send_start_time > op1.receive_start_time
  AND EXISTS (SELECT 1 FROM point_to_point AS op2
              WHERE op2.receive_op_type = 'blocking' AND op2.receive_process_rank = op1.receive_process_rank
                AND op2.receive_start_time > op1.receive_start_time
                AND op2.send_start_time < op1.send_start_time))"};

/// As somebody writes it who knows that the least of what is received later decides.
constexpr Question wrong_order_by_window{"wrong order, rewritten with a window", wrong_order_rule, R"(
SELECT count(*), sum((send_start_time - receive_start_time) / total_communication_time)
FROM program, (SELECT send_start_time, receive_start_time,
                      min(send_start_time) OVER (PARTITION BY receive_process_rank ORDER BY receive_start_time DESC
                          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS earliest_of_later
               FROM point_to_point WHERE receive_op_type = 'blocking')
WHERE send_start_time > receive_start_time AND earliest_of_later < send_start_time)"};

struct Answer {
    double matches = 0;
    double severity = 0;
    double seconds = 0;  ///< of the processor
};

template <typename Work>
double seconds_of(const Work& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

Answer answer_of_rules(const rules::Rule& rule, const tracing::Trace& trace) {
    rules::Records records(trace);
    rules::RuleOutcome outcome;
    const double seconds = seconds_of([&] { outcome = rules::evaluate(rule, records); });
    return {static_cast<double>(outcome.bindings), outcome.unclamped_severity, seconds};
}

Answer answer_of_sql(const char* statement, SqlDatabase& database) {
    Answer answer;
    answer.seconds = seconds_of([&] {
        database.ask(statement, 2, [&](const auto& row) { answer = {row[0], row[1], 0}; });
    });
    return answer;
}

struct Seconds {
    double ours = 0;
    double theirs = 0;
};

/// The fastest of some turns of each.
Seconds compare(const Question& question, const tracing::Trace& trace, SqlDatabase& database, int turns) {
    const rules::Rule rule = rules::read_rules(question.rule, question.name).at(0);
    Seconds fastest{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Answer ours;
    Answer theirs;
    for (int turn = 0; turn < turns; ++turn) {
        ours = answer_of_rules(rule, trace);
        theirs = answer_of_sql(question.statement, database);
        fastest = {std::min(fastest.ours, ours.seconds), std::min(fastest.theirs, theirs.seconds)};
    }
    if (ours.matches != theirs.matches ||
        !(std::abs(ours.severity - theirs.severity) <= 1e-9 * theirs.severity))
        throw std::runtime_error(fmt::format("{}: {} matches of severity {}, by SQLite {} of {}",
                                             question.name, ours.matches, ours.severity, theirs.matches,
                                             theirs.severity));
    fmt::print("{}, {} messages: {:.2f} s ({} found), SQLite {:.2f} s: {:.1f} times as long\n", question.name,
               trace[tracing::RecordType::point_to_point].size(), fastest.ours, ours.matches, fastest.theirs,
               fastest.theirs / fastest.ours);
    return fastest;
}

/// Each index has all that a question asks for, in the order that it asks in. Returns how long it took to
/// make them.
double fill(SqlDatabase& database, const tracing::Trace& trace) {
    database.add(trace);
    return seconds_of([&] {
        database.run(
            "CREATE INDEX wrong_order ON point_to_point (receive_op_type, receive_process_rank, "
            "receive_start_time, send_start_time)");
        database.run(
            "CREATE INDEX slow_message ON point_to_point (receive_process_rank, "
            "receive_finish_time, send_start_time)");
        database.run("ANALYZE");
    });
}

}  // namespace

void print_beside_sqlite(const tracing::Trace& many, const tracing::Trace& fewer) {
    SqlDatabase database;
    Seconds sum{0, fill(database, many)};
    fmt::print("SQLite's indexes, which are in its sum alone: {:.2f} s\n", sum.theirs);
    for (const Question& question : {late_sender, slow_message, wrong_order_by_window}) {
        const Seconds fastest = compare(question, many, database, 3);
        sum = {sum.ours + fastest.ours, sum.theirs + fastest.theirs};
    }
    fmt::print("these and the indexes: {:.2f} s, SQLite {:.2f} s: {:.1f} times as long\n", sum.ours,
               sum.theirs, sum.theirs / sum.ours);
    SqlDatabase database_of_fewer;
    static_cast<void>(fill(database_of_fewer, fewer));
    compare(wrong_order_joined, fewer, database_of_fewer, 1);
}

}  // namespace fabricmap::bench
