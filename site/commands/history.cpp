// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/reports/history_text.hpp"
#include "site/store/store.hpp"
#include "site/store/store_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace fabricmap::site {
namespace {

struct HistoryOptions {
    std::string host;
    bool json = false;
    bool csv = false;
    std::filesystem::path store;
};

/// Nothing where the words ask for help, which is printed.
std::optional<HistoryOptions> parse_history_words(const std::vector<std::string>& words) {
    HistoryOptions options;
    Command app("Prints a line for each check, the oldest first; with a host, what it was in each.",
                "fabricmap history");
    app.add_option("HOST", options.host, "One of the hosts that were measured");
    app.add_flag("--json", options.json, "As JSON, in SI units");
    app.add_flag("--csv", options.csv, "As CSV, in SI units");
    add_store_option(app, options.store);
    app.set_footer(store_exit_codes);
    if (is_answered(app, words)) return std::nullopt;
    if (options.json && options.csv) throw UsageError("--json and --csv: give one of them");
    return options;
}

}  // namespace

ExitCode show_history(const std::vector<std::string>& words) {
    const auto options = parse_history_words(words);
    if (!options) return ExitCode::success;
    const Store store(store_to_read(options->store));
    const std::vector<CheckRecord> checks = store.records();
    if (checks.empty())
        remark(fmt::format("fabricmap: {}: there is no check yet\n", store.folder().string()));
    const HistoryForm form = options->json  ? HistoryForm::json
                             : options->csv ? HistoryForm::csv
                                            : HistoryForm::table;
    if (options->host.empty()) {
        print_out(history_text(checks, store.marks(), form));
        return ExitCode::success;
    }
    const bool is_known = std::any_of(checks.begin(), checks.end(), [&](const CheckRecord& check) {
        return check.find_host(options->host) != nullptr;
    });
    if (!is_known)
        throw UsageError(
            fmt::format("{}: no check in {} has measured this host", options->host, store.folder().string()));
    print_out(host_history_text(options->host, checks, store.marks(), form));
    return ExitCode::success;
}

}  // namespace fabricmap::site
