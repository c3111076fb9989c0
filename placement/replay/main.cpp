// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"
#include "measuring/tester.hpp"
#include "placement/replay/commands.hpp"
#include "placement/replay/options.hpp"

namespace {

fabricmap::Timeouts timeouts_in(const std::vector<std::string>& words) {
    try {
        return fabricmap::placement::parse_replay_options(words).timeouts;
    } catch (const fabricmap::Error&) {
        return fabricmap::placement::ReplayOptions().timeouts;
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    using namespace fabricmap;
    open_standard_streams();
    return run_tester({"network_place", timeouts_in, placement::replay}, argument_count, arguments);
}
