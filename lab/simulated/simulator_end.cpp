// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/simulator_end.hpp"

#include "base/remark.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

namespace fabricmap::lab {

ExitCode code_of_simulator(const ChildEnd& end, const std::string& source, const std::string& remedy,
                           bool quiet) {
    if (end.interrupted) {
        if (!quiet) remark("network_lab: ended by a signal\n");
        return ExitCode::interrupted;
    }
    if (end.signal == SIGKILL) {
        throw RunError(
            "the simulator was killed, perhaps out of memory: use fewer ranks or shorter "
            "messages");
    }
    if (end.signal != 0) {
        throw RunError(
            fmt::format("the simulator crashed ({}) on {}: {}", strsignal(end.signal), source, remedy));
    }
    if (end.code == not_started) {
        throw RunError(fmt::format("{} cannot be started: reinstall libsimgrid-dev", SIMULATOR));
    }
    return static_cast<ExitCode>(end.code);
}

}  // namespace fabricmap::lab
