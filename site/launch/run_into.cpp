// SPDX-License-Identifier: Apache-2.0
#include "site/launch/run_into.hpp"

#include "site/launch/child.hpp"

namespace fabricmap::site {

int run_into(const std::filesystem::path& file, const std::vector<std::string>& words,
             std::chrono::seconds limit) {
    std::vector<std::string> shell{"/bin/sh", "-c", R"(to=$0; exec "$@" >"$to")", file};
    shell.insert(shell.end(), words.begin(), words.end());
    return Child(shell, Child::Output::dropped).wait(limit);
}

}  // namespace fabricmap::site
