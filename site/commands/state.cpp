// SPDX-License-Identifier: Apache-2.0
#include "base/host_name.hpp"
#include "base/utf8.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/store/host_states.hpp"
#include "site/store/read_in_time.hpp"
#include "site/store/store_folder.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

namespace fabricmap::site {
namespace {

constexpr std::chrono::seconds patience_with_store{2};

/// As Slurm calls this node where it asks, else as the system does.
std::string own_name() {
    const char* const node = std::getenv("SLURMD_NODENAME");
    return node != nullptr && *node != '\0' ? node : host_name();
}

/// What is known of the host; nothing where nobody measured it.
std::optional<StoredState> state_in(const StoredStates& states, const std::string& host) {
    const auto found = states.find(host);
    if (found != states.end()) return found->second;
    for (const auto& [name, state] : states) {
        if (without_domain(name) == without_domain(host)) return state;
    }
    return std::nullopt;
}

/// Nothing as well where the file is damaged: what asks this must not drain a host for it.
std::optional<StoredState> state_of(const std::string& text, const std::string& host) {
    try {
        return state_in(host_states_in(Json::parse(text)), host);
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

}  // namespace

ExitCode show_state(const std::vector<std::string>& words) {
    std::string host = own_name();
    std::filesystem::path folder;
    Command app(
        "Prints what the last check that measured a host said of it. Reads one small file, and waits two "
        "seconds for it at most.",
        "fabricmap state");
    app.add_option("HOST", host, "A host").option_text("[this one]");
    add_store_option(app, folder);
    app.set_footer(
        "Exit codes: 4 a fault lies in the host, 0 none was found or nothing is known, 2 usage.\n");
    if (is_answered(app, words)) return ExitCode::success;
    const auto text = read_in_time(store_folder(folder) / hosts_file, patience_with_store);
    const auto state = text ? state_of(*text, host) : std::nullopt;
    if (!state) {
        print_out(fmt::format("{}: unknown\n", host));
        return ExitCode::success;
    }
    print_out(fmt::format("{}: {}{}{} (check {})\n", host, state->verdict, state->text.empty() ? "" : ": ",
                          printable(state->text), state->check));
    return state->verdict == name_of(HostVerdict::faulty) ? ExitCode::faults_found : ExitCode::success;
}

}  // namespace fabricmap::site
