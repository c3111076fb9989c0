// SPDX-License-Identifier: Apache-2.0
#include "site/reports/history_text.hpp"

#include "base/csv_field.hpp"
#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "site/reports/table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace fabricmap::site {
namespace {

/// A column of a history: its name in a table, its name for programs, and what stands in it.
struct HistoryColumn {
    const char* title;
    const char* name;
    Json value;
};
using HistoryRow = std::vector<HistoryColumn>;

std::string mark_of(const Marks& marks, const std::string& id) {
    const auto mark = marks.find(id);
    if (mark == marks.end()) return "";
    return mark->second.accepted ? "accepted" : "rejected";
}

/// What was noted when it was made, and when it was marked.
std::string notes_of(const CheckRecord& check, const Marks& marks) {
    const auto mark = marks.find(check.id);
    const std::string later = mark == marks.end() ? "" : mark->second.note;
    return check.note + (check.note.empty() || later.empty() ? "" : "; ") + later;
}

HistoryRow row_of_check(const CheckRecord& check, const Marks& marks) {
    return {
        {"check", "check", check.id},           {"hosts", "hosts", check.hosts.size()},
        {"preset", "preset", check.preset},     {"verdict", "verdict", check.verdict},
        {"", "mark", mark_of(marks, check.id)}, {"compared with", "baseline_checks", check.baseline.size()},
        {"", "note", notes_of(check, marks)},   {"", "headline", check.headline}};
}

Json latency_of(const HostRecord& host) {
    const auto& delays = host.sends.delays_s;
    return delays.empty() ? Json(nullptr) : json_number(delays.front());
}

HistoryRow row_of_host(const CheckRecord& check, const HostRecord& host, const Marks& marks) {
    return {{"check", "check", check.id},
            {"sends", "send_factor", json_number(host.sends.factor)},
            {"receives", "receive_factor", json_number(host.receives.factor)},
            {"own sends", "own_send_factor", json_number(host.sends.own_factor)},
            {"own receives", "own_receive_factor", json_number(host.receives.own_factor)},
            {"bytes/s out", "send_rate_bytes_per_s", json_number(host.sends.rate_bytes_per_s)},
            {"bytes/s in", "receive_rate_bytes_per_s", json_number(host.receives.rate_bytes_per_s)},
            {"latency s", "latency_s", latency_of(host)},
            {"", "mark", mark_of(marks, check.id)},
            {"verdict", "verdict", name_of(host.verdict)},
            {"", "recovered_from", host.recovered_from},
            {"", "text", host.text}};
}

std::string cell_text(const Json& value) {
    if (value.is_null()) return "-";
    if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
    return value.is_string() ? printable(value.get<std::string>()) : value.dump();
}

std::string csv_cell(const Json& value) {
    if (value.is_null()) return "";
    return value.is_string() ? csv_field(value.get<std::string>()) : value.dump();
}

std::string csv_of(const std::vector<HistoryRow>& rows) {
    std::string text;
    const auto line = [&](const HistoryRow& row,
                          const std::function<std::string(const HistoryColumn&)>& cell) {
        std::vector<std::string> cells;
        for (const HistoryColumn& column : row) cells.push_back(cell(column));
        text += joined_by(cells, ",") + '\n';
    };
    if (!rows.empty())
        line(rows.front(), [](const HistoryColumn& column) { return std::string(column.name); });
    for (const HistoryRow& row : rows)
        line(row, [](const HistoryColumn& column) { return csv_cell(column.value); });
    return text;
}

std::string table_of(const std::vector<HistoryRow>& rows) {
    std::vector<std::vector<std::string>> table;
    for (const HistoryRow& row : rows) {
        if (table.empty()) {
            for (const HistoryColumn& column : row) table.resize(1), table.front().emplace_back(column.title);
        }
        auto& cells = table.emplace_back();
        for (const HistoryColumn& column : row) {
            const std::string text = cell_text(column.value);
            cells.push_back(column.name == std::string_view("headline") ? first_sentence(text) : text);
        }
    }
    return table_text(table);
}

std::string text_of(const std::vector<HistoryRow>& rows, HistoryForm form) {
    if (form == HistoryForm::csv) return csv_of(rows);
    if (form == HistoryForm::table) return table_of(rows);
    return json_document(json_list(rows, [](const HistoryRow& row) {
        Json json;
        for (const HistoryColumn& column : row) json[column.name] = column.value;
        return json;
    }));
}

}  // namespace

std::string history_text(const std::vector<CheckRecord>& checks, const Marks& marks, HistoryForm form) {
    std::vector<HistoryRow> rows;
    for (const CheckRecord& check : checks) rows.push_back(row_of_check(check, marks));
    return text_of(rows, form);
}

std::string host_history_text(const std::string& host, const std::vector<CheckRecord>& checks,
                              const Marks& marks, HistoryForm form) {
    std::vector<HistoryRow> rows;
    for (const CheckRecord& check : checks) {
        if (const HostRecord* const record = check.find_host(host))
            rows.push_back(row_of_host(check, *record, marks));
    }
    return text_of(rows, form);
}

}  // namespace fabricmap::site
