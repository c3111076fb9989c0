// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"
#include "measuring/job_options.hpp"
#include "measuring/tester.hpp"
#include "network_test/program/application.hpp"
#include "network_test/request/options.hpp"

namespace {

fabricmap::network_test::Options options_in(const std::vector<std::string>& words) {
    return fabricmap::options_or_defaults(words, fabricmap::network_test::parse_command_line);
}

}  // namespace

int main(int argument_count, char** arguments) {
    using namespace fabricmap;
    open_standard_streams();
    const auto timeouts = [](const std::vector<std::string>& words) { return options_in(words).timeouts; };
    const auto device = [](const std::vector<std::string>& words) {
        return options_in(words).memory.device();
    };
    return run_tester({"network_test", timeouts, network_test::run_application, device}, argument_count,
                      arguments);
}
