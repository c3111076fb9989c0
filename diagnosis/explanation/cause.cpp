// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/cause.hpp"

#include "base/mixing.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {

PairList thinned(const PairList& pairs, std::size_t max_pairs) {
    if (pairs.size() <= max_pairs) return pairs;
    PairList some;
    some.reserve(max_pairs);
    std::uint64_t state = pairs.size();
    for (std::size_t at = 0; at < max_pairs; ++at) {
        const std::size_t first = at * pairs.size() / max_pairs;
        const std::size_t end = (at + 1) * pairs.size() / max_pairs;
        some.push_back(pairs[first + draw_below(state, end - first)]);
    }
    return some;
}

float Cause::largest_effect() const {
    return effect.empty() ? 0 : *std::max_element(effect.begin(), effect.end());
}

bool is_same_part(const Cause& one, const Cause& other) {
    const auto is_link_back = [&] {
        return one.kind == CauseKind::link && other.kind == CauseKind::link &&
               one.hosts.front() == other.hosts.back() && one.hosts.back() == other.hosts.front();
    };
    return (one.hosts == other.hosts && one.others == other.others) || is_link_back();
}

}  // namespace fabricmap::diagnosis
