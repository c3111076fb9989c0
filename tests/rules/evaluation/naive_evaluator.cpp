// SPDX-License-Identifier: Apache-2.0
#include "naive_evaluator.hpp"

#include "naive_values.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>

namespace fabricmap::testing {
namespace {

using namespace rules;

using Truth = std::optional<bool>;
using Records = std::vector<std::size_t>;

constexpr TypeIndex process_type = static_cast<TypeIndex>(tracing::RecordType::process);

class Naive {
  public:
    Naive(const Rule& rule, const tracing::Trace& trace) : rule_(rule), trace_(trace) {}

    NaiveOutcome run(bool counts_pairs) {
        for (std::size_t variable = 0; variable < rule_.variables.size(); ++variable) {
            const bool is_inner = rule_.variables[variable].is_existential && !counts_pairs;
            (is_inner ? inner_ : answer_).push_back(variable);
        }
        records_.assign(rule_.variables.size(), 0);
        go_through(0);
        finish();
        return outcome_;
    }

  private:
    [[nodiscard]] std::size_t size_of(TypeIndex type) const {
        return trace_[static_cast<tracing::RecordType>(type)].size();
    }

    void go_through(std::size_t depth) {
        if (depth == answer_.size()) return judge();
        for (std::size_t record = 0; record < size_of(rule_.variables[answer_[depth]].type); ++record) {
            records_[answer_[depth]] = record;
            go_through(depth + 1);
        }
    }

    /// Whether some records of the existential variables fulfil the condition.
    Truth exists(std::size_t depth) {
        if (depth == inner_.size()) return truth_of(*rule_.where);
        Truth any = false;
        for (std::size_t record = 0; record < size_of(rule_.variables[inner_[depth]].type); ++record) {
            records_[inner_[depth]] = record;
            const Truth one = exists(depth + 1);
            if (one == Truth(true)) return true;
            if (!one) any = std::nullopt;
        }
        return any;
    }

    void judge() {
        const Truth truth = exists(0);
        if (!truth) ++outcome_.unknown;
        if (!truth || !*truth) return;
        std::vector<std::pair<double, std::string>> key;
        for (const ExpressionPointer& group : rule_.groups) {
            const Value value = value_of(*group);
            if (!value) {
                ++outcome_.unknown;
                return;
            }
            key.emplace_back(value->number, value->text);
        }
        groups_[key].push_back(records_);
    }

    void finish() {
        for (auto& [key, members] : groups_) {
            group_ = &members;
            records_ = members.front();
            const Truth having = rule_.having ? truth_of(*rule_.having) : Truth(true);
            if (!having) outcome_.unknown += members.size();
            if (!having || !*having) continue;
            if (rule_.severity && has_group_aggregate(*rule_.severity)) {
                add_group_severity(members);
                continue;
            }
            for (const Records& member : members) {
                records_ = member;
                if (rule_.severity) add_severity(members);
                if (!rule_.severity) add_losts();
            }
        }
        if (!rule_.severity)
            outcome_.severity =
                lost_seconds() / run_value("total_communication_time").value_or(Known{HUGE_VAL, ""}).number;
    }

    static bool has_group_aggregate(const Expression& expression) {
        return expression.kind == ExpressionKind::group_aggregate ||
               std::any_of(expression.operands.begin(), expression.operands.end(),
                           [](const ExpressionPointer& operand) { return has_group_aggregate(*operand); });
    }

    void keep(const Records& records) {
        Records binding;
        for (const std::size_t variable : answer_) binding.push_back(records[variable]);
        outcome_.bindings.insert(binding);
    }

    void add_group_severity(const std::vector<Records>& members) {
        const Value severity = value_of(*rule_.severity);
        if (!severity) outcome_.unknown += members.size();
        if (!severity) return;
        outcome_.severity += severity->number;
        keep(members.front());
    }

    void add_severity(const std::vector<Records>& /*members*/) {
        const Value severity = value_of(*rule_.severity);
        if (!severity) ++outcome_.unknown;
        if (!severity) return;
        if (is_below_clock_error(severity->number * run_value("total_communication_time")->number)) return;
        outcome_.severity += severity->number;
        keep(records_);
    }

    void add_losts() {
        bool is_known = false;
        for (const Lost& lost : rule_.losts) {
            const Value process = value_of(*lost.process);
            const Value from = value_of(*lost.from);
            const Value to = value_of(*lost.to);
            if (!process || !from || !to) continue;
            is_known = true;
            if (to->number <= from->number || is_below_clock_error(to->number - from->number)) continue;
            waits_[process->number].emplace_back(from->number, to->number);
        }
        if (is_known) keep(records_);
        if (!is_known) ++outcome_.unknown;
    }

