// SPDX-License-Identifier: Apache-2.0
#include "some_traces.hpp"

#include "base/mixing.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace fabricmap::testing {
namespace {

using namespace tracing;

constexpr std::array<std::string_view, 7> strings{
    "",       "MPI_Send",   "solver.c:118",      "traces\\late;receiver.cpp:20",
    "узел 7", "two\nlines", "operation program;"};

/// Any double that is a number, so whole ones, tiny ones and both zeros too.
double random_number(std::uint64_t& state, FieldKind kind) {
    if (kind == FieldKind::rank) return static_cast<double>(draw_below(state, max_processes));
    if (kind != FieldKind::seconds) return static_cast<double>(draw_below(state, 1U << 20U)) - 5;
    if (draw_below(state, 4) == 0) return static_cast<double>(draw_below(state, 100)) * -1.0;
    for (;;) {
        state = mix(state);
        const auto value = std::bit_cast<double>(state);
        if (value - value == 0) return value;
    }
}

void set_at_random(Trace& trace, RecordTable& table, std::size_t record, std::uint64_t& state) {
    const auto fields = info_of(table.type()).fields;
    for (std::size_t number = 0; number < fields.size(); ++number) {
        const auto field = static_cast<FieldIndex>(number);
        if (fields[number].presence == Presence::optional && draw_below(state, 3) == 0) continue;
        if (fields[number].kind == FieldKind::text) {
            trace.set(table.type(), field, record, strings.at(draw_below(state, strings.size())));
        } else {
            const bool is_below_limit = fields[number].name == "process_count";
            table.set(field, record,
                      random_number(state, is_below_limit ? FieldKind::rank : fields[number].kind));
        }
    }
}

}  // namespace

Trace random_trace(std::uint64_t seed, std::size_t max_records) {
    std::uint64_t state = mix(seed);
    Trace trace;
    for (const RecordInfo& info : record_types()) {
        RecordTable& table = trace[info.type];
        const bool is_program = info.type == RecordType::program;
        table.add(is_program ? 1 : draw_below(state, max_records + 1));
        for (std::size_t record = 0; record < table.size(); ++record) {
            set_at_random(trace, table, record, state);
        }
    }
    return trace;
}

std::vector<std::string> lines_of(const Trace& trace) {
    std::vector<std::string> lines;
    for (const RecordTable& table : trace.tables()) {
        const auto fields = info_of(table.type()).fields;
        for (std::size_t record = 0; record < table.size(); ++record) {
            std::string line(title_of(table.type()));
            for (std::size_t number = 0; number < fields.size(); ++number) {
                const auto field = static_cast<FieldIndex>(number);
                if (!table.has(field, record)) continue;
                line += fmt::format(" {}=", fields[number].name);
                line += fields[number].kind == FieldKind::text
                            ? fmt::format("'{}'", trace.text(table.type(), field, record))
                            : fmt::format("{:a}", table.number(field, record));
            }
            lines.push_back(line);
        }
    }
    return lines;
}

}  // namespace fabricmap::testing
