// SPDX-License-Identifier: Apache-2.0
#include "collective_test/algorithms/algorithms.hpp"
#include "collective_test/application.hpp"
#include "collective_test/options.hpp"
#include "command_line/program.hpp"
#include "measuring/tester.hpp"

int main(int argument_count, char** arguments) {
    using namespace fabricmap;
    open_standard_streams();
    if (collective_test::forces_algorithms(words_of(argument_count, arguments)))
        collective_test::allow_forced_algorithms();
    return run_tester({"collective_test", collective_test::timeouts_in, collective_test::run_application},
                      argument_count, arguments);
}
