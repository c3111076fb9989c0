// SPDX-License-Identifier: Apache-2.0
#include "command_line/completion.hpp"

#include "base/installed.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace fabricmap {
namespace {

using Words = std::vector<std::string>;

/// What the words before the one that is completed lead to.
struct Position {
    const CLI::App* command;
    const CLI::Option* awaited = nullptr;  ///< whose value is next
    std::size_t arguments = 0;
    bool is_behind_options = false;
};

const CLI::Option* option_named(const CLI::App& command, const std::string& name) {
    return name.starts_with('-') ? command.get_option_no_throw(name) : nullptr;
}

const CLI::App* subcommand_named(const CLI::App& command, const std::string& name) {
    const auto found = command.get_subcommands([&](const CLI::App* one) { return one->get_name() == name; });
    return found.empty() ? nullptr : found.front();
}

Position position_behind(const CLI::App& app, const Words& words) {
    Position at{&app};
    for (const std::string& word : words) {
        if (at.awaited != nullptr) {
            at.awaited = nullptr;
        } else if (at.is_behind_options) {
            continue;
        } else if (word == "--") {
            at.is_behind_options = true;
        } else if (const CLI::Option* const option = option_named(*at.command, word)) {
            if (option->get_items_expected_max() > 0) at.awaited = option;
        } else if (const CLI::App* const below = subcommand_named(*at.command, word)) {
            at = Position{below};
        } else if (!word.starts_with('-')) {
            ++at.arguments;
        }
    }
    return at;
}

std::string line_of(std::string_view word, std::string_view what) {
    return fmt::format("{}\t{}\n", word, what.substr(0, what.find('\n')));
}

std::string option_lines(const CLI::App& command, std::string_view begin) {
    std::string lines;
    for (const CLI::Option* const option : command.get_options()) {
        if (option->get_group().empty()) continue;
        for (const std::string& name : option->get_lnames()) {
            if (("--" + name).starts_with(begin)) lines += line_of("--" + name, option->get_description());
        }
    }
    return lines;
}

std::string subcommand_lines(const CLI::App& command, std::string_view begin) {
    std::string lines;
    for (const CLI::App* const below : command.get_subcommands([](const CLI::App*) { return true; })) {
        if (below->get_name().starts_with(begin))
            lines += line_of(below->get_name(), below->get_description());
    }
    return lines;
}

/// The argument whose turn it is; one that takes several keeps it.
const CLI::Option* argument_at(const CLI::App& command, std::size_t place) {
    for (const CLI::Option* const option : command.get_options()) {
        if (!option->get_positional()) continue;
        const auto taken = static_cast<std::size_t>(std::max(option->get_items_expected_max(), 1));
        if (place < taken) return option;
        place -= taken;
    }
    return nullptr;
}

/// The words of a value, and files where it has none of its own or may be a path.
std::string value_lines(const CLI::Option* option, const ChoicesOf& choices, std::string_view begin) {
    if (option == nullptr) return {};
    const auto found = choices.find(option);
    std::string files = std::string(files_fit) + '\n';
    if (found == choices.end()) return files;
    return completion_lines(begin, found->second()) + (option->get_positional() ? files : "");
}

}  // namespace

std::string completions(const CLI::App& app, const ChoicesOf& choices, const Words& typed) {
    const std::string last = typed.empty() ? "" : typed.back();
    const Position at = position_behind(app, {typed.begin(), typed.empty() ? typed.end() : typed.end() - 1});
    if (at.awaited != nullptr) return value_lines(at.awaited, choices, last);
    if (at.is_behind_options) return std::string(files_fit) + '\n';
    if (const auto equals = last.find('='); last.starts_with("--") && equals != std::string::npos) {
        const CLI::Option* const option = option_named(*at.command, last.substr(0, equals));
        std::string lines = value_lines(option, choices, last.substr(equals + 1));
        std::string whole;
        for (const std::string& line : CLI::detail::split(lines, '\n')) {
            if (!line.empty()) whole += (line == files_fit ? "" : last.substr(0, equals + 1)) + line + '\n';
        }
        return whole;
    }
    if (last.starts_with('-')) return option_lines(*at.command, last);
    return subcommand_lines(*at.command, last) +
           value_lines(argument_at(*at.command, at.arguments), choices, last);
}

std::string completion_lines(std::string_view begin, const Words& candidates) {
    // Of a list the last word is completed.
    const std::size_t comma = begin.rfind(',');
    const std::string_view kept = begin.substr(0, comma == std::string_view::npos ? 0 : comma + 1);
    std::string lines;
    for (const std::string& word : candidates) {
        if (word.starts_with(begin.substr(kept.size())))
            lines += line_of(fmt::format("{}{}", kept, word), "");
    }
    return lines;
}

Words scenario_names() {
    Words names;
    std::error_code is_missing;
    for (const auto& file : std::filesystem::directory_iterator(scenario_folder(), is_missing))
        names.push_back(file.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

Words synthetic_names() {
    Words names = scenario_names();
    for (std::string& name : names) name.insert(0, "synthetic:");
    return names;
}

}  // namespace fabricmap
