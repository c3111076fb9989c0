// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/store.hpp"

#include <map>
#include <string>

namespace fabricmap::site {

/// What the last check that measured a host said of it.
struct StoredState {
    std::string verdict;
    std::string text;
    std::string check;
    std::string when;
};

/// By the name of the host.
using StoredStates = std::map<std::string, StoredState>;

/// Reads all checks.
[[nodiscard]] StoredStates host_states_of(const Store& store);

[[nodiscard]] Json host_states_json(const StoredStates& states);
/// Throws nlohmann's exceptions where something is missing or of another type.
[[nodiscard]] StoredStates host_states_in(const Json& json);

}  // namespace fabricmap::site
