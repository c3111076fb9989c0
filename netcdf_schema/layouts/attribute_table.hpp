// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/netcdf_file.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <array>
#include <span>
#include <string>
#include <variant>

namespace fabricmap {

/// A field of `Facts` that lies in a file as the global attribute of that name. Private to this room.
template <typename Facts>
struct Attribute {
    const char* name;
    std::variant<std::string Facts::*, double Facts::*, std::int64_t Facts::*, Interference Facts::*> field;
};

/// Writes all fields of the table but empty texts.
template <typename Facts, std::size_t count>
void put_fields(const NetcdfFile& file, const std::array<Attribute<Facts>, count>& table,
                const Facts& facts) {
    struct Put {
        const NetcdfFile& file;
        const char* name;
        void operator()(const std::string& text) const {
            if (!text.empty()) file.put_attribute(name, text);
        }
        void operator()(double value) const { file.put_attribute(name, value); }
        void operator()(std::int64_t value) const { file.put_attribute(name, value); }
        void operator()(const Interference& value) const {
            const std::array values{value.inflation, value.low, value.high};
            file.put_attribute(name, std::span<const double>(values));
        }
    };
    for (const auto& [name, field] : table)
        std::visit([&, name = name](auto member) { Put{file, name}(facts.*member); }, field);
}

/// Reads all fields of the table. Where a file lacks one, a text is empty, a double NaN, and others stay.
template <typename Facts, std::size_t count>
void read_fields(const NetcdfFile& file, const std::array<Attribute<Facts>, count>& table, Facts& facts) {
    struct Read {
        const NetcdfFile& file;
        const char* name;
        void operator()(std::string& text) const { text = file.text_attribute(name).value_or(""); }
        void operator()(double& value) const { value = file.number_attribute(name); }
        void operator()(std::int64_t& value) const { value = file.integer_attribute(name).value_or(value); }
        void operator()(Interference& value) const {
            const std::vector<double> values = file.numbers_attribute(name);
            if (values.size() == 3) value = {values[0], values[1], values[2]};
        }
    };
    for (const auto& [name, field] : table)
        std::visit([&, name = name](auto member) { Read{file, name}(facts.*member); }, field);
}

}  // namespace fabricmap
