// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/programs.hpp"

namespace fabricmap::testing {

/// network_viewer where there is no screen, as on a compute node. Settings are variables as env takes them.
inline Outcome view_without_display(const std::vector<std::string>& words,
                                    const std::vector<std::string>& settings = {}) {
    std::vector<std::string> all{
        "/usr/bin/env", "-u",       "DISPLAY",       "-u", "WAYLAND_DISPLAY", "-u", "QT_QPA_PLATFORM",
        "-u",           "LANGUAGE", "LC_ALL=C.UTF-8"};
    all.insert(all.end(), settings.begin(), settings.end());
    all.emplace_back(PROGRAMS "/network_viewer");
    all.insert(all.end(), words.begin(), words.end());
    return run(all);
}

/// Fails unless it ended as reported, with one line that holds the part.
inline void expect_one_line(const Outcome& outcome, int exit_code, const std::string& part) {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    EXPECT_THAT(outcome.err, ::testing::HasSubstr(part));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

}  // namespace fabricmap::testing
