// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/command.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

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
};

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

    /// `this` must outlive the parsing.
    void declare(Command& app) {
        for (std::size_t k = 0; k < count; ++k) {
            const OptionRow<Options>& row = rows_.at(k);
            std::optional<std::string>& word = words_.at(k);
            if (row.flag != nullptr) {
                app.add_flag(row.names, options_.*row.flag, row.what);
            } else if (row.value == nullptr) {
                app.add_flag(
                    row.names, [&word] { word.emplace(); }, row.what);
            } else {
                app.add_option(row.names, word, row.what).option_text(row.value);
            }
        }
    }

    void read() const {
        for (std::size_t k = 0; k < count; ++k) {
            if (const auto& word = words_.at(k)) rows_.at(k).read(*word, options_);
        }
    }

  private:
    const Rows& rows_;
    Options& options_;
    std::array<std::optional<std::string>, count> words_;
};

}  // namespace fabricmap
