// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"
#include "measuring/tester.hpp"
#include "placement/replay/commands.hpp"

int main(int argument_count, char** arguments) {
    using namespace fabricmap;
    open_standard_streams();
    const auto timeouts = [](const std::vector<std::string>&) {
        return Timeouts{.timeout = std::chrono::minutes(5)};
    };
    return run_tester({"network_place", timeouts, placement::replay}, argument_count, arguments);
}
