// SPDX-License-Identifier: Apache-2.0
#include "base/host_name.hpp"

#include <array>
#include <unistd.h>

namespace fabricmap {

std::string host_name() {
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    return name.data();
}

}  // namespace fabricmap
