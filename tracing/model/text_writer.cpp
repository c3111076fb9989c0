// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "tracing/model/text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace fabricmap::tracing {
namespace {

/// How much is gathered before it is written.
constexpr std::size_t piece_bytes = std::size_t{1} << 20U;

/// The shortest text that reads as this number. Seconds are told from counts by their point.
void append_number(std::string& out, double value, FieldKind kind) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    const std::string_view number(digits.data(), static_cast<std::size_t>(end - digits.data()));
    out += number;
    const bool looks_whole = number.find_first_not_of("-0123456789") == std::string_view::npos;
    if (kind == FieldKind::seconds && looks_whole) out += ".0";
}

void append_string(std::string& out, std::string_view text) {
    if (text.find('"') != std::string_view::npos) {
        throw FileError(
            fmt::format("{}: a string with a quote cannot be written as text; write another format", text));
    }
    out += '"';
    out += text;
    out += '"';
}

void append_record(std::string& out, const Trace& trace, const RecordTable& table, std::size_t record) {
    out += title_of(table.type());
    const std::span<const FieldInfo> fields = info_of(table.type()).fields;
    for (std::size_t number = 0; number < fields.size(); ++number) {
        const auto field = static_cast<FieldIndex>(number);
        if (!table.has(field, record)) continue;
        out += '\n';
        out += fields[number].name;
        out += ' ';
        if (fields[number].kind == FieldKind::text) {
            append_string(out, trace.strings()[table.text(field, record)]);
        } else {
            append_number(out, table.number(field, record), fields[number].kind);
        }
    }
    out += ";\n";
}

}  // namespace

void write_text(const Trace& trace, const std::function<void(std::string_view)>& write) {
    std::string piece;
    bool is_first = true;
    for (const RecordTable& table : trace.tables()) {
        for (std::size_t record = 0; record < table.size(); ++record) {
            if (!is_first) piece += '\n';
            is_first = false;
            append_record(piece, trace, table, record);
            if (piece.size() < piece_bytes) continue;
            write(piece);
            piece.clear();
        }
    }
    write(piece);
}

}  // namespace fabricmap::tracing
