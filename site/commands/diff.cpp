// SPDX-License-Identifier: Apache-2.0
#include "base/installed.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/launch/replace_by.hpp"
#include "site/store/baseline.hpp"
#include "site/store/store_folder.hpp"

#include <fmt/format.h>

namespace fabricmap::site {
namespace {

/// Where no checks are named.
std::vector<std::string> accepted_runs(const CheckRecord& check, const Store& store) {
    const Baseline baseline = baseline_for(check, store);
    if (!baseline.checks.empty()) return baseline.runs(store);
    throw UsageError(fmt::format(
        "{}: no other check that was measured like it is accepted; name the two that are to be compared",
        check.id));
}

}  // namespace

ExitCode show_difference(const std::vector<std::string>& words) {
    std::string then;
    std::string now = "last";
    std::filesystem::path folder;
    Command app("Prints what has changed from one check to another, or from the accepted ones to the last.",
                "fabricmap diff");
    app.add_option("BEFORE", then, "'last', an id, or how it begins").option_text("[the accepted ones]");
    app.add_option("AFTER", now, "The same").option_text("[last]");
    add_store_option(app, folder);
    app.set_footer(
        "Exit codes: 4 something is slower, 0 nothing is, 5 undecided, 1 failed while running, 2 usage,\n"
        "3 a file cannot be read or written.\n");
    if (is_answered(app, words)) return ExitCode::success;
    const Store store(store_to_read(folder));
    const CheckRecord after = store.record(store.find(now));
    const std::vector<std::string> before =
        then.empty() ? accepted_runs(after, store) : runs_of(store.record(store.find(then)), store);
    std::vector<std::string> diagnose = runs_of(after, store);
    diagnose.insert(diagnose.end(), {"--baseline", joined_by(before, ","), "--only", "comparison"});
    replace_by(sibling_program("network_diagnose"), diagnose);
}

}  // namespace fabricmap::site
