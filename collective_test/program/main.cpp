// SPDX-License-Identifier: Apache-2.0
#include "collective_test/algorithms/algorithms.hpp"
#include "collective_test/program/application.hpp"
#include "collective_test/request/options.hpp"
#include "command_line/program.hpp"
#include "measuring/job_options.hpp"
#include "measuring/tester.hpp"

namespace {

fabricmap::collective_test::Options options_in(const std::vector<std::string>& words) {
    return fabricmap::options_or_defaults(words, fabricmap::collective_test::parse_command_line);
}

}  // namespace

int main(int argument_count, char** arguments) {
    using namespace fabricmap;
    open_standard_streams();
    // The MPI library must be told before it starts.
    if (options_in(words_of(argument_count, arguments)).forces_algorithms())
        collective_test::allow_forced_algorithms();
    const auto timeouts = [](const std::vector<std::string>& words) { return options_in(words).timeouts; };
    const auto device = [](const std::vector<std::string>& words) {
        return options_in(words).memory.device();
    };
    return run_tester({"collective_test", timeouts, collective_test::run_application, device}, argument_count,
                      arguments);
}
