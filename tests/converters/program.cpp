// SPDX-License-Identifier: Apache-2.0
#include "tests/converters/program.hpp"

#include "tests/command.hpp"

#include <algorithm>

namespace fabricmap::testing {

Ended run_convert(const std::vector<std::string>& arguments) {
    std::vector<std::string> words{std::string(PROGRAMS) + "/network_convert"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Outcome outcome = run(words);
    return {outcome.exit_code, outcome.out, outcome.err};
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::filesystem::path legacy_sample(const std::string& name) {
    return std::filesystem::path(SAMPLES_DIRECTORY) / "legacy" / name;
}

}  // namespace fabricmap::testing
