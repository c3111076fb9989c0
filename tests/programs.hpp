// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// Runs a program of the toolkit to its end.
inline Outcome run_program(const std::string& program, std::vector<std::string> words) {
    words.insert(words.begin(), std::string(PROGRAMS) + "/" + program);
    return run(words);
}

/// The words for network_lab that write a synthetic run, with options as network_test has them.
inline std::vector<std::string> words_of_synthetic(const std::string& scenario, const std::string& prefix,
                                                   const std::vector<std::string>& options = {}) {
    std::vector<std::string> words{"run", scenario, "--kind", "synthetic", "--quiet", "-f", prefix, "--"};
    words.insert(words.end(), options.begin(), options.end());
    return words;
}

inline Outcome write_synthetic(const std::string& scenario, const std::string& prefix,
                               const std::vector<std::string>& options = {}) {
    return run_program("network_lab", words_of_synthetic(scenario, prefix, options));
}

/// What a user may type wrongly, the exit code, and a part of the one line that says so.
struct Refused {
    std::vector<std::string> words;
    int code;
    std::string part;
};

inline void expect_refused(const std::string& program, const Refused& wrong) {
    const Outcome outcome = run_program(program, wrong.words);
    EXPECT_EQ(outcome.exit_code, wrong.code) << outcome.err;
    EXPECT_THAT(outcome.err, ::testing::HasSubstr(wrong.part));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

}  // namespace fabricmap::testing
