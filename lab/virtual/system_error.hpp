// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string_view>

namespace fabricmap::lab {

/// Throws RunError with what failed and the system's reason, where a call of the system returned less than 0.
template <typename Result>
Result require(Result result, std::string_view what) {
    if (result < 0) {
        const int reason = errno;
        throw RunError(fmt::format(
            "virtual cluster: {}: {}; the virtual kind takes root, outside of a container or in a "
            "privileged one",
            what, std::strerror(reason)));
    }
    return result;
}

}  // namespace fabricmap::lab
