// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <memory>

namespace fabricmap::viewer {

/// The clusters of an archive in place of its values: plane(k) holds the number of the cluster that each pair
/// belongs to in the range of lengths that k lies in. Numbers of different ranges have nothing to do with
/// each other. May be read from several threads.
[[nodiscard]] std::shared_ptr<const DelayStack> cluster_numbers(std::shared_ptr<const Archive> archive);

}  // namespace fabricmap::viewer
