// SPDX-License-Identifier: Apache-2.0
// However much a trace holds, its page can be opened, and sent.
#include "rules/program/commands.hpp"
#include "rules/reports/report.hpp"
#include "tests/programs.hpp"
#include "tracing/model/field_tables.hpp"

#include <fmt/format.h>

#include <random>

namespace fabricmap::rules {
namespace {

using tracing::RecordType;

constexpr int page_ranks = 200;
constexpr double page_run_s = 1000;

/// Operations of any rank with any other at any of many lines, all of them with waits.
class BusyTrace {
  public:
    tracing::Trace make(std::size_t messages, std::size_t others) {
        add_run();
        for (std::size_t number = 0; number < messages; ++number) add_message(number % 2 == 0);
        for (std::size_t number = 0; number < others; ++number) {
            add_collective();
            add_lock();
            add_signal();
        }
        return std::move(trace_);
    }

  private:
    template <typename Value>
    void set(RecordType type, std::string_view name, const Value& value) {
        const auto field = *tracing::find_field(type, name);
        if constexpr (std::is_arithmetic_v<Value>) {
            trace_[type].set(field, trace_[type].size() - 1, static_cast<double>(value));
        } else {
            trace_.set(type, field, trace_[type].size() - 1, value);
        }
    }
    std::string any_line() {
        return fmt::format("a_source_file_with_a_long_name.cpp:{}", 100 + dice_() % 300);
    }
    double any_rank() { return static_cast<double>(dice_() % page_ranks); }
    double any_time() { return std::uniform_real_distribution<double>(0, page_run_s)(dice_); }

    void add_run() {
        trace_[RecordType::program].add();
        set(RecordType::program, "total_communication_time", page_run_s * page_ranks);
        for (int rank = 0; rank < page_ranks; ++rank) {
            trace_[RecordType::process].add();
            set(RecordType::process, "rank", rank);
            set(RecordType::process, "start_time", 0.0);
            set(RecordType::process, "finish_time", page_run_s);
            set(RecordType::process, "host", fmt::format("a-host-of-the-cluster-{}", rank));
        }
    }

    /// The receiver waits for the sender, or the sender for the receiver.
    void add_message(bool is_late_sender) {
        constexpr auto type = RecordType::point_to_point;
        trace_[type].add();
        const double first = any_time();
        set(type, "send_start_time", is_late_sender ? first + 0.01 : first);
        set(type, "receive_start_time", is_late_sender ? first : first + 0.01);
        set(type, "send_finish_time", first + 0.02);
        set(type, "receive_finish_time", first + 0.02);
        set(type, "send_process_rank", any_rank());
        set(type, "receive_process_rank", any_rank());
        set(type, "send_op_type", "blocking");
        set(type, "receive_op_type", "blocking");
        set(type, "send_source_code", any_line());
        set(type, "receive_source_code", any_line());
    }

    void add_collective() {
        static constexpr std::array<std::string_view, 7> kinds{
            "barrier", "all-to-all", "one-to-all", "all-to-one", "fence", "allocation", "finalize"};
        constexpr auto type = RecordType::collective;
        trace_[type].add();
        const double start = any_time();
        set(type, "op_name", "MPI_Any");
        set(type, "op_type", kinds.at(dice_() % kinds.size()));
        set(type, "process_rank", any_rank());
        set(type, "root_process_rank", any_rank());
        set(type, "start_time", start);
        set(type, "start_time_max", start + 0.01);
        set(type, "root_start_time", start + 0.005);
        set(type, "finish_time", start + 0.03);
        set(type, "finish_time_min", start + 0.02);
        set(type, "source_code", any_line());
    }

    void add_lock() {
        constexpr auto type = RecordType::lock;
        trace_[type].add();
        const double start = any_time();
        set(type, "op_type", "exclusive");
        set(type, "lock", fmt::format("window of rank {}", any_rank()));
        set(type, "process_rank", any_rank());
        set(type, "start_time", start);
        set(type, "acquire_time", start + 0.1);
        set(type, "release_time", start + 0.2);
        set(type, "finish_time", start + 0.21);
        set(type, "source_code", any_line());
        set(type, "release_source_code", any_line());
    }

    void add_signal() {
        constexpr auto type = RecordType::signal;
        trace_[type].add();
        const double start = any_time();
        set(type, "process_rank", any_rank());
        set(type, "start_time", start);
        set(type, "finish_time", start + 0.02);
        set(type, "signal_process_rank", any_rank());
        set(type, "signal_start_time", start + 0.01);
        set(type, "source_code", any_line());
        set(type, "signal_source_code", any_line());
    }

    tracing::Trace trace_;
    std::mt19937_64 dice_{1};
};

std::size_t page_bytes(std::size_t messages, std::size_t others, std::uint64_t& problems) {
    const tracing::Trace trace = BusyTrace().make(messages, others);
    const std::vector<Rule> rules = chosen_rules({});
    const Report report = check_rules(rules, {trace, "busy"}, {});
    problems = report.problems;
    return html_report(report, trace).size();
}

/// More lines, pairs, hosts and calls at once than the page shows of each: more operations add nothing.
TEST(RulesPage, StaysSmallHoweverManyOperationsThereAre) {
    std::uint64_t problems = 0;
    const std::size_t bytes = page_bytes(60000, 10000, problems);
    EXPECT_GE(problems, 12U);
    EXPECT_LT(bytes, std::size_t{2'000'000});
    std::uint64_t fewer_problems = 0;
    const std::size_t fewer_bytes = page_bytes(30000, 5000, fewer_problems);
    EXPECT_EQ(problems, fewer_problems);
    EXPECT_NEAR(static_cast<double>(bytes), static_cast<double>(fewer_bytes),
                0.05 * static_cast<double>(bytes));
}

}  // namespace
}  // namespace fabricmap::rules
