// SPDX-License-Identifier: Apache-2.0
#include "base/csv_field.hpp"
#include "base/output_file.hpp"
#include "command_line/program.hpp"
#include "tracing/formats/formats.hpp"

#include <fmt/format.h>

#include <vector>

namespace fabricmap::tracing {
namespace {

constexpr std::size_t csv_piece_bytes = std::size_t{1} << 20U;

std::vector<FieldIndex> known_fields_of(const RecordTable& table) {
    std::vector<FieldIndex> known;
    for (std::size_t number = 0; number < info_of(table.type()).fields.size(); ++number) {
        const auto field = static_cast<FieldIndex>(number);
        if (table.has(field)) known.push_back(field);
    }
    return known;
}

/// The shortest text that reads as this number, which for seconds is as exact as for ranks.
std::string csv_value(const Trace& trace, const RecordTable& table, FieldIndex field, std::size_t record) {
    if (!table.has(field, record)) return {};
    const FieldInfo& info = info_of(table.type()).fields[static_cast<std::size_t>(field)];
    if (info.kind == FieldKind::text) return csv_field(trace.strings()[table.text(field, record)]);
    // What lies before 0 by less than can be told is no negative zero.
    return fmt::format("{}", table.number(field, record) + 0.);
}

void write_csv_table(const Trace& trace, const RecordTable& table, OutputFile& file) {
    const std::vector<FieldIndex> known = known_fields_of(table);
    std::string piece;
    for (const FieldIndex field : known) {
        if (!piece.empty()) piece += ',';
        piece += info_of(table.type()).fields[static_cast<std::size_t>(field)].name;
    }
    piece += '\n';
    for (std::size_t record = 0; record < table.size(); ++record) {
        for (std::size_t column = 0; column < known.size(); ++column) {
            if (column > 0) piece += ',';
            piece += csv_value(trace, table, known[column], record);
        }
        piece += '\n';
        if (piece.size() < csv_piece_bytes) continue;
        file.write(piece);
        piece.clear();
    }
    file.write(piece);
}

}  // namespace

void write_csv_files(const Trace& trace, const std::filesystem::path& output, bool overwrite) {
    refuse_stdout("-o", output, "several tables");
    const auto path_of = [&](const RecordTable& table) {
        return std::filesystem::path(fmt::format("{}_{}.csv", output.string(), info_of(table.type()).name));
    };
    for (const RecordTable& table : trace.tables()) {
        if (table.size() > 0) require_free(path_of(table), overwrite);
    }
    for (const RecordTable& table : trace.tables()) {
        if (table.size() == 0) continue;
        OutputFile file(path_of(table));
        write_csv_table(trace, table, file);
        file.commit();
    }
}

}  // namespace fabricmap::tracing
