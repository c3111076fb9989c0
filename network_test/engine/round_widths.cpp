// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_widths.hpp"

#include <algorithm>
#include <iterator>

namespace fabricmap::network_test {
namespace {

// Below, a message's length costs little beside its latency: all such lengths disturb alike.
constexpr std::int64_t shortest_that_differs = 128;

constexpr std::int64_t class_of_length(std::int64_t length_bytes) noexcept {
    return length_bytes < shortest_that_differs ? 0 : length_bytes;
}

}  // namespace

RoundWidths::Parts::const_iterator RoundWidths::nearest(std::int64_t length_bytes) const {
    const auto longer = parts_.upper_bound(class_of_length(length_bytes));
    return longer == parts_.begin() ? parts_.end() : std::prev(longer);
}

bool RoundWidths::is_due(std::int64_t length_bytes) const {
    const auto known = nearest(length_bytes);
    return known == parts_.end() || length_bytes >= 2 * std::max(known->first, shortest_that_differs / 2);
}

std::int64_t RoundWidths::parts_at(std::int64_t length_bytes) const {
    const auto known = nearest(length_bytes);
    return known == parts_.end() ? 1 : known->second.parts;
}

bool RoundWidths::is_undisturbed_at(std::int64_t length_bytes) const {
    const auto known = nearest(length_bytes);
    return known != parts_.end() && known->second.undisturbed;
}

void RoundWidths::settle(std::int64_t length_bytes, std::int64_t parts, bool undisturbed) {
    parts_[class_of_length(length_bytes)] = {parts, undisturbed};
    ++settled_;
}

}  // namespace fabricmap::network_test
