// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/store/store_folder.hpp"
#include "site/store/store_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace fabricmap::site {

ExitCode prune_checks(const std::vector<std::string>& words) {
    std::string keep = "30";
    std::filesystem::path folder;
    Command app("Removes checks but the last ones and those that are accepted.", "fabricmap prune");
    app.add_option("--keep", keep, "How many of the last checks stay, accepted or not")
        .option_text("COUNT [30]");
    add_store_option(app, folder);
    app.set_footer(store_exit_codes);
    if (is_answered(app, words)) return ExitCode::success;
    const auto kept = read_count(keep, "--keep", 0, "checks");
    const Store store(store_to_read(folder));
    const StoreWriter writer(store, "prune");
    std::vector<std::string> ids = store.checks();
    const Marks marks = store.marks();
    ids.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, std::ssize(ids) - kept)));
    std::erase_if(ids, [&](const std::string& id) { return is_accepted(marks, id); });
    for (const std::string& id : ids) writer.remove(id);
    print_out(fmt::format("{} removed\n", counted(std::ssize(ids), "check")));
    return ExitCode::success;
}

}  // namespace fabricmap::site
