// SPDX-License-Identifier: Apache-2.0
#include "sql_database.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace fabricmap::testing {

SqlDatabase::SqlDatabase() {
    sqlite3* opened = nullptr;
    require(sqlite3_open(":memory:", &opened));
    handle_.reset(opened);
}

void SqlDatabase::run(const std::string& statement) {
    ask(statement, 0, [](const std::vector<double>&) {});
}

void SqlDatabase::ask(const std::string& statement, int columns,
                      const std::function<void(const std::vector<double>&)>& visit) {
    const Statement compiled = prepared(statement);
    int code = sqlite3_step(compiled.get());
    for (; code == SQLITE_ROW; code = sqlite3_step(compiled.get())) {
        std::vector<double> values;
        for (int column = 0; column < columns; ++column) {
            const bool is_null = sqlite3_column_type(compiled.get(), column) == SQLITE_NULL;
            values.push_back(is_null ? std::nan("") : sqlite3_column_double(compiled.get(), column));
        }
        visit(values);
    }
    require(code, SQLITE_DONE);
}

void SqlDatabase::add(const tracing::Trace& trace) {
    run("BEGIN");
    for (const tracing::RecordInfo& info : tracing::record_types()) {
        std::string columns = "record INTEGER";
        std::string values = "?";
        for (const tracing::FieldInfo& field : info.fields) {
            columns +=
                fmt::format(", {} {}", field.name, field.kind == tracing::FieldKind::text ? "TEXT" : "REAL");
            values += ", ?";
        }
        run(fmt::format("CREATE TABLE {} ({})", info.name, columns));
        const Statement insert = prepared(fmt::format("INSERT INTO {} VALUES ({})", info.name, values));
        for (std::size_t record = 0; record < trace[info.type].size(); ++record)
            add_record(insert.get(), trace, info, record);
    }
    run("COMMIT");
}

void SqlDatabase::add_record(sqlite3_stmt* insert, const tracing::Trace& trace,
                             const tracing::RecordInfo& info, std::size_t record) const {
    const tracing::RecordTable& table = trace[info.type];
    require(sqlite3_bind_int64(insert, 1, static_cast<sqlite3_int64>(record)));
    for (std::size_t number = 0; number < info.fields.size(); ++number) {
        const auto field = static_cast<tracing::FieldIndex>(number);
        const int place = static_cast<int>(number) + 2;
        if (!table.has(field, record)) {
            require(sqlite3_bind_null(insert, place));
        } else if (info.fields[number].kind == tracing::FieldKind::text) {
            const std::string_view text = trace.text(info.type, field, record);
            require(sqlite3_bind_text(insert, place, text.data(), static_cast<int>(text.size()), nullptr));
        } else {
            require(sqlite3_bind_double(insert, place, table.number(field, record)));
        }
    }
    require(sqlite3_step(insert), SQLITE_DONE);
    require(sqlite3_reset(insert));
}

SqlDatabase::Statement SqlDatabase::prepared(const std::string& statement) const {
    sqlite3_stmt* compiled = nullptr;
    require(sqlite3_prepare_v2(handle_.get(), statement.c_str(), -1, &compiled, nullptr));
    return {compiled, sqlite3_finalize};
}

void SqlDatabase::require(int code, int wanted) const {
    if (code != wanted) throw std::runtime_error(sqlite3_errmsg(handle_.get()));
}

}  // namespace fabricmap::testing
