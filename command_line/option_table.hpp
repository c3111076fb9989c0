// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/command.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap {

/// A line of --help, and what the option changes.
template <typename Options>
struct OptionRow {
    const char* names;
    const char* value;  ///< for --help; null for a flag
    const char* what;
    /// Throws UsageError that names the option, the word and the remedy. The word of a flag is empty.
    void (*read)(const std::string& word, Options& to) = nullptr;
    bool Options::*flag = nullptr;  ///< instead
    bool is_required = false;
    bool is_repeated = false;                         ///< may be given several times; each word is read
    bool is_hidden = false;                           ///< from --help
    std::vector<std::string> (*choices)() = nullptr;  ///< what a shell completes its value by; else files

    /// The row with those.
    [[nodiscard]] constexpr OptionRow completed_by(std::vector<std::string> (*words)()) const {
        OptionRow row = *this;
        row.choices = words;
        return row;
    }
};

/// The word as it is, of a text or a path.
template <auto member, typename Options>
void keep_word(const std::string& word, Options& to) {
    to.*member = word;
}

/// The options of a program, a row each. The words that were typed are read only when all of them are known,
/// in the order of the rows.
template <typename Options, std::size_t count>
class OptionTable {
  public:
    using Rows = std::array<OptionRow<Options>, count>;

    /// Both must outlive it.
    OptionTable(const Rows& rows, Options& options) : rows_(rows), options_(options) {}
    ~OptionTable() = default;
    OptionTable(const OptionTable&) = delete;
    OptionTable& operator=(const OptionTable&) = delete;

    /// `this` must outlive the parsing. All of them are refused without the option `needed`, where one is
    /// named.
    void declare(Command& app, const char* needed = nullptr) {
        for (std::size_t k = 0; k < count; ++k) {
            const CommandOption option = declare_row(app, k);
            if (needed != nullptr) option.needs(needed);
            if (rows_.at(k).is_required) option.required();
            if (rows_.at(k).is_hidden) option.hidden();
            if (rows_.at(k).choices != nullptr) option.completed_by(rows_.at(k).choices);
        }
    }

    void read() const {
        for (std::size_t k = 0; k < count; ++k) {
            if (const auto& word = words_.at(k)) rows_.at(k).read(*word, options_);
            for (const std::string& word : repeated_.at(k)) rows_.at(k).read(word, options_);
        }
    }

  private:
    CommandOption declare_row(Command& app, std::size_t k) {
        const OptionRow<Options>& row = rows_.at(k);
        if (row.flag != nullptr) return app.add_flag(row.names, options_.*row.flag, row.what);
        std::optional<std::string>& word = words_.at(k);
        if (row.value == nullptr) {
            return app.add_flag(
                row.names, [&word] { word.emplace(); }, row.what);
        }
        return (row.is_repeated ? app.add_option(row.names, repeated_.at(k), row.what)
                                : app.add_option(row.names, word, row.what))
            .option_text(std::string(row.value) + (row.is_required ? " REQUIRED" : ""));
    }

    const Rows& rows_;
    Options& options_;
    std::array<std::optional<std::string>, count> words_;
    std::array<std::vector<std::string>, count> repeated_;
};

}  // namespace fabricmap
