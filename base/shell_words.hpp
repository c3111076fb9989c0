// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// The word as a shell reads it back: between quotes where it has more than letters, digits and signs that
/// stand for themselves.
[[nodiscard]] inline std::string shell_word(std::string_view word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
    std::string quoted = "'";
    for (const char character : word) {
        if (character == '\'') {
            quoted += "'\\''";
        } else {
            quoted += character;
        }
    }
    return quoted + '\'';
}

/// A program and its words, as they are typed.
[[nodiscard]] inline std::string shell_command(std::string_view program,
                                               const std::vector<std::string>& words) {
    std::string command(program);
    for (const std::string& word : words) command += ' ' + shell_word(word);
    return command;
}

}  // namespace fabricmap
