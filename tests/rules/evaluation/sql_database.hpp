// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"

#include <functional>
#include <memory>
#include <sqlite3.h>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A database of SQLite in memory. What SQLite refuses throws std::runtime_error.
class SqlDatabase {
  public:
    SqlDatabase();

    void run(const std::string& statement);
    /// Calls visit(values of the columns) for each row; what is unknown is NaN.
    void ask(const std::string& statement, int columns,
             const std::function<void(const std::vector<double>&)>& visit);
    /// A table for each type, with the number of the record; what is unknown is NULL.
    void add(const tracing::Trace& trace);

  private:
    using Statement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

    [[nodiscard]] Statement prepared(const std::string& statement) const;
    void require(int code, int wanted = SQLITE_OK) const;
    void add_record(sqlite3_stmt* insert, const tracing::Trace& trace, const tracing::RecordInfo& info,
                    std::size_t record) const;

    std::unique_ptr<sqlite3, int (*)(sqlite3*)> handle_{nullptr, sqlite3_close};
};

}  // namespace fabricmap::testing
