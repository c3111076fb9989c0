// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"
#include "measuring/tester.hpp"
#include "network_test/application.hpp"
#include "network_test/options.hpp"

int main(int argument_count, char** arguments) {
    using namespace fabricmap;
    open_standard_streams();
    return run_tester({"network_test", network_test::timeouts_in, network_test::run_application},
                      argument_count, arguments);
}
