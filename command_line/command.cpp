// SPDX-License-Identifier: Apache-2.0
#include "command_line/command.hpp"

#include "base/errors.hpp"
#include "base/nearest.hpp"
#include "base/quantities.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricmap {
namespace {

constexpr std::string_view completion_option = "--completion";

/// The short one where there is one, as other messages have it.
std::string name_of(const CLI::Option& option) {
    return option.get_snames().empty() ? option.get_name(false, false) : "-" + option.get_snames().front();
}

/// As from a script whose variable is not set.
void refuse_empty_values(const CLI::App& app) {
    for (const CLI::Option* const option : app.get_options()) {
        const auto& values = option->results();
        if (std::find(values.begin(), values.end(), "") == values.end()) continue;
        throw UsageError(
            fmt::format("{}: it is empty; give a value, or remove the option", name_of(*option)));
    }
    for (const CLI::App* const command : app.get_subcommands()) refuse_empty_values(*command);
}

/// "network_trace record": what was being read, whose help has the options.
std::string command_read(const CLI::App& app) {
    std::string name = app.get_name();
    for (const CLI::App* const command : app.get_subcommands()) name += ' ' + command_read(*command);
    return name;
}

/// The options of the command that is read: "--length".
std::vector<std::string> options_read(const CLI::App& app) {
    const auto commands = app.get_subcommands();
    if (!commands.empty()) return options_read(*commands.front());
    std::vector<std::string> names;
    for (const CLI::Option* const option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

/// The nearest option, else the few whose names have the word in them, as --slurm-drain has --drain: with
/// "or".
std::string option_meant(const std::string& word, const std::vector<std::string>& names) {
    const std::string stem = word.substr(std::min(word.find_first_not_of('-'), word.size()));
    std::vector<std::string_view> views(names.begin(), names.end());
    if (const std::string_view nearest = nearest_of("--" + stem, views); !nearest.empty())
        return std::string(nearest);
    constexpr std::size_t short_stem = 3;
    constexpr std::size_t few = 3;
    std::erase_if(views, [&](std::string_view name) { return name.find(stem) == std::string_view::npos; });
    return stem.size() > short_stem && views.size() <= few ? joined_by(views, "' or '") : std::string();
}

/// What is wrong with the first word that is no option, with the one that may be meant; empty where all are.
std::string unknown_option_text(const CLI::App& app) {
    if (app.get_allow_extras()) return {};
    for (const std::string& word : app.remaining(true)) {
        const std::string name = word.substr(0, word.find('='));
        const bool is_option = name.size() > 1 && name.front() == '-';
        const std::string meant = option_meant(name, options_read(app));
        // A word alone, such as help, may stand for an option of its own.
        if (!is_option && meant != "--" + name) continue;
        return fmt::format("{}: there is no such option{}", name,
                           meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
    }
    return {};
}

/// Where the first word stands for no command of a program that has some; empty where it does.
std::string unknown_command_text(const CLI::App& app, const std::vector<std::string>& words) {
    const std::vector<std::string> remaining = app.remaining();
    if (words.empty() || remaining.empty() || remaining.front() != words.front()) return {};
    const std::string& word = words.front();
    std::vector<std::string_view> names;
    for (const CLI::App* const command : app.get_subcommands([](const CLI::App* /*any*/) { return true; }))
        names.push_back(command->get_name());
    if (names.empty() || word.starts_with('-')) return {};
    return fmt::format("{}: there is no such command{}", word, suggestion(word, names));
}

/// That is being read.
std::string config_file_of(const CLI::App& app) {
    const CLI::Option* const option = app.get_config_ptr();
    return option->count() > 0 ? option->results().front() : option->get_default_str();
}

std::string what_is_wrong(const CLI::ConfigError& error) {
    constexpr std::string_view before_key = "INI was not able to parse ";
    const std::string_view text = error.what();
    if (!text.starts_with(before_key)) return std::string(text);
    std::string_view key = text.substr(before_key.size());
    constexpr std::string_view begin_of_section = ".++";
    if (!key.ends_with(begin_of_section)) return fmt::format("there is no option '{}'", key);
    key.remove_suffix(begin_of_section.size());
    return fmt::format("there is no section '{}', options stand without one", key);
}

}  // namespace

CommandOption CommandOption::option_text(std::string_view text) const {
    option_->option_text(std::string(text));
    return *this;
}

CommandOption CommandOption::required() const {
    option_->required();
    return *this;
}

CommandOption CommandOption::needs(std::string_view other) const {
    option_->needs(std::string(other));
    return *this;
}

CommandOption CommandOption::hidden() const {
    option_->group("");
    return *this;
}

CommandOption CommandOption::completed_by(const Choices& choices) const {
    (*choices_)[option_] = choices;
    return *this;
}

Command::Command(std::string_view what, std::string_view name)
    : app_(std::make_shared<CLI::App>(std::string(what), std::string(name))),
      choices_(std::make_shared<ChoicesOf>()) {}

Command::Command(std::shared_ptr<CLI::App> app, std::shared_ptr<ChoicesOf> choices)
    : app_(std::move(app)), choices_(std::move(choices)) {}

CommandOption Command::add_option(std::string_view names, std::string& value, std::string_view what) {
    return {*app_->add_option(std::string(names), value, std::string(what)), *choices_};
}

CommandOption Command::add_option(std::string_view names, std::filesystem::path& value,
                                  std::string_view what) {
    return {*app_->add_option(std::string(names), value, std::string(what)), *choices_};
}

CommandOption Command::add_option(std::string_view names, std::vector<std::string>& values,
                                  std::string_view what) {
    CLI::Option& option = *app_->add_option(std::string(names), values, std::string(what));
    // CLI11 would take the arguments behind its value for further values.
    if (!option.get_positional()) option.expected(1)->allow_extra_args(false)->take_all();
    return {option, *choices_};
}

CommandOption Command::add_option(std::string_view names, std::optional<std::string>& value,
                                  std::string_view what) {
    // CLI11 itself takes an empty word for one that was left out.
    const auto store = [&value](const std::string& word) { value = word; };
    return {*app_->add_option_function<std::string>(std::string(names), store, std::string(what)), *choices_};
}

CommandOption Command::add_flag(std::string_view names, bool& is_given, std::string_view what) {
    return {*app_->add_flag(std::string(names), is_given, std::string(what)), *choices_};
}

CommandOption Command::add_flag(std::string_view names, const std::function<void()>& on_given,
                                std::string_view what) {
    return {*app_->add_flag_callback(std::string(names), on_given, std::string(what)), *choices_};
}

void Command::add_help() {
    app_->set_help_flag("-h,--help", "Print this help");
}

void Command::remove_help() {
    app_->set_help_flag();
}

void Command::add_version(const std::string& text) {
    app_->set_version_flag("--version", text, "Print the versions");
    const auto refuse = [](const std::string&) {
        throw UsageError("--completion: give it and a shell alone");
    };
    app_->add_option_function<std::string>(std::string(completion_option), refuse,
                                           "Print a script that completes words in bash, zsh or fish")
        ->option_text("SHELL");
}

void Command::add_config(const std::filesystem::path& default_file) {
    app_->set_config("--config", default_file, "Read options from this file, such as: preset = \"quick\"")
        ->option_text(fmt::format("FILE [{}]", default_file.string()));
    app_->allow_config_extras(CLI::config_extras_mode::error);
}

void Command::set_footer(std::string_view text) {
    app_->footer(std::string(text));
}

Command Command::add_subcommand(std::string_view name, std::string_view what) {
    return {app_->get_subcommand_ptr(app_->add_subcommand(std::string(name), std::string(what))), choices_};
}

void Command::require_subcommand() {
    app_->require_subcommand(1);
}

void Command::allow_one_subcommand() {
    app_->require_subcommand(0, 1);
}

void Command::allow_extras() {
    app_->allow_extras();
}

std::string Command::parse(const std::vector<std::string>& words) {
    if (!words.empty() && words.front() == completing)
        return completions(*app_, *choices_, {words.begin() + 1, words.end()});
    if (words.size() == 2 && words.front() == completion_option)
        return completion_script(app_->get_name(), words.back());
    try {
        app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));
        refuse_empty_values(*app_);
    } catch (const CLI::CallForHelp&) {
        return app_->help();
    } catch (const CLI::CallForVersion& version) {
        return std::string(version.what()) + "\n";
    } catch (const CLI::ConfigError& error) {
        throw UsageError(fmt::format("{}: {}; see {} --help", config_file_of(*app_), what_is_wrong(error),
                                     command_read(*app_)));
    } catch (const CLI::FileError& error) {
        throw FileError(fmt::format("--config: {}", error.what()));
    } catch (const CLI::ParseError& error) {
        // Which may be why something else is missing.
        std::string unknown = unknown_option_text(*app_);
        if (unknown.empty()) unknown = unknown_command_text(*app_, words);
        throw UsageError(
            fmt::format("{}; see {} --help", unknown.empty() ? error.what() : unknown, command_read(*app_)));
    }
    return {};
}

bool Command::is_given(std::string_view option) const {
    return app_->count(std::string(option)) > 0;
}

std::string Command::chosen_subcommand() const {
    const auto chosen = app_->get_subcommands();
    return chosen.empty() ? std::string() : chosen.front()->get_name();
}

std::vector<std::string> Command::extras() const {
    return app_->remaining();
}

}  // namespace fabricmap
