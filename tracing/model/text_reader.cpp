// SPDX-License-Identifier: Apache-2.0
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "tracing/model/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

namespace fabricmap::tracing {
namespace {

constexpr std::string_view white_space = " \t\r\n\f\v";

/// The words of a text, and which line they are on.
class Words {
  public:
    Words(std::string_view text, const std::filesystem::path& path) : text_(text), path_(path) {}

    /// The next word without taking it: a name, a number, a string with its quotes, or ";". Empty at the end.
    std::string_view peek() {
        if (!word_.empty()) return word_;
        skip_white_space();
        if (position_ == text_.size()) return {};
        word_ = text_.substr(position_, length_of_word());
        return word_;
    }

    std::string_view take() {
        const std::string_view word = peek();
        line_ += static_cast<std::size_t>(std::count(word.begin(), word.end(), '\n'));
        position_ += word.size();
        word_ = {};
        return word;
    }

    [[nodiscard]] FileError error(std::string_view what) const {
        return FileError(fmt::format("{}:{}: {}", path_.string(), line_, what));
    }

  private:
    void skip_white_space() {
        const std::size_t next = std::min(text_.find_first_not_of(white_space, position_), text_.size());
        line_ +=
            static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(position_),
                                                text_.begin() + static_cast<std::ptrdiff_t>(next), '\n'));
        position_ = next;
    }

    [[nodiscard]] std::size_t length_of_word() const {
        if (text_[position_] == ';') return 1;
        if (text_[position_] == '"') {
            const std::size_t end = text_.find('"', position_ + 1);
            if (end == std::string_view::npos) throw error("a string has no closing quote");
            return end + 1 - position_;
        }
        return std::min(text_.find_first_of(" \t\r\n\f\v;\"", position_), text_.size()) - position_;
    }

    std::string_view text_;
    const std::filesystem::path& path_;
    std::size_t position_ = 0;
    std::size_t line_ = 1;
    std::string_view word_;
};

/// What is quoted of a file in a message: printable, and not long.
std::string shown(std::string_view word) {
    constexpr std::size_t max_shown = 40;
    std::string text;
    for (const char character : word.substr(0, max_shown)) {
        const bool is_printable = character >= ' ' && character <= '~';
        text += is_printable ? character : '?';
    }
    return word.size() > max_shown ? text + "..." : text;
}

RecordType read_type(Words& words) {
    const std::string_view first = words.take();
    const bool is_operation = first == "operation";
    const std::string_view name = is_operation ? words.peek() : first;
    for (const RecordInfo& record : record_types()) {
        if (record.is_operation != is_operation || record.name != name) continue;
        if (is_operation) words.take();
        return record.type;
    }
    throw words.error(
        fmt::format("'{}' is not a type of record; known are program, process, operation "
                    "point_to_point, collective, one_sided, lock, exposure, signal, poll, file_access, "
                    "region and call_site",
                    shown(is_operation && !name.empty() ? name : first)));
}

/// The field of that name. Records mostly have theirs in the table's order, so that the one after the last
/// that was read is tried first.
FieldIndex read_field(Words& words, RecordType type, std::size_t expected) {
    const std::string_view name = words.peek();
    const std::span<const FieldInfo> fields = info_of(type).fields;
    if (name.empty()) throw words.error("the last record does not end with ';': the file is cut off");
    const bool is_expected = expected < fields.size() && fields[expected].name == name;
    const auto field =
        is_expected ? std::optional(static_cast<FieldIndex>(expected)) : find_field(type, name);
    if (!field) {
        throw words.error(fmt::format("{} has no field '{}'", title_of(type), shown(name)));
    }
    words.take();
    return *field;
}

/// What others take for indices and sizes is one.
bool fits(FieldKind kind, double number) {
    if (kind == FieldKind::seconds) return std::isfinite(number);
    constexpr double max_whole = 9'007'199'254'740'992;
    const bool is_whole = std::abs(number) <= max_whole && std::trunc(number) == number;
    return is_whole && (kind != FieldKind::rank || (number >= 0 && number < max_processes));
}

std::string_view what_fits(FieldKind kind) {
    if (kind == FieldKind::seconds) return "number";
    return kind == FieldKind::rank ? "rank" : "whole number";
}

void read_value(Words& words, Trace& trace, RecordTable& table, FieldIndex field) {
    const FieldInfo& info = info_of(table.type()).fields[static_cast<std::size_t>(field)];
    const std::size_t record = table.size() - 1;
    const std::string_view word = words.peek();
    if (table.has(field, record)) throw words.error(fmt::format("a second {} in one record", info.name));
    const bool is_string = word.starts_with('"');
    if (info.kind == FieldKind::text) {
        if (!is_string) throw words.error(fmt::format("{} needs a string in quotes", info.name));
        table.set(field, record, trace.strings().intern(word.substr(1, word.size() - 2)));
    } else {
        const auto number = read_number<double>(word);
        if (!number || !fits(info.kind, *number)) {
            throw words.error(
                fmt::format("{} needs a {}, not '{}'", info.name, what_fits(info.kind), shown(word)));
        }
        table.set(field, record, *number);
    }
    words.take();
}

void require_fields(const Words& words, const RecordTable& table) {
    const std::span<const FieldInfo> fields = info_of(table.type()).fields;
    for (std::size_t number = 0; number < fields.size(); ++number) {
        if (fields[number].presence == Presence::optional) continue;
        if (table.has(static_cast<FieldIndex>(number), table.size() - 1)) continue;
        throw words.error(fmt::format("{} without {}", title_of(table.type()), fields[number].name));
    }
}

void require_possible_count(const Words& words, const RecordTable& program) {
    const double count = program.number(field(RecordType::program, "process_count"), 0);
    if (count >= 0 && count <= max_processes) return;
    throw words.error(fmt::format("process_count is {:.0f}: no run has so many", count));
}

void read_record(Words& words, Trace& trace) {
    RecordTable& table = trace[read_type(words)];
    if (table.type() == RecordType::program && table.size() > 0) {
        throw words.error("a second program; a trace is of one");
    }
    table.add();
    std::size_t expected = 0;
    while (words.peek() != ";") {
        const FieldIndex field = read_field(words, table.type(), expected);
        read_value(words, trace, table, field);
        expected = static_cast<std::size_t>(field) + 1;
    }
    require_fields(words, table);
    if (table.type() == RecordType::program) require_possible_count(words, table);
    words.take();
}

}  // namespace

Trace read_text(std::string_view text, const std::filesystem::path& path) {
    Words words(text, path);
    Trace trace;
    while (!words.peek().empty()) read_record(words, trace);
    if (trace[RecordType::program].size() == 0) {
        throw words.error("no record of type program: this is not a trace, or its beginning is missing");
    }
    return trace;
}

Trace read_text_file(const std::filesystem::path& path) {
    std::ifstream file = open_regular_file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    return read_text(text, path);
}

bool is_text_trace(std::string_view beginning) noexcept {
    beginning.remove_prefix(std::min(beginning.find_first_not_of(white_space), beginning.size()));
    return std::any_of(record_types().begin(), record_types().end(), [&](const RecordInfo& record) {
        const std::string_view word = record.is_operation ? "operation" : record.name;
        if (!beginning.starts_with(word)) return false;
        const std::string_view after = beginning.substr(word.size());
        return after.empty() || white_space.find(after.front()) != std::string_view::npos;
    });
}

}  // namespace fabricmap::tracing