    /// Whether the clocks of two hosts may have made so many seconds.
    bool is_below_clock_error(double seconds) const {
        const double clock_error = run_value("clock_error").value_or(Known{0, ""}).number;
        return seconds > 0 && seconds < clock_error && compares_hosts();
    }

    bool compares_hosts() const {
        std::set<std::string> hosts;
        bool are_known = size_of(process_type) > 0;
        for (std::size_t record = 0; record < size_of(process_type); ++record) {
            const Value host = field_value(process_type, 3, record);
            are_known = are_known && host;
            if (host) hosts.insert(host->text);
        }
        if (are_known && hosts.size() == 1) return false;
        TimesOf times;
        for (const ExpressionPointer& expression : compared()) find_times(*expression, times);
        if (times.any_process) return true;
        hosts.clear();
        for (const double rank : times.ranks) {
            const Value host = host_of(rank);
            if (!host && times.ranks.size() > 1) return true;
            if (host) hosts.insert(host->text);
        }
        return hosts.size() > 1;
    }

    std::vector<ExpressionPointer> compared() const {
        std::vector<ExpressionPointer> all{rule_.where};
        for (const Near& near : rule_.near) all.insert(all.end(), {near.first_start, near.second_start});
        for (const Lost& lost : rule_.losts) all.insert(all.end(), {lost.from, lost.to});
        if (rule_.severity) all.push_back(rule_.severity);
        return all;
    }

    /// Processes whose clocks an expression reads; -1 where a record does not say which.
    struct TimesOf {
        std::set<double> ranks;
        bool any_process = false;
    };

    void find_times(const Expression& expression, TimesOf& times) const {
        for (const ExpressionPointer& operand : expression.operands) find_times(*operand, times);
        if (expression.filter) find_times(*expression.filter, times);
        const bool is_own = expression.kind == ExpressionKind::own_field;
        if (!is_own && expression.kind != ExpressionKind::field) return;
        const RecordField& field = record_schema()[expression.type].fields[expression.field];
        if (field.kind != ValueKind::seconds) return;
        const bool is_inner =
            is_own || std::find(answer_.begin(), answer_.end(), expression.variable) == answer_.end();
        if (is_inner || !field.clock) {
            times.any_process = true;
        } else {
            const Value rank = field_value(expression.type, *field.clock, records_[expression.variable]);
            times.ranks.insert(rank ? rank->number : -1);
        }
    }

    /// Between two neighbouring ends of waits a process waits or does not.
    double lost_seconds() {
        double seconds = 0;
        for (const auto& [process, waits] : waits_) {
            std::set<double> ends;
            for (const auto& [from, to] : waits) ends.insert({from, to});
            for (auto end = ends.begin(); std::next(end) != ends.end(); ++end) {
                const double from = *end;
                const double to = *std::next(end);
                const bool is_lost = std::any_of(waits.begin(), waits.end(), [&](const auto& wait) {
                    return wait.first <= from && to <= wait.second;
                });
                if (is_lost) seconds += to - from;
            }
        }
        return seconds;
    }

    Value run_value(std::string_view name) const { return field_value(0, *find_record_field(0, name), 0); }

    Value field_value(TypeIndex type, std::size_t field, std::size_t record) const {
        const auto record_type = static_cast<tracing::RecordType>(type);
        const auto index = static_cast<tracing::FieldIndex>(field);
        if (record >= size_of(type) || !trace_[record_type].has(index, record)) return std::nullopt;
        if (record_schema()[type].fields[field].kind == ValueKind::text) {
            return Known{0, std::string(trace_.text(record_type, index, record))};
        }
        return of(trace_[record_type].number(index, record));
    }

    Truth truth_of(const Expression& expression) {
        const Value value = value_of(expression);
        if (!value) return std::nullopt;
        return value->number != 0;
    }

    Value value_of(const Expression& expression) {
        switch (expression.kind) {
            case ExpressionKind::number:
                return of(expression.number);
            case ExpressionKind::text:
                return Known{0, expression.text};
            case ExpressionKind::field:
                return field_value(expression.type, expression.field, records_[expression.variable]);
            case ExpressionKind::own_field:
                return field_value(expression.type, expression.field, own_record_);
            case ExpressionKind::run_field:
                return field_value(expression.type, expression.field, 0);
            case ExpressionKind::operation:
                return operation_value(expression);
            case ExpressionKind::function:
                return function_value(expression);
            case ExpressionKind::column_aggregate:
                return column_value(expression);
            case ExpressionKind::group_aggregate:
                return group_value(expression);
        }
        return std::nullopt;
    }

