// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cmath>

namespace fabricmap::diagnosis {

using Json = nlohmann::ordered_json;

/// The number, or null where it is not finite.
[[nodiscard]] inline Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

template <typename Elements, typename JsonOf>
[[nodiscard]] Json all_of(const Elements& elements, const JsonOf& json_of) {
    Json json = Json::array();
    for (const auto& element : elements) json.push_back(json_of(element));
    return json;
}

}  // namespace fabricmap::diagnosis
