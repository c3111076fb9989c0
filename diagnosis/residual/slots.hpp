// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"

#include <cstddef>

namespace fabricmap::diagnosis {

/// Places on a host, numbered as its ranks are: those of the hosts that have as many ranks as most.
struct Slots {
    std::size_t count = 0;
    HostList hosts;
};

/// Hosts of more ranks than 16 are left out.
[[nodiscard]] Slots slots_of(const Machine& machine);

}  // namespace fabricmap::diagnosis
