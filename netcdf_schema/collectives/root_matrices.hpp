// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"

#include <filesystem>
#include <optional>

namespace fabricmap {

/// The matrices of a file of collective operations that was measured with --roots all: element (i,j) is when
/// rank j was through with root i. "PREFIX_collectives.nc:gather" names one of several operations; without a
/// name it is the first. Nothing where the path is no such file; throws FileError where it has no such
/// matrices.
[[nodiscard]] std::optional<Run> open_root_matrices(const std::filesystem::path& path);

/// The file that such a path is read from; nothing where it is none.
[[nodiscard]] std::optional<std::filesystem::path> file_of_root_matrices(const std::filesystem::path& path);

}  // namespace fabricmap
