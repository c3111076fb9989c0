// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace fabricmap::bench {

/// Debian's package r-cran-qap has QAPLIB's files.
/// Solves every instance NAME.dat of a folder in QAPLIB's form (n, flows, distances) and compares with the
/// value of NAME.sln beside it or, of the well-known ones, the published one. An empty path: tai64c alone,
/// which its paper defines by a formula. Returns an exit code.
[[nodiscard]] int solve_qap_folder(const std::filesystem::path& folder);

}  // namespace fabricmap::bench
