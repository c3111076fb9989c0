// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/vocabulary.hpp"

#include <filesystem>

namespace fabricmap::testing {

/// Expects of a file's header, as ncdump shows it, what docs/formats.md says of it. The lengths are 0, 1000,
/// ... below 10000.
void expect_published_header(const std::filesystem::path& file, Statistic statistic, Mode mode, int ranks,
                             int repeats);

}  // namespace fabricmap::testing
