// SPDX-License-Identifier: Apache-2.0
// run_simulated SCENARIO PREFIX [tester's options...]: one run, as a process that tests can start and kill.
#include "lab/kinds/kind.hpp"

#include <fmt/format.h>

int main(int argument_count, char** arguments) {
    using namespace fabricmap;
    try {
        if (argument_count < 3) throw UsageError("give a scenario and a prefix");
        const std::vector<std::string> options(arguments + 3, arguments + argument_count);
        const lab::Order order{read_scenario(arguments[1]), arguments[1], arguments[2], options, false};
        return static_cast<int>(lab::run_simulated(order));
    } catch (const Error& error) {
        fmt::print(stderr, "run_simulated: {}\n", error.what());
        return static_cast<int>(error.code());
    }
}
