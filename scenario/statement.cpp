// SPDX-License-Identifier: Apache-2.0
#include "scenario/statement.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace fabricmap {

Statement::Statement(std::string where, const std::vector<std::string>& words)
    : where_(std::move(where)), name_(words.front()) {
    for (auto word = words.begin() + 1; word != words.end(); ++word) {
        const auto equals = word->find('=');
        if (equals == std::string::npos) {
            words_.push_back(*word);
            continue;
        }
        const std::string key = word->substr(0, equals);
        const bool twice = std::any_of(values_.begin(), values_.end(),
                                       [&](const auto& entry) { return entry.first == key; });
        if (twice) refuse(fmt::format("{}= is given twice", key));
        values_.emplace_back(key, word->substr(equals + 1));
    }
}

std::optional<std::string> Statement::take_word() {
    if (words_.empty()) return std::nullopt;
    std::string word = words_.front();
    words_.erase(words_.begin());
    return word;
}

std::optional<std::string> Statement::take(const std::string& key) {
    known_.push_back(key);
    const auto found =
        std::find_if(values_.begin(), values_.end(), [&](const auto& entry) { return entry.first == key; });
    if (found == values_.end()) return std::nullopt;
    std::string value = found->second;
    values_.erase(found);
    return value;
}

std::optional<int> Statement::take_count(const std::string& key, int least, int most) {
    const auto word = take(key);
    if (!word) return std::nullopt;
    const auto value = read_number<int>(*word);
    if (!value || *value < least || *value > most) {
        refuse(fmt::format("{}={}: give a whole number from {} to {}", key, *word, least, most));
    }
    return value;
}

int Statement::require_count(const std::string& key, int least, int most) {
    const auto value = take_count(key, least, most);
    if (!value) refuse(fmt::format("{}= is missing: give a whole number from {} to {}", key, least, most));
    return *value;
}

std::vector<int> Statement::take_shape(const std::string& key) {
    const auto word = take(key);
    if (!word) return {};
    std::vector<int> shape;
    std::string_view rest = *word;
    while (true) {
        const auto cross = rest.find('x');
        const auto value = read_number<int>(rest.substr(0, cross));
        if (!value || *value < 1) refuse(fmt::format("{}={}: give numbers such as 8x8x4", key, *word));
        shape.push_back(*value);
        if (cross == std::string_view::npos) return shape;
        rest.remove_prefix(cross + 1);
    }
}

std::optional<double> Statement::take_seconds(const std::string& key) {
    const auto word = take(key);
    if (!word) return std::nullopt;
    const auto value = read_seconds(*word);
    if (!value || *value <= 0 || *value > 3600) {
        refuse(fmt::format("{}={}: give a span of time such as 300ns, 2.5us or 1ms", key, *word));
    }
    return value;
}

std::optional<double> Statement::take_rate(const std::string& key) {
    const auto word = take(key);
    if (!word) return std::nullopt;
    const auto value = read_rate(*word);
    if (!value || *value <= 0) {
        refuse(fmt::format("{}={}: give a rate such as 100Mbit, 25Gbit or 12.5GB (a second)", key, *word));
    }
    return value;
}

std::optional<double> Statement::take_factor(const std::string& key) {
    const auto word = take(key);
    if (!word) return std::nullopt;
    const auto value = read_number<double>(*word);
    constexpr double largest = 1e6;
    if (!value || !(*value > 0) || *value > largest) {
        refuse(fmt::format("{}={}: give a number above 0, such as 1.5", key, *word));
    }
    return value;
}

std::optional<double> Statement::take_fraction(const std::string& key) {
    const auto word = take(key);
    if (!word) return std::nullopt;
    const auto value = read_share(*word);
    if (!value || *value < 0 || *value > 1) {
        refuse(fmt::format("{}={}: give a percentage such as 2%, or a fraction such as 0.02", key, *word));
    }
    return value;
}

std::optional<std::int64_t> Statement::take_size(const std::string& key) {
    const auto word = take(key);
    if (!word) return std::nullopt;
    try {
        return parse_size(*word, key + "=");
    } catch (const UsageError& error) {
        refuse(error.what());
    }
}

void Statement::refuse_rest() const {
    if (!words_.empty()) refuse(fmt::format("unexpected '{}'; remove it", words_.front()));
    if (values_.empty()) return;
    const std::string known = joined_by(known_, "=, ");
    refuse(fmt::format("there is no {}= here; {}", values_.front().first,
                       known.empty() ? "leave it out" : "the keys are " + known + "="));
}

void Statement::refuse(const std::string& problem) const {
    throw FileError(fmt::format("{}: {}: {}", where_, name_, problem));
}

}  // namespace fabricmap
