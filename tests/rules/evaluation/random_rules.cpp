// SPDX-License-Identifier: Apache-2.0
#include "random_rules.hpp"

#include "base/mixing.hpp"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace fabricmap::testing {
namespace {

using namespace tracing;

struct TypeFields {
    RecordType type;
    std::string_view name;
    std::array<std::string_view, 4> times;
    std::array<std::string_view, 3> counts;
    std::array<std::string_view, 2> texts;
    std::array<std::string_view, 2> ends;  ///< of calls, which rules ask for by functions alone
};

constexpr std::array<TypeFields, 6> types{
    {{RecordType::point_to_point,
      "point_to_point",
      {"send_start_time", "receive_start_time", "receive_finish_time", "receive_wait_start_time"},
      {"send_process_rank", "receive_process_rank", "tag"},
      {"receive_op_name", "communicator"},
      {"send_finish_time", "receive_wait_finish_time"}},
     {RecordType::collective,
      "collective",
      {"start_time", "start_time_max", "finish_time", "prefix_start_time_max"},
      {"process_rank", "root_process_rank", "instance"},
      {"op_name", "communicator"},
      {"wait_start_time", "wait_finish_time"}},
     {RecordType::lock,
      "lock",
      {"start_time", "acquire_time", "release_time", "finish_time"},
      {"process_rank", "process_rank", "owner_process_rank"},
      {"op_name", "lock"},
      {}},
     {RecordType::one_sided,
      "one_sided",
      {"start_time", "finish_time", "complete_start_time", "complete_time"},
      {"process_rank", "target_process_rank", "process_rank"},
      {"op_name", "window"},
      {}},
     {RecordType::poll,
      "poll",
      {"start_time", "finish_time", "inside_time", "start_time"},
      {"process_rank", "found", "count"},
      {"op_name", "source_code"},
      {}},
     {RecordType::file_access,
      "file_access",
      {"start_time", "finish_time", "finish_time", "start_time"},
      {"process_rank", "process_rank", "process_rank"},
      {"op_name", "file"},
      {}}}};

constexpr std::array<std::string_view, 3> texts{"a", "b", "c"};
constexpr std::array<std::string_view, 10> comparators{"<", "<=", ">", ">=", "=", "!=", "<", ">", "=", "<>"};
constexpr std::array<std::string_view, 7> aggregate_names{"count",  "sum", "mean", "min",
                                                          "median", "max", "mad"};

constexpr std::array<std::string_view, 4> group_names{"sum", "max", "median", "mean"};

class RuleWriter {
  public:
    explicit RuleWriter(std::uint64_t seed) : state_(mix(seed)) {}

    std::string write() {
        variable_count_ = 1 + below(3);
        for (std::size_t variable = 0; variable < variable_count_; ++variable)
            types_.push_back(below(types.size()));
        result_count_ = 1 + below(variable_count_);
        std::string text = "problem p description \"\"";
        for (std::size_t variable = 0; variable < variable_count_; ++variable) {
            const bool is_exists = variable >= result_count_ && below(2) == 0;
            text +=
                fmt::format(" find {}v{} type {}", is_exists ? "exists " : "", variable, type(variable).name);
        }
        if (below(6) == 0) text += fmt::format(" within {} s", below(5));
        text += fmt::format(" where {}", condition());
        return text + result() + ";";
    }

  private:
    std::size_t below(std::size_t limit) { return draw_below(state_, limit); }
    template <typename Array>
    std::string_view any(const Array& words) {
        return words[below(words.size())];
    }
    [[nodiscard]] const TypeFields& type(std::size_t variable) const { return types.at(types_[variable]); }

