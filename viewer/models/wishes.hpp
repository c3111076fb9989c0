// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/look.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::viewer {

/// The place of the length that is nearest to so many bytes.
[[nodiscard]] std::size_t nearest_length(const std::vector<std::int64_t>& lengths, std::int64_t bytes);

/// What stands in a plot over the lengths for a content that makes no curve: numbers of clusters for what the
/// archive has of the pairs, sums for what they are made of. Nothing: the content itself.
[[nodiscard]] std::optional<Content> content_of_curves(Content content);

/// Whether it can be shown only once faults were looked for.
[[nodiscard]] bool needs_diagnosis(const Choice& choice);

}  // namespace fabricmap::viewer
