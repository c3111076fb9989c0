// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fabricmap::site {

/// Of the files in a store. It grows where an older fabricmap would read them wrongly.
inline constexpr int store_version = 1;

}  // namespace fabricmap::site
