// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/modes/exchange.hpp"
#include "network_test/modes/table.hpp"

#include <memory>

namespace fabricmap::network_test {

/// The exchange of modes in which all flows of a step of settings.flows carry what they can in the same time.
[[nodiscard]] std::unique_ptr<GroupExchange> make_flow_stream(const ExchangeSettings& settings);

}  // namespace fabricmap::network_test
