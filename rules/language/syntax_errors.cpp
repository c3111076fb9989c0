// SPDX-License-Identifier: Apache-2.0
#include "rules/language/syntax_errors.hpp"

#include "base/utf8.hpp"
#include "rules/language/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap::rules {
namespace {

constexpr std::array<std::string_view, 10> comparators{
    "==", "=", "!=", "<>", "<=", "<", ">=", ">", "eq", "ne"};
constexpr std::array<std::string_view, 7> infix_signs{"*", "/", "+", "-", "and", "or", "="};

template <std::size_t Size>
bool is_among(const std::array<std::string_view, Size>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The word, number, string or sign that stands there; empty at the end.
std::string_view token_at(std::string_view text, std::size_t begin) {
    const std::string_view rest = text.substr(std::min(begin, text.size()));
    for (const std::size_t length : {length_of_name(rest), length_of_number(rest), length_of_string(rest)}) {
        if (length > 0) return rest.substr(0, length);
    }
    for (const std::string_view sign : {"==", "!=", "<>", "<=", ">=", "&&", "||"}) {
        if (rest.starts_with(sign)) return sign;
    }
    return rest.substr(0, 1);
}

/// What is quoted in a message: one line, and not long.
std::string shown_token(std::string_view token) {
    constexpr std::size_t max_shown = 40;
    std::string shown;
    for (const char character : token.substr(0, max_shown))
        shown += character < ' ' && character >= 0 ? ' ' : character;
    return fmt::format("'{}{}'", valid_utf8(shown), token.size() > max_shown ? "..." : "");
}

/// Operators are many and everywhere: they are listed as one. "'where' or a name".
std::string expected_text(const std::vector<std::string_view>& expected) {
    std::vector<std::string> parts;
    const bool continues = std::find(expected.begin(), expected.end(), "*") != expected.end();
    if (continues) parts.emplace_back("an operator");
    for (const std::string_view word : expected) {
        const bool is_hidden = continues && (is_among(comparators, word) || is_among(infix_signs, word));
        if (is_hidden || word == "." || (continues && word == "(")) continue;
        const bool is_kind = word.find(' ') != std::string_view::npos;
        parts.push_back(is_kind ? std::string(word) : fmt::format("'{}'", word));
    }
    std::string text;
    for (std::size_t number = 0; number < parts.size(); ++number) {
        if (number > 0) text += number + 1 == parts.size() ? " or " : ", ";
        text += parts[number];
    }
    return text;
}

bool expects(const ParsedProblem& failed, std::string_view word) {
    return std::find(failed.expected.begin(), failed.expected.end(), word) != failed.expected.end();
}

/// The word or sign before a place; empty where there is none.
std::string_view token_before(std::string_view text, std::size_t end) {
    std::string_view before;
    for (std::size_t position = skip_space(text, 0); position < end;) {
        before = token_at(text, position);
        position = skip_space(text, position + before.size());
    }
    return before;
}

std::string lower_case(std::string_view word) {
    std::string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return lower;
}

/// What stands in other languages where a string or a number is wanted.
std::string remedy_of_value(std::string_view token, std::string_view before) {
    if (token == "\"") return "; the string has no closing quote";
    for (const std::string_view quote : {"'", "\u201c", "\u201d", "\u201e", "\u00ab"}) {
        if (token.starts_with(quote)) return "; strings stand in double quotes: \"...\"";
    }
    if (token == ".") return "; a number begins with a digit: 0.5";
    if (before == "=" && (token == ">" || token == "<")) return fmt::format("; write '{}='", token);
    return {};
}

/// What stands in other languages where an operator is wanted.
std::string remedy_of_operator(std::string_view token, std::string_view before) {
    if (is_among(comparators, token)) return "; comparisons do not chain: join two with 'and'";
    if (token == "&&") return "; write 'and'";
    if (token == "||") return "; write 'or'";
    if (is_unit(token)) return "; a unit can only follow a number";
    const bool is_word = begins_name(token.empty() ? ' ' : token.front()) && !is_reserved(token);
    return is_word && length_of_number(before) > 0 ? "; units are ns us ms s B KiB MiB GiB %" : "";
}

/// What the user probably meant, as a sentence that begins with "; "; empty where nothing is known.
std::string remedy(std::string_view token, std::string_view before, const ParsedProblem& failed) {
    const std::string lower = lower_case(token);
    if (lower != token && (is_reserved(lower) || expects(failed, lower)))
        return fmt::format("; words of the language are in lower case: '{}'", lower);
    if (expects(failed, "a string in quotes")) {
        if (std::string text = remedy_of_value(token, before); !text.empty()) return text;
    }
    if (expects(failed, "*")) {
        if (std::string text = remedy_of_operator(token, before); !text.empty()) return text;
    }
    if (token == "!" && expects(failed, "not")) return "; write 'not'";
    if (expects(failed, ";") && (token.empty() || token == "problem")) {
        return "; a problem ends with ';'";
    }
    if (expects(failed, "severity") && (token == ";" || token == "advice"))
        return "; say what it costs: 'lost on RANK from TIME to TIME', or 'severity NUMBER'";
    if (is_reserved(token) && expects(failed, "a name") && !expects(failed, "a number")) {
        return fmt::format("; '{}' is a word of the language: choose another name", token);
    }
    return {};
}

}  // namespace

std::string describe_failure(std::string_view text, const ParsedProblem& failed) {
    const std::string_view token = token_at(text, failed.end);
    const std::string read = token.empty() ? "the end of the file" : shown_token(token);
    return fmt::format("read {}, expected {}{}", read, expected_text(failed.expected),
                       remedy(token, token_before(text, failed.end), failed));
}

std::size_t next_problem(std::string_view text, std::size_t from) {
    std::size_t position = skip_space(text, from);
    while (position < text.size()) {
        const std::string_view token = token_at(text, position);
        if (token == "problem" || token == "\"") break;
        position = skip_space(text, position + token.size());
    }
    return position < text.size() && text[position] == '"' ? text.size() : position;
}

std::optional<std::size_t> too_deep_bracket(std::string_view text) {
    constexpr std::size_t max_depth = 100;
    std::size_t depth = 0;
    for (std::size_t position = skip_space(text, 0); position < text.size();) {
        const std::string_view token = token_at(text, position);
        if (token == ")" && depth > 0) --depth;
        if (token == ";") depth = 0;
        if (token == "(" && ++depth > max_depth) return position;
        position = skip_space(text, position + token.size());
    }
    return std::nullopt;
}

}  // namespace fabricmap::rules
