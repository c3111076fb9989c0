// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// How a program ended; 128 + the signal as the code where a signal ended it.
struct Ended {
    int code = -1;
    std::string output;
    std::string errors;
};

/// Runs network_convert with these arguments and an empty stdin.
Ended run_convert(const std::vector<std::string>& arguments);

/// The names in a folder, in order.
std::vector<std::string> names_in(const std::filesystem::path& folder);

/// SAMPLES/legacy/...
std::filesystem::path legacy_sample(const std::string& name);

}  // namespace fabricmap::testing
