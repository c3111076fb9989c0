// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/reports/ticket_text.hpp"
#include "site/store/store.hpp"
#include "site/store/store_folder.hpp"

#include <fmt/format.h>

namespace fabricmap::site {

ExitCode write_ticket(const std::vector<std::string>& words) {
    std::string host_name;
    std::string word = "last";
    std::filesystem::path folder;
    Command app(
        "Prints what to write to the vendor of a host: what was found, its numbers, and what was run.",
        "fabricmap ticket");
    app.add_option("HOST", host_name, "One of the hosts that were measured").required();
    app.add_option("CHECK", word, "'last', an id, or how it begins").option_text("[last]");
    add_store_option(app, folder);
    app.set_footer(store_exit_codes);
    if (is_answered(app, words)) return ExitCode::success;
    const Store store(store_to_read(folder));
    const CheckRecord check = store.record(store.find(word));
    const HostRecord* const host = check.find_host(host_name);
    if (host == nullptr) {
        throw UsageError(fmt::format(
            "{}: the check {} has not measured this host; fabricmap history {} lists those that have",
            host_name, check.id, host_name));
    }
    const std::filesystem::path path = store.folder_of(check.id) / "diagnosis.json";
    const auto diagnosis = json_in(path);
    if (!diagnosis)
        throw FileError(fmt::format("{}: there is no such file; the check is not whole", path.string()));
    try {
        print_out(ticket_text(check, *host, *diagnosis, store.folder_of(check.id)));
    } catch (const Json::exception& error) {
        throw FileError(fmt::format("{}: it is damaged ({})", path.string(), error.what()));
    }
    return ExitCode::success;
}

}  // namespace fabricmap::site
