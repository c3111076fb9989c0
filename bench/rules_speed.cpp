// SPDX-License-Identifier: Apache-2.0
// Processor time that rules take over a million operations, and how much less than nested loops, which is
// measured beside them at a size that these can do, and than SQLite, which finds the same. Prints also how
// time grows with the operations.
#include "base/installed.hpp"
#include "rules/evaluation/evaluate.hpp"
#include "rules/evaluation/plan.hpp"
#include "rules/reports/report.hpp"
#include "rules_sql.hpp"
#include "tracing/model/field_tables.hpp"

#include <fmt/format.h>

#include <ctime>
#include <limits>
#include <malloc.h>
#include <random>
#include <sys/resource.h>

using namespace fabricmap;
using namespace fabricmap::rules;

namespace {

constexpr double run_seconds = 1000;
constexpr std::size_t processes = 64;
constexpr const char* published_rule = R"(problem p description "wrong order"
find op1 type point_to_point
find op2 type point_to_point
where op1.receive_op_type eq "blocking" and op2.receive_op_type eq "blocking"
  and op1.receive_process_rank = op2.receive_process_rank
  and op1.receive_start_time < op2.receive_start_time
  and op1.send_start_time > op2.send_start_time
  and op1.send_start_time > op1.receive_start_time
severity (op1.send_start_time - op1.receive_start_time) / total_communication_time;)";

/// Of this process's one thread, so that what else runs does not count.
double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Sets fields of a record by their names.
class Writer {
  public:
    Writer(tracing::Trace& trace, tracing::RecordType type, std::size_t count)
        : trace_(trace), type_(type), table_(trace[type]) {
        table_.add(count);
    }
    void set(std::size_t record, std::string_view name, double value) {
        table_.set(*tracing::find_field(type_, name), record, value);
    }
    void set(std::size_t record, std::string_view name, std::string_view text) {
        trace_.set(type_, *tracing::find_field(type_, name), record, text);
    }

  private:
    tracing::Trace& trace_;
    tracing::RecordType type_;
    tracing::RecordTable& table_;
};

/// Messages at any time, each received about when it is sent: some overtake others. The more of them, the
/// denser.
void add_messages(tracing::Trace& trace, std::size_t count, std::mt19937_64& dice) {
    std::uniform_real_distribution<double> any_time(0, run_seconds);
    std::normal_distribution<double> apart(0, run_seconds * processes / static_cast<double>(count));
    Writer writer(trace, tracing::RecordType::point_to_point, count);
    for (std::size_t message = 0; message < count; ++message) {
        const double sent = any_time(dice);
        const double received = sent + apart(dice);
        writer.set(message, "send_start_time", sent);
        writer.set(message, "send_finish_time", sent + 1e-6);
        writer.set(message, "receive_start_time", received);
        writer.set(message, "receive_finish_time", std::max(sent, received) + 1e-6);
        writer.set(message, "send_process_rank", static_cast<double>(dice() % processes));
        writer.set(message, "receive_process_rank", static_cast<double>(dice() % processes));
        writer.set(message, "send_op_type", "blocking");
        writer.set(message, "receive_op_type", dice() % 8 == 0 ? "non-blocking" : "blocking");
    }
}

void add_collectives(tracing::Trace& trace, std::size_t count, std::mt19937_64& dice) {
    constexpr std::array<std::string_view, 5> types{"barrier", "all-to-all", "one-to-all", "all-to-one",
                                                    "fence"};
    std::uniform_real_distribution<double> any_time(0, run_seconds);
    Writer writer(trace, tracing::RecordType::collective, count);
    for (std::size_t part = 0; part < count; ++part) {
        const double start = any_time(dice);
        writer.set(part, "op_name", "MPI_Any");
        writer.set(part, "op_type", types.at(dice() % types.size()));
        writer.set(part, "process_rank", static_cast<double>(dice() % processes));
        writer.set(part, "root_process_rank", 0.0);
        writer.set(part, "start_time", start);
        writer.set(part, "start_time_max", start + 1e-4);
        writer.set(part, "root_start_time", start + 5e-5);
        writer.set(part, "finish_time", start + 2e-4);
        writer.set(part, "finish_time_min", start + 1.5e-4);
    }
}

void add_locks(tracing::Trace& trace, std::size_t count, std::mt19937_64& dice) {
    std::uniform_real_distribution<double> any_time(0, run_seconds);
    Writer writer(trace, tracing::RecordType::lock, count);
    for (std::size_t lock = 0; lock < count; ++lock) {
        const double start = any_time(dice);
        writer.set(lock, "op_type", "exclusive");
        writer.set(lock, "lock", fmt::format("window of rank {}", dice() % processes));
        writer.set(lock, "process_rank", static_cast<double>(dice() % processes));
        writer.set(lock, "start_time", start);
        writer.set(lock, "acquire_time", start + 1e-4);
        writer.set(lock, "release_time", start + 1e-3);
        writer.set(lock, "finish_time", start + 1.1e-3);
    }
}

