// SPDX-License-Identifier: Apache-2.0
#include "measuring/tester.hpp"

#include "base/remark.hpp"
#include "measuring/memory/device.hpp"
#include "measuring/mpi/reachability.hpp"
#include "measuring/mpi/roll_call.hpp"
#include "measuring/watch/launcher_guard.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <optional>

namespace fabricmap {
namespace {

Watchdog::Settings settings_before_start(const Tester& tester, const Timeouts& timeouts) {
    Watchdog::Settings settings;
    settings.program = tester.name;
    settings.simulated = is_simulated();
    settings.scope = RankBoard::Scope::job;
    settings.timeout = timeouts.timeout;
    settings.start_timeout = timeouts.start_timeout;
    return settings;
}

int run_session(const Tester& tester, const Session& session, Watchdog& watchdog,
                const std::vector<std::string>& words) {
    try {
        watchdog.change_settings([&](Watchdog::Settings& settings) { settings.rank = session.rank(); });
        if (!is_simulated()) call_roll(session, watchdog);
        std::optional<Reachability> reachability;
        if (!is_simulated()) reachability.emplace(watchdog);
        return static_cast<int>(tester.run(session, watchdog, words));
    } catch (const Error& error) {
        // All ranks have thrown it; one prints it.
        if (session.is_first()) remark(fmt::format("{}: {}\n", tester.name, error.what()));
        return static_cast<int>(error.code());
    } catch (const std::bad_alloc&) {
        remark(
            fmt::format("{}: rank {}: out of memory; give fewer or shorter lengths, or start "
                        "fewer ranks on each host\n",
                        tester.name, session.rank()));
        MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::failure));
    } catch (const std::exception& error) {
        remark(fmt::format("{}: rank {}: {}\n", tester.name, session.rank(), error.what()));
        MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::failure));
    }
    return static_cast<int>(ExitCode::failure);
}

}  // namespace

int run_tester(const Tester& tester, int argument_count, char** arguments) {
    Watchdog::block_signals();
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    std::optional<LauncherGuard> guard;
    if (!is_simulated()) guard.emplace();
    Watchdog watchdog(settings_before_start(tester, tester.timeouts(words)));
    if (tester.device != nullptr) open_device_before_start(tester.device(words));
    int code = 0;
    {
        const Session session(argument_count, arguments);
        code = run_session(tester, session, watchdog, words);
    }
    watchdog.await_end_of_all();
    return code;
}

}  // namespace fabricmap
