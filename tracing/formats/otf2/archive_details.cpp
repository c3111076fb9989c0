// SPDX-License-Identifier: Apache-2.0
// Records that the format has no events for: our archives tell of them at the begin of the call.
#include "tracing/formats/otf2/archive_events.hpp"

namespace fabricmap::tracing {

void ArchiveEvents::add_detailed(const Moment& moment, RecordType type, Ends what,
                                 std::span<const Otf2Detail> details) {
    const StringId op_type = text(moment, details.front().attribute);
    if (op_type == no_string) return;
    RecordTable& table = trace_[type];
    const TimedCall call = call_at(moment);
    const std::size_t record = table.add();
    const auto set = [&](std::string_view name, auto value) {
        if (const auto found = find_field(type, name)) table.set(*found, record, value);
    };
    set("op_name", call.function);
    set("process_rank", static_cast<double>(call.rank));
    set("start_time", call.start);
    set("source_code", call.place);
    set_origin(table, {*find_field(type, "caller"), *find_field(type, "thread")}, record, call);
    for (const Otf2Detail& detail : details) {
        const FieldKind kind = info_of(type).fields[static_cast<std::size_t>(detail.field)].kind;
        if (kind == FieldKind::text) {
            table.set(detail.field, record, text(moment, detail.attribute));
        } else if (const auto value = number(moment, detail.attribute)) {
            const double unit = kind == FieldKind::seconds ? otf2_ticks_per_second : 1.;
            table.set(detail.field, record, static_cast<double>(*value) / unit);
        }
    }
    await(moment, what, record);
}

}  // namespace fabricmap::tracing
