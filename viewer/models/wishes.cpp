// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/wishes.hpp"

#include <algorithm>
#include <cstdlib>

namespace fabricmap::viewer {

std::size_t nearest_length(const std::vector<std::int64_t>& lengths, std::int64_t bytes) {
    const auto distance = [&](std::int64_t length) { return std::abs(length - bytes); };  // both from 0 on
    const auto nearest = std::min_element(lengths.begin(), lengths.end(), [&](auto one, auto other) {
        return distance(one) < distance(other);
    });
    return static_cast<std::size_t>(nearest - lengths.begin());
}

std::optional<Content> content_of_curves(Content content) {
    if (content == Content::clusters) return Content::delay;
    if (content == Content::messages_total) return Content::messages;
    if (content == Content::bytes_total) return Content::bytes;
    return std::nullopt;
}

bool needs_diagnosis(const Choice& choice) {
    return choice.order == Order::topology || choice.content == Content::expected;
}

}  // namespace fabricmap::viewer
