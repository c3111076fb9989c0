// SPDX-License-Identifier: Apache-2.0
#include "placement/patterns/spec.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::placement {
namespace {

std::optional<std::vector<int>> read_grid_size(const std::string& word) {
    std::vector<int> size;
    for (const std::string& part : split(word, 'x')) {
        const auto number = read_number<int>(part);
        if (!number || *number < 1) return std::nullopt;
        size.push_back(*number);
    }
    return size;
}

void add_word(Spec& spec, const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
        if (const auto size = read_grid_size(word); size && spec.size.empty()) {
            spec.size = *size;
        } else {
            spec.words.insert(word);
        }
        return;
    }
    const std::string option = fmt::format("--pattern {}", spec.text);
    spec.numbers[word.substr(0, equals)] = parse_size(word.substr(equals + 1), option);
}

}  // namespace

Spec parse_spec(const std::string& text) {
    Spec spec;
    spec.text = text;
    const std::size_t end_of_name = text.find_first_of(":,");
    spec.name = text.substr(0, end_of_name);
    if (end_of_name == std::string::npos) return spec;
    for (const std::string& word : split(std::string_view(text).substr(end_of_name + 1), ',')) {
        if (word.empty())
            throw UsageError(fmt::format("--pattern {}: there is an empty word between its commas", text));
        add_word(spec, word);
    }
    return spec;
}

void require_known_words(const Spec& spec, const std::set<std::string>& words,
                         const std::set<std::string>& numbers) {
    const auto refuse = [&](const std::string& word) {
        throw UsageError(fmt::format("--pattern {}: '{}' is not known of {}; see network_place --help",
                                     spec.text, word, spec.name));
    };
    for (const std::string& word : spec.words) {
        if (!words.contains(word)) refuse(word);
    }
    for (const auto& [key, value] : spec.numbers) {
        const bool is_common = key == "length" || key == "messages";
        if (!is_common && !numbers.contains(key)) refuse(key);
        if (key == "messages" && value < 1)
            throw UsageError(fmt::format("--pattern {}: messages={}: give 1 or more", spec.text, value));
    }
}

}  // namespace fabricmap::placement
