// SPDX-License-Identifier: Apache-2.0
#include "site/program/run_command.hpp"

#include "base/installed.hpp"
#include "base/nearest.hpp"
#include "base/quantities.hpp"
#include "base/tool_version.hpp"
#include "command_line/completion.hpp"
#include "command_line/program.hpp"
#include "site/launch/replace_by.hpp"
#include "site/program/commands.hpp"
#include "site/program/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// What the first words mean, and those behind them.
struct Meant {
    std::string program{};  ///< empty: it is carried out here
    const SiteCommand* command = nullptr;
    Words words;
};

std::optional<Meant> as_command(const Words& words) {
    for (const SiteCommand& command : all_site_commands()) {
        const Words name = split(command.name, ' ');
        if (words.size() < name.size() || !std::equal(name.begin(), name.end(), words.begin())) continue;
        Meant meant{std::string(command.program), &command, {}};
        if (!command.leading.empty()) meant.words = split(command.leading, ' ');
        meant.words.insert(meant.words.end(), words.begin() + std::ssize(name), words.end());
        return meant;
    }
    return std::nullopt;
}

/// A program beside this one by its whole name or the one without its beginning.
std::optional<Meant> as_program(const Words& words) {
    for (const std::string_view program : all_programs()) {
        if (words.front() == program || words.front() == short_name(program))
            return Meant{std::string(program), nullptr, {words.begin() + 1, words.end()}};
    }
    return std::nullopt;
}

Meant meaning_of(const Words& words) {
    if (auto meant = as_command(words)) return *std::move(meant);
    if (auto meant = as_program(words)) return *std::move(meant);
    std::vector<std::string_view> names{"help"};
    std::string typed = words.front();
    for (const SiteCommand& command : all_site_commands()) {
        names.push_back(command.name);
        const bool has_two_words = command.name.starts_with(typed + ' ');
        if (has_two_words && words.size() > 1 && typed == words.front()) typed += ' ' + words[1];
    }
    for (const std::string_view program : all_programs()) names.push_back(short_name(program));
    const std::string_view nearest = nearest_of(typed, names);
    throw UsageError(fmt::format("{}: there is no such command{}; see fabricmap --help", typed,
                                 nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
}

/// The page of a program where it is installed.
std::optional<fs::path> page_of(const std::string& program) {
    const fs::path pages = sibling_program("").parent_path().parent_path() / "share" / "man" / "man1";
    for (const char* const ending : {".1", ".1.gz"}) {
        const fs::path page = pages / (program + ending);
        if (fs::exists(page)) return page;
    }
    return std::nullopt;
}

ExitCode help(const Words& words) {
    const std::string text = words.empty()       ? help_screen()
                             : words.size() == 1 ? help_of_group(words.front())
                                                 : std::string();
    if (!text.empty()) {
        print_out(text);
        return ExitCode::success;
    }
    Meant meant = meaning_of(words);
    if (meant.program.empty()) return meant.command->carry_out({"--help"});
    const fs::path reader = "/usr/bin/man";
    const auto page = page_of(meant.program);
    if (page && fs::exists(reader)) replace_by(reader, {page->string()});
    // Of a command of that program its own help.
    if (meant.command != nullptr && !meant.words.empty() && !meant.words.front().starts_with('-'))
        replace_by(sibling_program(meant.program), {meant.words.front(), "--help"});
    replace_by(sibling_program(meant.program), {"--help"});
}

/// The words that can stand where the last of these does, as long as no command is complete.
Words command_words(const Words& typed) {
    Words found;
    for (const SiteCommand& command : all_site_commands()) {
        const Words name = split(command.name, ' ');
        const bool continues =
            name.size() >= typed.size() && std::equal(typed.begin(), typed.end() - 1, name.begin());
        if (continues) found.push_back(name.at(typed.size() - 1));
    }
    if (typed.size() > 1) return found;
    for (const std::string_view program : all_programs()) found.emplace_back(short_name(program));
    found.insert(found.end(), {"help", "--help", "--version", "--completion"});
    return found;
}

/// Behind a command its own program or function answers.
ExitCode complete(Words typed) {
    if (typed.size() > 1 && typed.front() == "help") typed.erase(typed.begin());
    Words found = command_words(typed);
    if (!found.empty()) {
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        print_out(completion_lines(typed.back(), found));
        return ExitCode::success;
    }
    const Meant meant = meaning_of(typed);
    Words words{std::string(completing)};
    words.insert(words.end(), meant.words.begin(), meant.words.end());
    if (meant.program.empty()) return meant.command->carry_out(words);
    replace_by(sibling_program(meant.program), words);
}

}  // namespace

ExitCode run_command(const Words& words) {
    if (words.empty() || words.front() == "--help" || words.front() == "-h") return help({});
    if (words.front() == "--version") {
        print_out(fmt::format("fabricmap {}\n", tool_version()));
        return ExitCode::success;
    }
    if (words.front() == "--completion" && words.size() == 2) {
        print_out(completion_script("fabricmap", words.back()));
        return ExitCode::success;
    }
    if (words.front() == completing) {
        if (words.size() == 1) return ExitCode::success;
        return complete({words.begin() + 1, words.end()});
    }
    if (words.front() == "help") return help({words.begin() + 1, words.end()});
    if (words.front().starts_with('-')) {
        throw UsageError(
            fmt::format("{}: options stand behind a command; see fabricmap --help", words.front()));
    }
    const bool asks_for_help = words.size() == 1 || words[1] == "--help" || words[1] == "-h";
    if (asks_for_help && !help_of_group(words.front()).empty()) return help({words.front()});
    const Meant meant = meaning_of(words);
    if (meant.program.empty()) return meant.command->carry_out(meant.words);
    replace_by(sibling_program(meant.program), meant.words);
}

}  // namespace fabricmap::site