    Value column_value(const Expression& expression) {
        std::vector<double> values;
        for (own_record_ = 0; own_record_ < size_of(expression.type); ++own_record_) {
            if (expression.filter && truth_of(*expression.filter) != Truth(true)) continue;
            const Value value = expression.operands.empty() ? of(1) : value_of(*expression.operands[0]);
            if (value) values.push_back(value->number);
        }
        return aggregated(expression.aggregate, expression.number, values);
    }

    Value group_value(const Expression& expression) {
        std::vector<double> values;
        const Records kept = records_;
        for (const Records& member : *group_) {
            records_ = member;
            const Value value = expression.operands.empty() ? of(1) : value_of(*expression.operands[0]);
            if (value) values.push_back(value->number);
        }
        records_ = kept;
        return aggregated(expression.aggregate, expression.number, values);
    }

    Value operation_value(const Expression& expression) {
        const Value first = value_of(*expression.operands[0]);
        const Value second = expression.operands.size() > 1 ? value_of(*expression.operands[1]) : of(0);
        const auto is = [](const Value& value, double number) { return value && value->number == number; };
        if (expression.operation == Operator::conjunction && (is(first, 0) || is(second, 0))) return of(0);
        if (expression.operation == Operator::disjunction && (is(first, 1) || is(second, 1))) return of(1);
        if (!first || !second) return std::nullopt;
        const bool is_text = expression.operands[0]->value == ValueKind::text;
        const bool is_equal = is_text ? first->text == second->text : first->number == second->number;
        switch (expression.operation) {
            case Operator::add:
                return of(first->number + second->number);
            case Operator::subtract:
                return of(first->number - second->number);
            case Operator::multiply:
                return of(first->number * second->number);
            case Operator::divide:
                return second->number == 0 ? std::nullopt : of(first->number / second->number);
            case Operator::less:
                return of(first->number < second->number ? 1 : 0);
            case Operator::less_equal:
                return of(first->number <= second->number ? 1 : 0);
            case Operator::greater:
                return of(first->number > second->number ? 1 : 0);
            case Operator::greater_equal:
                return of(first->number >= second->number ? 1 : 0);
            case Operator::equal:
                return of(is_equal ? 1 : 0);
            case Operator::not_equal:
                return of(is_equal ? 0 : 1);
            case Operator::conjunction:
                return of(1);
            case Operator::disjunction:
                return of(0);
            case Operator::negation:
                return of(first->number == 0 ? 1 : 0);
            case Operator::negative:
                return of(-first->number);
        }
        return std::nullopt;
    }

    Value function_value(const Expression& expression) {
        if (expression.function == Function::choose) {
            const Truth condition = truth_of(*expression.operands[0]);
            if (!condition) return std::nullopt;
            return value_of(*expression.operands[*condition ? 1 : 2]);
        }
        std::vector<double> values;
        for (const ExpressionPointer& operand : expression.operands) {
            const Value value = value_of(*operand);
            if (!value) return std::nullopt;
            values.push_back(value->number);
        }
        switch (expression.function) {
            case Function::minimum:
                return of(*std::min_element(values.begin(), values.end()));
            case Function::maximum:
                return of(*std::max_element(values.begin(), values.end()));
            case Function::absolute:
                return of(std::abs(values[0]));
            case Function::log2:
                return values[0] > 0 ? of(std::log2(values[0])) : std::nullopt;
            case Function::host_of:
                return host_of(values[0]);
            case Function::same_host: {
                const Value a = host_of(values[0]);
                const Value b = host_of(values[1]);
                return a && b ? of(a->text == b->text ? 1 : 0) : std::nullopt;
            }
            default:
                return std::nullopt;  // no map, so nothing is expected
        }
    }

    Value host_of(double rank) const {
        for (std::size_t record = 0; record < size_of(process_type); ++record) {
            if (field_value(process_type, 0, record)->number == rank)
                return field_value(process_type, 3, record);
        }
        return std::nullopt;
    }

    const Rule& rule_;
    const tracing::Trace& trace_;
    std::vector<std::size_t> answer_;
    std::vector<std::size_t> inner_;
    Records records_;
    std::size_t own_record_ = 0;
    std::map<std::vector<std::pair<double, std::string>>, std::vector<Records>> groups_;
    const std::vector<Records>* group_ = nullptr;
    std::map<double, std::vector<std::pair<double, double>>> waits_;
    NaiveOutcome outcome_;
};

}  // namespace

NaiveOutcome evaluate_naively(const Rule& rule, const tracing::Trace& trace, bool counts_pairs) {
    return Naive(rule, trace).run(counts_pairs);
}

}  // namespace fabricmap::testing
