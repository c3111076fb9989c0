// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json_values.hpp"

#include <map>
#include <string>

namespace fabricmap::site {

/// Whether a check shows the healthy machine: what somebody decided, and why.
struct Mark {
    bool accepted = false;
    std::string when;  ///< UTC, ISO 8601
    std::string note;
};

/// By the id of the check.
using Marks = std::map<std::string, Mark>;

[[nodiscard]] inline bool is_accepted(const Marks& marks, const std::string& id) {
    const auto found = marks.find(id);
    return found != marks.end() && found->second.accepted;
}

[[nodiscard]] Json marks_json(const Marks& marks);
/// Throws nlohmann's exceptions where something is missing or of another type.
[[nodiscard]] Marks marks_of(const Json& json);

}  // namespace fabricmap::site
