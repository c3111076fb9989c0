// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fabricmap::tracing {

/// How many programs and libraries have been loaded so far.
[[nodiscard]] unsigned long long count_of_loaded_modules() noexcept;

/// Those that are loaded, a line each: "base end build-id path", numbers in hexadecimal, "-" without build
/// id.
[[nodiscard]] std::string describe_modules();

}  // namespace fabricmap::tracing
