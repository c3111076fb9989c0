// SPDX-License-Identifier: Apache-2.0
#include "site/program/help.hpp"

#include "site/program/commands.hpp"

#include <fmt/format.h>

#include <optional>

namespace fabricmap::site {
namespace {

std::string line_of(const SiteCommand& command) {
    return fmt::format("  {:<20}{}\n", command.name, command.what);
}

}  // namespace

std::string help_screen() {
    std::string text = "Usage: fabricmap COMMAND [WORDS...]     fabricmap help COMMAND\n";
    std::optional<Purpose> last;
    for (const SiteCommand& command : all_site_commands()) {
        if (command.purpose != last) text += fmt::format("\n{}\n", question_of(command.purpose));
        last = command.purpose;
        text += line_of(command);
    }
    return text +
           "\n  -h,--help           print this\n  --version           print the version\n"
           "  --completion SHELL  print a script that completes words in bash, zsh or fish\n"
           "\nEvery program of the toolkit is a command, too: fabricmap viewer is network_viewer.\n"
           "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written,\n"
           "4 faults were found, 5 undecided, 130 interrupted.\n";
}

std::string help_of_group(const std::string& word) {
    std::string text;
    for (const SiteCommand& command : all_site_commands()) {
        if (command.name.starts_with(word + ' ')) text += line_of(command);
    }
    return text.empty() ? text : fmt::format("Usage: fabricmap {} WHAT [WORDS...]\n\n{}", word, text);
}

}  // namespace fabricmap::site
