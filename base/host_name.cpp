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

std::string without_domain(const std::string& host) {
    std::string name = host.substr(0, host.find('.'));
    return name.find_first_not_of("0123456789") == std::string::npos ? host : name;
}

}  // namespace fabricmap