tracing::Trace trace_of(std::size_t messages, std::size_t collectives, std::size_t locks) {
    std::mt19937_64 dice(1);
    tracing::Trace trace;
    Writer writer(trace, tracing::RecordType::program, 1);
    writer.set(0, "total_communication_time", run_seconds * processes);
    if (messages > 0) add_messages(trace, messages, dice);
    if (collectives > 0) add_collectives(trace, collectives, dice);
    if (locks > 0) add_locks(trace, locks, dice);
    return trace;
}

double seconds_of_rules(const std::vector<Rule>& rules, const tracing::Trace& trace) {
    Records records(trace);
    const double start = processor_seconds();
    for (const Rule& rule : rules) static_cast<void>(evaluate(rule, records));
    return processor_seconds() - start;
}

/// The fastest of five, of each trace by turns, so that what else the machine does meets all alike.
std::vector<double> fastest_seconds(const std::vector<Rule>& rules,
                                    std::initializer_list<const tracing::Trace*> traces) {
    std::vector<double> fastest(traces.size(), std::numeric_limits<double>::infinity());
    for (int turn = 0; turn < 5; ++turn) {
        auto seconds = fastest.begin();
        for (const tracing::Trace* trace : traces) {
            *seconds = std::min(*seconds, seconds_of_rules(rules, *trace));
            ++seconds;
        }
    }
    return fastest;
}

/// All that `network_rules check --html` does once the trace is read.
void print_report_and_page(const std::vector<Rule>& rules, const tracing::Trace& trace) {
    const double start = processor_seconds();
    const Report report = check_rules(rules, {trace, "bench"}, {});
    const double checked = processor_seconds();
    const std::string page = html_report(report, trace);
    fmt::print("with the report: {:.2f} s, {} problems; its page: {:.2f} s, {} bytes\n", checked - start,
               report.problems, processor_seconds() - checked, page.size());
}

/// The most memory that the process has had so far.
double peak_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

double column_bytes(const tracing::Trace& trace) {
    double bytes = 0;
    for (const tracing::RecordTable& table : trace.tables()) bytes += static_cast<double>(table.memory());
    return bytes;
}

/// The condition of each pair, worked out by the same formulas.
double seconds_of_nested_loops(const Rule& rule, const tracing::Trace& trace, std::size_t& found) {
    Records records(trace);
    TestBudget budget;
    FormulaMaker maker{records, budget};
    const Formula condition(*rule.where, maker);
    const std::size_t size = records.size(rule.variables[0].type);
    const double start = processor_seconds();
    Binding binding{};
    for (binding[0] = 0; binding[0] < size; ++binding[0]) {
        for (binding[1] = 0; binding[1] < size; ++binding[1]) {
            if (condition(binding) != 1) continue;
            ++found;
            break;
        }
    }
    return processor_seconds() - start;
}

std::vector<Rule> installed_rules() {
    std::vector<Rule> all;
    for (const char* name : {"messages.mpr", "patterns.mpr"}) {
        for (Rule& rule : read_rule_file(rule_folder() / name)) all.push_back(std::move(rule));
    }
    return all;
}

}  // namespace

int main() {
    // Large arrays are new memory each time, whatever the size: what was freed before is not faster.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    constexpr std::size_t million = 1'000'000;
    constexpr std::size_t small = 20'000;
    const std::vector<Rule> published = read_rules(published_rule, "published");
    const tracing::Trace many = trace_of(million, 0, 0);
    static_cast<void>(seconds_of_rules(published, many));
    fmt::print("memory at its peak: {:.2f} times the columns\n", peak_bytes() / column_bytes(many));
    const tracing::Trace half = trace_of(million / 2, 0, 0);
    const std::vector<double> seconds = fastest_seconds(published, {&many, &half});
    const double planned = seconds[0];
    fmt::print("published rule, 1,000,000 messages of 64 processes: {:.2f} s\n", planned);
    fmt::print("twice the messages take {:.2f} times as long\n", planned / seconds[1]);
    std::size_t found = 0;
    const double naive = seconds_of_nested_loops(published.at(0), trace_of(small, 0, 0), found);
    const double growth = static_cast<double>(million) / small;
    fmt::print(
        "nested loops at 20,000: {:.2f} s ({} found), so {:.0f} s at 1,000,000: {:.0f} times as long\n",
        naive, found, naive * growth * growth, naive * growth * growth / planned);
#ifdef WITH_SQLITE
    bench::print_beside_sqlite(many, trace_of(million / 10, 0, 0));
#endif
    const tracing::Trace mixed = trace_of(600'000, 300'000, 100'000);
    const std::vector<Rule> installed = installed_rules();
    fmt::print("all installed rules, 1,000,000 operations: {:.2f} s\n",
               fastest_seconds(installed, {&mixed}).front());
    print_report_and_page(installed, mixed);
}
