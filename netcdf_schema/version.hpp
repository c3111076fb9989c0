// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fabricmap {

/// The text of `--version`: a line with the program and version, one with the schema version, then the
/// libraries: NetCDF, Eigen and those given, each a whole line such as "Open MPI 4.1.4".
[[nodiscard]] std::string version_text(std::string_view program, std::string_view further_libraries = {});

}  // namespace fabricmap
