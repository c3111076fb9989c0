// SPDX-License-Identifier: Apache-2.0
#include "naive_trace.hpp"

#include <algorithm>
#include <array>

namespace fabricmap::testing {
namespace {

using rules::TypeIndex;
using tracing::RecordType;

constexpr TypeIndex process_type = static_cast<TypeIndex>(RecordType::process);

/// A call that records of a type tell of from its start to its end.
struct WholeCall {
    RecordType type;
    std::string_view rank;
    std::string_view start;
    std::string_view finish;
};

constexpr std::array whole_calls{
    WholeCall{RecordType::point_to_point, "send_process_rank", "send_start_time", "send_finish_time"},
    WholeCall{RecordType::point_to_point, "send_process_rank", "send_wait_start_time",
              "send_wait_finish_time"},
    WholeCall{RecordType::point_to_point, "receive_process_rank", "receive_start_time",
              "receive_finish_time"},
    WholeCall{RecordType::point_to_point, "receive_process_rank", "receive_wait_start_time",
              "receive_wait_finish_time"},
    WholeCall{RecordType::point_to_point, "receive_process_rank", "receive_probe_start_time",
              "receive_probe_finish_time"},
    WholeCall{RecordType::collective, "process_rank", "start_time", "finish_time"},
    WholeCall{RecordType::collective, "process_rank", "wait_start_time", "wait_finish_time"},
    WholeCall{RecordType::lock, "process_rank", "start_time", "acquire_time"},
    WholeCall{RecordType::lock, "process_rank", "release_time", "finish_time"},
    WholeCall{RecordType::one_sided, "process_rank", "start_time", "finish_time"},
    WholeCall{RecordType::one_sided, "process_rank", "complete_start_time", "complete_time"},
    WholeCall{RecordType::poll, "process_rank", "start_time", "finish_time"},
    WholeCall{RecordType::file_access, "process_rank", "start_time", "finish_time"},
};

}  // namespace

Value NaiveTrace::field_value(TypeIndex type, std::size_t field, std::size_t record) const {
    const auto record_type = static_cast<RecordType>(type);
    const auto index = static_cast<tracing::FieldIndex>(field);
    if (record >= size_of(type) || !trace_[record_type].has(index, record)) return std::nullopt;
    if (rules::record_schema()[type].fields[field].kind == rules::ValueKind::text) {
        return Known{0, std::string(trace_.text(record_type, index, record))};
    }
    return of(trace_[record_type].number(index, record));
}

Value NaiveTrace::run_value(std::string_view name) const {
    return field_value(0, *rules::find_record_field(0, name), 0);
}

Value NaiveTrace::host_of(double rank) const {
    for (std::size_t record = 0; record < size_of(process_type); ++record) {
        if (field_value(process_type, 0, record)->number == rank) return field_value(process_type, 3, record);
    }
    return std::nullopt;
}

std::vector<Value> NaiveTrace::hosts() const {
    std::vector<Value> all;
    for (std::size_t record = 0; record < size_of(process_type); ++record)
        all.push_back(field_value(process_type, 3, record));
    return all;
}

std::vector<std::pair<double, double>> NaiveTrace::calls_of(double rank) const {
    std::vector<std::pair<double, double>> calls;
    for (const WholeCall& call : whole_calls) {
        const auto type = static_cast<TypeIndex>(call.type);
        for (std::size_t record = 0; record < size_of(type); ++record) {
            const auto value = [&](std::string_view name) {
                return field_value(type, *rules::find_record_field(type, name), record);
            };
            const Value start = value(call.start);
            const Value finish = value(call.finish);
            const Value process = value(call.rank);
            if (!start || !finish || !process || process->number != rank) continue;
            if (start->number <= finish->number) calls.emplace_back(start->number, finish->number);
        }
    }
    return calls;
}

Value NaiveTrace::next_outside(double rank, double time) const {
    const auto calls = calls_of(rank);
    if (calls.empty()) return std::nullopt;
    const auto goes_on = [&](const auto& call) { return call.first <= time && time < call.second; };
    for (auto call = std::find_if(calls.begin(), calls.end(), goes_on); call != calls.end();
         call = std::find_if(calls.begin(), calls.end(), goes_on))
        time = call->second;
    return of(time);
}

Value NaiveTrace::next_inside(double rank, double time) const {
    Value next;
    for (const auto& [start, finish] : calls_of(rank)) {
        if (start <= time && time < finish) return of(time);
        if (start > time && (!next || start < next->number)) next = of(start);
    }
    return next;
}

}  // namespace fabricmap::testing
