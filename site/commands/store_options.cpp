// SPDX-License-Identifier: Apache-2.0
#include "site/commands/store_options.hpp"

#include "command_line/program.hpp"

namespace fabricmap::site {

void add_store_option(Command& command, std::filesystem::path& store) {
    command.add_option("--store", store, "Where checks are kept; see fabricmap check --help")
        .option_text("FOLDER [/var/lib/fabricmap]");
    command.add_help();
}

bool is_answered(Command& command, const std::vector<std::string>& words) {
    const std::string answer = command.parse(words);
    print_out(answer);
    return !answer.empty();
}

}  // namespace fabricmap::site
