// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/check_record.hpp"

#include <filesystem>
#include <string>

namespace fabricmap::site {

/// What to write to a vendor about a host of the check: what was found with intervals, its values beside
/// those of the other hosts, what was run on what, and where the page lies. `diagnosis`: the check's
/// diagnosis.json; throws nlohmann's exceptions where something is missing in it.
[[nodiscard]] std::string ticket_text(const CheckRecord& check, const HostRecord& host, const Json& diagnosis,
                                      const std::filesystem::path& folder);

}  // namespace fabricmap::site
