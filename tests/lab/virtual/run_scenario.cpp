// SPDX-License-Identifier: Apache-2.0
// run_scenario SCENARIO PREFIX [TESTER-OPTION...]: one run in a virtual cluster, to be killed by tests.
#include "lab/kinds/kind.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

using namespace fabricmap;
using namespace fabricmap;
using namespace fabricmap::lab;

int main(int argument_count, char** arguments) {
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    try {
        Order order{
            read_scenario(words.at(0)), words[0], words.at(1), {words.begin() + 2, words.end()}, false};
        return static_cast<int>(run_virtual(order));
    } catch (const std::exception& error) {
        fmt::print(stderr, "run_scenario: {}\n", error.what());
        return static_cast<int>(ExitCode::failure);
    }
}
