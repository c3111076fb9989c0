// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/cause.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {

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
