// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/completion.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// An option, argument or flag of a command, which keeps it; here is what can be set once it was added.
class CommandOption {
  public:
    /// Both belong to the command.
    CommandOption(CLI::Option& option, ChoicesOf& choices) : option_(&option), choices_(&choices) {}

    /// What --help shows as its value, with the default: "COUNT [20]".
    CommandOption option_text(std::string_view text) const;
    /// It is an error to leave it out.
    CommandOption required() const;
    /// It is refused without that other option, which was added before.
    CommandOption needs(std::string_view other) const;
    /// --help leaves it out.
    CommandOption hidden() const;
    /// A shell completes its value by these words, and by names of files where it is an argument.
    CommandOption completed_by(const Choices& choices) const;

  private:
    CLI::Option* option_;
    ChoicesOf* choices_;
};

/// A program or one of its subcommands, and the options that it takes: "-o,--output" is an option, "RUN" an
/// argument. CLI11 does the work; only this folder includes it, since each unit that does compiles its code
/// anew.
class Command {
  public:
    /// A program; `what` is what --help begins with.
    Command(std::string_view what, std::string_view name);
    ~Command() = default;
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;

    /// `value` must outlive the parsing, and keeps its value where the option is not given.
    CommandOption add_option(std::string_view names, std::string& value, std::string_view what = {});
    CommandOption add_option(std::string_view names, std::filesystem::path& value,
                             std::string_view what = {});
    /// An option that can be given several times, with one value each time, or an argument of one word or
    /// more.
    CommandOption add_option(std::string_view names, std::vector<std::string>& values,
                             std::string_view what = {});
    /// Also an empty value is stored.
    CommandOption add_option(std::string_view names, std::optional<std::string>& value,
                             std::string_view what = {});

    /// An option without a value; `is_given` must outlive the parsing, and what `on_given` refers to, too.
    CommandOption add_flag(std::string_view names, bool& is_given, std::string_view what = {});
    CommandOption add_flag(std::string_view names, const std::function<void()>& on_given,
                           std::string_view what = {});
    /// -h and --help, at this place among the options.
    void add_help();
    /// They become unknown options. A command that calls neither has them, before all others.
    void remove_help();
    /// Of a program: --version, which prints that text, and --completion.
    void add_version(const std::string& text);
    /// --config, a file of TOML that has options by their long names; those that are typed count more.
    /// Without the option `default_file` is read where it exists. Parsing throws UsageError with the file and
    /// a key that is no option.
    void add_config(const std::filesystem::path& default_file);
    /// What --help ends with.
    void set_footer(std::string_view text);

    /// This must outlive the subcommand.
    Command add_subcommand(std::string_view name, std::string_view what = {});
    /// Exactly one of them has to be given.
    void require_subcommand();
    /// One of them can be given.
    void allow_one_subcommand();
    /// Unknown words are kept instead of refused.
    void allow_extras();

    /// Parses the words, and returns the text that --help, --version or a shell's completion asks for; empty
    /// where none does.
    /// Throws UsageError "what is wrong; see PROGRAM --help", and for an option or argument whose value is
    /// empty.
    [[nodiscard]] std::string parse(const std::vector<std::string>& words);

    /// Whether the parsed words have this option, which was added.
    [[nodiscard]] bool is_given(std::string_view option) const;
    /// The name of the subcommand among the parsed words; empty where there is none.
    [[nodiscard]] std::string chosen_subcommand() const;
    /// Those of the parsed words that are unknown.
    [[nodiscard]] std::vector<std::string> extras() const;

  private:
    Command(std::shared_ptr<CLI::App> app, std::shared_ptr<ChoicesOf> choices);

    std::shared_ptr<CLI::App> app_;
    std::shared_ptr<ChoicesOf> choices_;  ///< also of the subcommands
};

}  // namespace fabricmap
