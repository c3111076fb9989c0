// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/field_tables.hpp"
#include "tracing/model/record_types.hpp"
#include "tracing/model/strings.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

namespace fabricmap::tracing {

/// The records of one type: a column for each field. A column that no record has a value of takes no memory.
class RecordTable {
  public:
    explicit RecordTable(RecordType type);

    [[nodiscard]] RecordType type() const noexcept { return type_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// Adds so many records, of which nothing is known yet; returns the position of the first.
    std::size_t add(std::size_t count = 1);

    /// For a field that is no text. NaN takes the value away.
    void set(FieldIndex field, std::size_t record, double value);
    /// For a text field; a string of the trace that this table belongs to.
    void set(FieldIndex field, std::size_t record, StringId value);

    /// Whether any record has a value of the field.
    [[nodiscard]] bool has(FieldIndex field) const noexcept;
    [[nodiscard]] bool has(FieldIndex field, std::size_t record) const noexcept;

    /// One value; NaN where it is unknown.
    [[nodiscard]] double number(FieldIndex field, std::size_t record) const noexcept;
    /// One string; no_string where it is unknown.
    [[nodiscard]] StringId text(FieldIndex field, std::size_t record) const noexcept;

    /// The values of all records, NaN where one is unknown; empty where all are.
    [[nodiscard]] std::span<const double> numbers(FieldIndex field) const noexcept;
    /// The strings of all records, no_string where one is unknown; empty where all are.
    [[nodiscard]] std::span<const StringId> texts(FieldIndex field) const noexcept;

    /// Bytes that the columns take.
    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    using Numbers = std::vector<double>;
    using Texts = std::vector<StringId>;
    using Column = std::variant<Numbers, Texts>;

    RecordType type_;
    std::size_t size_ = 0;
    std::vector<Column> columns_;
};

/// What a program did: the records of each type, in columns, with times of one clock.
class Trace {
  public:
    Trace();

    [[nodiscard]] RecordTable& operator[](RecordType type) noexcept {
        return tables_[static_cast<std::size_t>(type)];
    }
    [[nodiscard]] const RecordTable& operator[](RecordType type) const noexcept {
        return tables_[static_cast<std::size_t>(type)];
    }
    [[nodiscard]] const std::array<RecordTable, record_type_count>& tables() const noexcept {
        return tables_;
    }

    [[nodiscard]] Strings& strings() noexcept { return strings_; }
    [[nodiscard]] const Strings& strings() const noexcept { return strings_; }

    /// Sets a text field, keeping the string.
    void set(RecordType type, FieldIndex field, std::size_t record, std::string_view text) {
        (*this)[type].set(field, record, strings_.intern(text));
    }
    /// A text field; empty where it is unknown.
    [[nodiscard]] std::string_view text(RecordType type, FieldIndex field, std::size_t record) const {
        return strings_[(*this)[type].text(field, record)];
    }

  private:
    std::array<RecordTable, record_type_count> tables_;
    Strings strings_;
};

}  // namespace fabricmap::tracing
