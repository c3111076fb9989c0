// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fabricmap::testing {

/// A file with something wrong in it, and what that is.
struct Damaged {
    std::string what;  ///< "cut_after_64", part of a file's name
    std::string bytes;
};

/// Twenty ways to damage a file: cut at many lengths, single bytes changed, mostly where headers are, parts
/// overwritten, bytes appended. The same for the same bytes.
[[nodiscard]] std::vector<Damaged> twenty_damaged(const std::string& whole);

}  // namespace fabricmap::testing
