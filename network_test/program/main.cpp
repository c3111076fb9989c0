// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"
#include "measuring/job_options.hpp"
#include "measuring/tester.hpp"
#include "network_test/program/application.hpp"
#include "network_test/request/options.hpp"

int main(int argument_count, char** arguments) {
    using namespace fabricmap;
    open_standard_streams();
    const auto timeouts = [](const std::vector<std::string>& words) {
        return options_or_defaults(words, network_test::parse_command_line).timeouts;
    };
    return run_tester({"network_test", timeouts, network_test::run_application}, argument_count, arguments);
}
