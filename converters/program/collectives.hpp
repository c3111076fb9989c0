// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/conversion/options.hpp"

#include <filesystem>
#include <optional>

namespace fabricmap::converters {

/// The file of collective operations that the input stands for, where its times are asked for: as text, CSV
/// or JSON. Other formats take its matrices, as those do where an operation is named.
[[nodiscard]] std::optional<std::filesystem::path> collectives_to_convert(const Options& options);

/// A row for each cell. Throws UsageError for options that choose among pairs.
void convert_collectives(const std::filesystem::path& file, const Options& options);

}  // namespace fabricmap::converters
