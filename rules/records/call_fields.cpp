// SPDX-License-Identifier: Apache-2.0
#include "rules/records/call_fields.hpp"

#include <array>

namespace fabricmap::rules {
namespace {

struct CallFieldNames {
    std::string_view type;
    std::string_view rank;
    std::string_view start;
    std::string_view finish;
    std::string_view place;
};

constexpr std::array call_fields_by_name{
    CallFieldNames{"point_to_point", "send_process_rank", "send_start_time", "send_finish_time",
                   "send_source_code"},
    CallFieldNames{"point_to_point", "send_process_rank", "send_wait_start_time", "send_wait_finish_time",
                   "send_wait_source_code"},
    CallFieldNames{"point_to_point", "receive_process_rank", "receive_start_time", "receive_finish_time",
                   "receive_source_code"},
    CallFieldNames{"point_to_point", "receive_process_rank", "receive_wait_start_time",
                   "receive_wait_finish_time", "receive_wait_source_code"},
    CallFieldNames{"point_to_point", "receive_process_rank", "receive_probe_start_time",
                   "receive_probe_finish_time", "receive_probe_source_code"},
    CallFieldNames{"collective", "process_rank", "start_time", "finish_time", "source_code"},
    CallFieldNames{"collective", "process_rank", "wait_start_time", "wait_finish_time", "wait_source_code"},
    CallFieldNames{"collective", "last_process_rank", "start_time_max", "", "last_source_code"},
    CallFieldNames{"collective", "root_process_rank", "root_start_time", "", "root_source_code"},
    CallFieldNames{"one_sided", "process_rank", "start_time", "finish_time", "source_code"},
    CallFieldNames{"one_sided", "process_rank", "complete_start_time", "complete_time",
                   "complete_source_code"},
    CallFieldNames{"one_sided", "target_process_rank", "", "", ""},
    CallFieldNames{"lock", "process_rank", "start_time", "acquire_time", "source_code"},
    CallFieldNames{"lock", "process_rank", "release_time", "finish_time", "release_source_code"},
    CallFieldNames{"exposure", "process_rank", "start_start_time", "start_finish_time", "source_code"},
    CallFieldNames{"exposure", "process_rank", "complete_start_time", "complete_finish_time",
                   "complete_source_code"},
    CallFieldNames{"exposure", "target_process_rank", "post_start_time", "post_finish_time",
                   "target_source_code"},
    CallFieldNames{"exposure", "target_process_rank", "wait_start_time", "wait_finish_time",
                   "wait_source_code"},
    CallFieldNames{"signal", "process_rank", "start_time", "finish_time", "source_code"},
    CallFieldNames{"signal", "signal_process_rank", "signal_start_time", "", "signal_source_code"},
    CallFieldNames{"poll", "process_rank", "start_time", "finish_time", "source_code"},
    CallFieldNames{"file_access", "process_rank", "start_time", "finish_time", "source_code"},
    CallFieldNames{"call_site", "process_rank", "", "", "source_code"},
};

std::vector<std::vector<CallFields>> make_call_fields() {
    std::vector<std::vector<CallFields>> all(record_schema().size());
    for (const CallFieldNames& names : call_fields_by_name) {
        const TypeIndex type = find_type(names.type).value();
        all[type].push_back({find_record_field(type, names.rank).value(),
                             find_record_field(type, names.start), find_record_field(type, names.finish),
                             find_record_field(type, names.place)});
    }
    return all;
}

}  // namespace

const std::vector<CallFields>& call_fields_of(TypeIndex type) {
    static const std::vector<std::vector<CallFields>> all = make_call_fields();
    return all[type];
}

std::vector<TimedCallFields> timed_call_fields_of(tracing::RecordType type) {
    const auto index = [](std::size_t field) { return static_cast<tracing::FieldIndex>(field); };
    std::vector<TimedCallFields> timed;
    for (const CallFields& fields : call_fields_of(static_cast<TypeIndex>(type))) {
        if (fields.start && fields.finish && fields.place) {
            timed.push_back(
                {index(fields.rank), index(*fields.start), index(*fields.finish), index(*fields.place)});
        }
    }
    return timed;
}

}  // namespace fabricmap::rules
