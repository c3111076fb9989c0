// SPDX-License-Identifier: Apache-2.0
#include "base/shell_words.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace fabricmap {
namespace {

/// What a shell makes of the words, each ended by a '|'.
std::string read_by_a_shell(const std::string& words) {
    std::string read;
    FILE* const pipe = popen(("printf '%s|' " + words).c_str(), "r");
    for (int character = fgetc(pipe); character != EOF; character = fgetc(pipe))
        read += static_cast<char>(character);
    pclose(pipe);
    return read;
}

TEST(ShellCommand, IsReadBackByAShell) {
    const std::vector<std::string> words{"-f",   "monday night", "--lengths", "0,64K",
                                         "it's", "$HOME;ls",     "",          "*"};
    std::string expected = "network_test|";
    for (const std::string& word : words) expected += word + '|';
    EXPECT_EQ(read_by_a_shell(shell_command("network_test", words)), expected);
}

TEST(ShellCommand, QuotesNothingThatStandsForItself) {
    EXPECT_EQ(shell_command("network_test", {"-f", "a/b-c.nc", "--precision", "2%", "-n=3"}),
              "network_test -f a/b-c.nc --precision 2% -n=3");
}

}  // namespace
}  // namespace fabricmap
