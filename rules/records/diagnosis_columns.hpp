// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/record_schema.hpp"
#include "rules/records/measured_map.hpp"
#include "rules/records/record_values.hpp"
#include "rules/records/text_numbers.hpp"

namespace fabricmap::rules {

/// How many records of a type the diagnosis of a map has: of a map one, of classes one a class and length.
[[nodiscard]] std::size_t diagnosis_records(const MeasuredMap& map, TypeIndex type);

[[nodiscard]] Column diagnosis_column(const MeasuredMap& map, TypeIndex type, std::size_t field,
                                      TextNumbers& texts);

}  // namespace fabricmap::rules
