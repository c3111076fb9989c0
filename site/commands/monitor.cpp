// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/reports/metrics.hpp"
#include "site/store/store.hpp"
#include "site/store/store_folder.hpp"

#include <ctime>

namespace fabricmap::site {

ExitCode write_metrics(const std::vector<std::string>& words) {
    std::filesystem::path output = standard_output;
    std::filesystem::path folder;
    Command app("Prints what the last check said of each host, as Prometheus reads it.", "fabricmap monitor");
    app.add_option("--output", output, "Write a file, which appears whole, as node_exporter reads it")
        .option_text("FILE [stdout]");
    add_store_option(app, folder);
    app.set_footer(store_exit_codes);
    if (is_answered(app, words)) return ExitCode::success;
    const Store store(store_folder(folder));
    const std::vector<CheckRecord> checks = store.records();
    const std::string text = metrics_text(checks, store.marks(), std::time(nullptr));
    if (output == standard_output) {
        print_out(text);
        return ExitCode::success;
    }
    OutputFile file(output);
    file.write(text);
    file.commit();
    return ExitCode::success;
}

}  // namespace fabricmap::site
