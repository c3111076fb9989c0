// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/check_record.hpp"
#include "site/store/site_map.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace fabricmap::site {

/// The report of a check: verdict, hosts, faults with advice, and what it was compared with. `accepted`: how
/// many checks are, whether measured alike or not.
[[nodiscard]] std::string check_text(const CheckRecord& check, std::size_t accepted);

/// What a check that did not measure all hosts of the site has measured of it, alone and with the earlier
/// ones; empty where it has measured all.
[[nodiscard]] std::string coverage_text(const CheckRecord& check, const SiteMap& map);

/// Where it is kept, and what to do next.
[[nodiscard]] std::string kept_text(const CheckRecord& check, const std::filesystem::path& folder);

}  // namespace fabricmap::site
