// SPDX-License-Identifier: Apache-2.0
// What single words of several programs say. Each throws UsageError that names the option, the word and the
// remedy.
#pragma once

#include "netcdf_schema/run/message_memory.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fabricmap {

/// A fraction above 0 and below 1: "2%", "0.02".
[[nodiscard]] double read_precision(std::string_view word);

/// Whole seconds, minutes or hours, a week at most: "90s", "2m", "1h"; a bare number is seconds.
[[nodiscard]] std::chrono::seconds read_duration(std::string_view word, std::string_view option);

/// What --exclude-hosts says: one host, or several joined by commas.
[[nodiscard]] std::vector<std::string> read_hosts(std::string_view word);

/// What --seed says.
[[nodiscard]] std::uint64_t read_seed(std::string_view word);

/// A whole number of `unit`, at least `least`. Throws UsageError "OPTION WORD: give a whole number of UNIT".
[[nodiscard]] std::int64_t read_count(std::string_view word, std::string_view option, std::int64_t least,
                                      std::string_view unit);

/// A whole number within these bounds.
[[nodiscard]] std::int64_t read_bounded(std::string_view word, std::string_view option, std::int64_t least,
                                        std::int64_t most);

/// A word that an option takes, and what it stands for.
template <typename Value>
struct OptionWord {
    std::string_view word;
    Value value;
};

template <typename Value>
OptionWord(const char*, Value) -> OptionWord<Value>;

/// The place of the word in the list.
[[nodiscard]] std::size_t place_of_word(std::string_view word, std::string_view option,
                                        std::span<const std::string_view> known);

template <typename Value, std::size_t count>
[[nodiscard]] Value read_choice(std::string_view word, std::string_view option,
                                const std::array<OptionWord<Value>, count>& choices) {
    std::array<std::string_view, count> known;
    std::transform(choices.begin(), choices.end(), known.begin(),
                   [](const OptionWord<Value>& choice) { return choice.word; });
    return choices.at(place_of_word(word, option, known)).value;
}

/// Such words, for completion.
template <const auto& choices>
[[nodiscard]] std::vector<std::string> words_of_choices() {
    std::vector<std::string> words;
    words.reserve(choices.size());
    for (const auto& choice : choices) words.emplace_back(choice.word);
    return words;
}

/// The names of such values, for completion.
template <const auto& values>
[[nodiscard]] std::vector<std::string> names_of() {
    std::vector<std::string> names;
    names.reserve(values.size());
    for (const auto value : values) names.emplace_back(name_of(value));
    return names;
}

/// The names in a table whose lines have one.
template <typename Table>
[[nodiscard]] std::vector<std::string> names_in(const Table& table) {
    std::vector<std::string> names;
    for (const auto& line : table) {
        if constexpr (std::is_pointer_v<std::decay_t<decltype(line)>>) {
            names.emplace_back(line->name);
        } else {
            names.emplace_back(line.name);
        }
    }
    return names;
}

/// The line of such a table that the word names.
template <typename Table>
[[nodiscard]] const auto& read_line(std::string_view word, std::string_view option, const Table& table) {
    const std::vector<std::string> names = names_in(table);
    const std::vector<std::string_view> known(names.begin(), names.end());
    return table[place_of_word(word, option, known)];
}

/// What --memory says: one kind of memory, or that of the sender and that of the receiver.
[[nodiscard]] MessageMemory read_memory(std::string_view word);

/// What --sysfs says: a folder that is there.
[[nodiscard]] std::filesystem::path read_sysfs(const std::string& word);

/// What -f says: how the names of a run's files begin.
[[nodiscard]] std::filesystem::path read_prefix(const std::string& word);

}  // namespace fabricmap
