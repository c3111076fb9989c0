// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"
#include "netcdf_schema/remark.hpp"
#include "network_test/application.hpp"
#include "network_test/engine/watchdog.hpp"

#include <fmt/format.h>

#include <exception>
#include <string>
#include <vector>

using namespace fabricmap;
using namespace fabricmap::network_test;

int main(int argument_count, char** arguments) {
    open_standard_streams();
    Watchdog::block_signals();
    const Session session(argument_count, arguments);
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    try {
        return static_cast<int>(run_application(session, words));
    } catch (const Error& error) {
        // All ranks have thrown it; one speaks.
        if (session.is_first()) remark(fmt::format("network_test: {}\n", error.what()));
        return static_cast<int>(error.code());
    } catch (const std::exception& error) {
        remark(fmt::format("network_test: rank {}: {}\n", session.rank(), error.what()));
        MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::failure));
    }
    return static_cast<int>(ExitCode::failure);
}
