// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "measuring/watch/launcher_guard.hpp"
#include "measuring/watch/roll_call.hpp"
#include "network_test/application.hpp"
#include "network_test/options.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <optional>
#include <string>
#include <vector>

using namespace fabricmap;
using namespace fabricmap::network_test;

namespace {

Watchdog::Settings settings_before_start(const std::vector<std::string>& words) {
    const Patience patience = patience_in(words);
    Watchdog::Settings settings;
    settings.program = "network_test";
    settings.simulated = is_simulated();
    settings.scope = RankBoard::Scope::job;
    settings.pair_timeout = patience.pair_timeout;
    settings.start_timeout = patience.start_timeout;
    return settings;
}

int run(const Session& session, Watchdog& watchdog, const std::vector<std::string>& words) {
    try {
        watchdog.change_settings([&](Watchdog::Settings& settings) { settings.rank = session.rank(); });
        if (!is_simulated()) call_roll(session, watchdog);
        return static_cast<int>(run_application(session, watchdog, words));
    } catch (const Error& error) {
        // All ranks have thrown it; one speaks.
        if (session.is_first()) remark(fmt::format("network_test: {}\n", error.what()));
        return static_cast<int>(error.code());
    } catch (const std::bad_alloc&) {
        remark(fmt::format(
            "network_test: rank {}: there is not enough memory; give fewer or shorter lengths, or start "
            "fewer ranks on each host\n",
            session.rank()));
        MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::failure));
    } catch (const std::exception& error) {
        remark(fmt::format("network_test: rank {}: {}\n", session.rank(), error.what()));
        MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::failure));
    }
    return static_cast<int>(ExitCode::failure);
}

}  // namespace

int main(int argument_count, char** arguments) {
    open_standard_streams();
    Watchdog::block_signals();
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    std::optional<LauncherGuard> guard;
    if (!is_simulated()) guard.emplace();
    Watchdog watchdog(settings_before_start(words));
    int code = 0;
    {
        const Session session(argument_count, arguments);
        code = run(session, watchdog, words);
    }
    watchdog.await_end_of_all();
    return code;
}
