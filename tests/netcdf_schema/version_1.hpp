// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace fabricmap::testing {

/// Makes a plain file say what schema version 1 had: sentences, and none of the fields that came later.
void turn_into_version_1(const std::filesystem::path& path, const std::string& schedule,
                         const std::string& command_line);

}  // namespace fabricmap::testing