    std::string time_of(std::size_t variable) {
        return fmt::format("v{}.{}", variable, any(type(variable).times));
    }
    std::string count_of(std::size_t variable) {
        return fmt::format("v{}.{}", variable, any(type(variable).counts));
    }
    std::string text_of(std::size_t variable) {
        const std::string text = fmt::format("v{}.{}", variable, any(type(variable).texts));
        if (below(8) > 0) return text;
        return fmt::format("coalesce({}, v{}.{})", text, variable, any(type(variable).texts));
    }
    /// A time by a function that looks beyond the record, or past what it lacks.
    std::string looked_up_time(std::size_t variable) {
        if (below(3) == 0) return fmt::format("coalesce({}, {})", time_of(variable), time_of(variable));
        return fmt::format("next_{}({}, {})", below(2) == 0 ? "inside" : "outside", count_of(variable),
                           time_of(variable));
    }

    std::string time(std::size_t variable) {
        switch (below(9)) {
            case 4:
                return looked_up_time(variable);
            case 0:
                return fmt::format("({} + {})", time_of(variable), below(4));
            case 1:
                return fmt::format("max({}, {})", time_of(variable), time_of(variable));
            case 2:
                return fmt::format("{} s", below(8));
            case 3:
                return fmt::format("({} + v{}.{}) / 2", time_of(variable), variable,
                                   any(type(variable).times));
            default:
                return time_of(variable);
        }
    }

    std::string column_aggregate(std::size_t variable) {
        const TypeFields& other = types.at(below(types.size()));
        const std::string_view name = any(aggregate_names);
        std::string filter;
        if (below(3) > 0)
            filter = fmt::format(" | {}.{} = {}", other.name, any(other.counts), count_of(variable));
        if (below(3) == 0) {
            filter += fmt::format("{}{}.{} < {}", filter.empty() ? " | " : " and ", other.name,
                                  any(other.times), time_of(variable));
        }
        return fmt::format("{}({}.{}{})", name, other.name, any(other.times), filter);
    }

    std::string atom(std::size_t a, std::size_t b) {
        switch (below(9)) {
            case 0:
            case 1:
                return fmt::format("{} {} {}", count_of(a), any(comparators), count_of(b));
            case 2:
                return fmt::format("{} {} {}", text_of(a), below(2) == 0 ? "eq" : "ne", text_of(b));
            case 3:
                return fmt::format("{} {} \"{}\"", text_of(a), below(3) == 0 ? "ne" : "eq", any(texts));
            case 4:
                return fmt::format("{} {} {}", count_of(a), any(comparators), below(3));
            case 5:
                return fmt::format("{} - {} {} {}", time(a), time(b), any(comparators), below(3));
            case 6:
                if (below(3) == 0)
                    return fmt::format("{} {} {} / 1 s", count_of(a), any(comparators), column_aggregate(b));
                [[fallthrough]];
            default:
                return fmt::format("{} {} {}", time(a), any(comparators), time(b));
        }
    }

    std::string clause(std::size_t a, std::size_t b) {
        switch (below(10)) {
            case 0:
                return fmt::format("({} or {})", atom(a, b), atom(b, a));
            case 1:
                return fmt::format("not {}", atom(a, b));
            case 2:
                return fmt::format("not ({} and {})", atom(a, b), atom(a, a));
            default:
                return atom(a, b);
        }
    }

    /// Each variable is used, and mostly tied to another.
    std::string condition() {
        std::string text = fmt::format("{} >= 0 s", time_of(0));
        for (std::size_t variable = 1; variable < variable_count_; ++variable) {
            const std::size_t other = below(variable);
            text += fmt::format(" and {} {} {}", time_of(variable), any(comparators), time_of(other));
            if (below(2) == 0) text += fmt::format(" and {} = {}", count_of(other), count_of(variable));
        }
        const std::size_t more = below(4);
        for (std::size_t number = 0; number < more; ++number) {
            text += fmt::format(" and {}", clause(below(variable_count_), below(variable_count_)));
        }
        return text;
    }

