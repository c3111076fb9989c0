// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/record_schema.hpp"
#include "tracing/model/record_types.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace fabricmap::rules {

/// The fields that tell of a call in a record: who made it, when, and where in the source. A record may tell
/// of several calls of a process, of which a wait lies in one.
struct CallFields {
    std::size_t rank = 0;
    std::optional<std::size_t> start;   ///< none of a record of many calls
    std::optional<std::size_t> finish;  ///< none of a call of which only the start is told
    std::optional<std::size_t> place;   ///< none of a rank that is not told to have called
};

/// The calls that records of the type tell of; none of what is no call.
[[nodiscard]] const std::vector<CallFields>& call_fields_of(TypeIndex type);

/// The same of a call whose begin and end are told.
struct TimedCallFields {
    tracing::FieldIndex rank;
    tracing::FieldIndex start;
    tracing::FieldIndex finish;
    tracing::FieldIndex place;
};
[[nodiscard]] std::vector<TimedCallFields> timed_call_fields_of(tracing::RecordType type);

}  // namespace fabricmap::rules
