// SPDX-License-Identifier: Apache-2.0
// Not compiled into base: for rooms that have the package nlohmann_json.
#pragma once

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <string_view>

namespace fabricmap {

using Json = nlohmann::ordered_json;

/// The number, or null where it is not finite.
[[nodiscard]] inline Json json_number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

/// What json_of(element) gives of each element.
template <typename Elements, typename JsonOf>
[[nodiscard]] Json json_list(const Elements& elements, const JsonOf& json_of) {
    Json json = Json::array();
    for (const auto& element : elements) json.push_back(json_of(element));
    return json;
}

/// Adds a text that is known: an empty one has no key.
inline void add_text(Json& json, const char* key, std::string_view text) {
    if (!text.empty()) json[key] = text;
}

/// The lines of a file. Names come from files: what is no UTF-8 in them must not cost the report.
[[nodiscard]] inline std::string json_document(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace fabricmap