    std::string groups() {
        std::string text = fmt::format(" group by {}", below(2) == 0 ? count_of(0) : text_of(0));
        if (below(2) == 0) text += fmt::format(", {}", count_of(below(result_count_)));
        if (below(2) == 0) text += fmt::format(" having count() >= {}", 1 + below(3));
        return text;
    }

    std::string lost() {
        const std::size_t a = below(result_count_);
        const std::size_t b = below(result_count_);
        return fmt::format(" lost on {} from {} to {}", count_of(a), time(b), time(a));
    }

    std::string result() {
        const bool has_groups = below(3) == 0;
        const std::string before = has_groups ? groups() : std::string();
        if (below(2) == 0) return before + lost() + (below(3) == 0 ? lost() : std::string());
        if (has_groups && below(2) == 0) {
            return fmt::format("{} severity {}({}) / 100 s + count() / 1000", before, any(group_names),
                               time_of(0));
        }
        return fmt::format("{} severity ({} - {}) / total_communication_time", before, time(0),
                           time(result_count_ - 1));
    }

    std::uint64_t state_;
    std::size_t variable_count_ = 1;
    std::size_t result_count_ = 1;
    std::vector<std::size_t> types_;
};

void fill(Trace& trace, const TypeFields& type, std::size_t count, std::uint64_t& state,
          std::size_t one_missing_in) {
    RecordTable& table = trace[type.type];
    table.add(count);
    const auto is_missing = [&] { return one_missing_in > 0 && draw_below(state, one_missing_in) == 0; };
    for (std::size_t record = 0; record < count; ++record) {
        for (const std::string_view name : type.times) {
            const double time = static_cast<double>(draw_below(state, 12)) / 2;
            if (!is_missing()) table.set(*find_field(type.type, name), record, time);
        }
        for (const std::string_view name : type.ends) {
            if (name.empty()) continue;
            const double time = static_cast<double>(draw_below(state, 12)) / 2;
            if (!is_missing()) table.set(*find_field(type.type, name), record, time);
        }
        for (const std::string_view name : type.counts) {
            const auto number = static_cast<double>(draw_below(state, 3));
            if (!is_missing()) table.set(*find_field(type.type, name), record, number);
        }
        for (const std::string_view name : type.texts) {
            const std::string_view text = texts.at(draw_below(state, texts.size()));
            if (!is_missing()) trace.set(type.type, *find_field(type.type, name), record, text);
        }
    }
}

/// Three on one host or two, some of them perhaps unknown; or none.
void add_processes(Trace& trace, std::uint64_t& state) {
    constexpr std::array<std::string_view, 2> hosts{"x", "y"};
    if (draw_below(state, 6) == 0) return;
    const std::size_t used = 1 + draw_below(state, hosts.size());
    RecordTable& processes = trace[RecordType::process];
    for (std::size_t rank = 0; rank < 3; ++rank) {
        processes.set(field(RecordType::process, "rank"), processes.add(), static_cast<double>(rank));
        if (draw_below(state, 6) == 0) continue;
        trace.set(RecordType::process, field(RecordType::process, "host"), rank,
                  hosts.at(draw_below(state, used)));
    }
}

}  // namespace

std::string random_rule(std::uint64_t seed) {
    return RuleWriter(seed).write();
}

Trace random_small_trace(std::uint64_t seed) {
    std::uint64_t state = mix(seed);
    Trace trace;
    trace[RecordType::program].add();
    trace[RecordType::program].set(field(RecordType::program, "total_communication_time"), 0, 100);
    if (draw_below(state, 4) == 0)
        trace[RecordType::program].set(field(RecordType::program, "clock_error"), 0, 0.75);
    // In a third of the traces nothing is missing.
    constexpr std::array<std::size_t, 3> shares{0, 4, 12};
    const std::size_t one_missing_in = shares.at(draw_below(state, shares.size()));
    for (const TypeFields& type : types) fill(trace, type, draw_below(state, 14), state, one_missing_in);
    add_processes(trace, state);
    return trace;
}

}  // namespace fabricmap::testing
