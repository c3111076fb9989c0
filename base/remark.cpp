// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"

#include <cstdio>

namespace fabricmap {

void remark(std::string_view text) noexcept {
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
    (void)std::fflush(stderr);
}

}  // namespace fabricmap
