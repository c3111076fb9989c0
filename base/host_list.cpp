// SPDX-License-Identifier: Apache-2.0
#include "base/host_list.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace fabricmap {
namespace {

constexpr std::size_t max_host_digits = 15;

/// A name with a number at its end.
struct NumberedName {
    std::string letters;
    std::size_t digits = 0;
    std::int64_t number = 0;
};

std::optional<NumberedName> numbered(const std::string& name) {
    const std::size_t last = name.find_last_not_of("0123456789");
    const std::size_t begin = last == std::string::npos ? 0 : last + 1;
    if (begin == name.size() || name.size() - begin > max_host_digits) return std::nullopt;
    return NumberedName{name.substr(0, begin), name.size() - begin, std::stoll(name.substr(begin))};
}

/// Names that differ by their number alone.
struct Fold {
    std::string letters;  ///< all of the name where it has no number
    std::size_t digits = 0;
    std::set<std::int64_t> numbers;
};

std::string fold_text(const Fold& fold) {
    const auto padded = [&](std::int64_t number) { return fmt::format("{:0{}}", number, fold.digits); };
    if (fold.digits == 0) return fold.letters;
    if (fold.numbers.size() == 1) return fold.letters + padded(*fold.numbers.begin());
    std::string ranges;
    for (auto number = fold.numbers.begin(); number != fold.numbers.end();) {
        const std::int64_t first = *number;
        std::int64_t last = first;
        while (++number != fold.numbers.end() && *number == last + 1) last = *number;
        if (!ranges.empty()) ranges += ',';
        ranges += padded(first);
        if (last > first) ranges += '-' + padded(last);
    }
    return fmt::format("{}[{}]", fold.letters, ranges);
}

[[noreturn]] void refuse_hosts(std::string_view part, std::string_view problem) {
    throw UsageError(fmt::format("host list '{}': {}", part, problem));
}

void require_few(std::string_view part, std::size_t hosts) {
    if (hosts > max_listed_hosts)
        refuse_hosts(part, "it names more than a million hosts; give a shorter range");
}

std::int64_t number_of(std::string_view part, std::string_view digits) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool plain = digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (digits.empty() || !plain || error != std::errc() || end != digits.data() + digits.size()) {
        refuse_hosts(part, fmt::format("'{}' is not a number; write ranges as [00-07,12]", digits));
    }
    if (digits.size() > max_host_digits)
        refuse_hosts(part, fmt::format("the number {} has too many digits", digits));
    return number;
}

/// "00-07,12" as texts.
std::vector<std::string> expand_ranges(std::string_view part, std::string_view ranges) {
    std::vector<std::string> texts;
    for (;;) {
        const std::size_t comma = ranges.find(',');
        const std::string_view range = ranges.substr(0, comma);
        const std::size_t dash = range.find('-');
        const std::string_view low = range.substr(0, dash);
        const std::string_view high = dash == std::string_view::npos ? low : range.substr(dash + 1);
        const std::int64_t first = number_of(part, low);
        const std::int64_t last = number_of(part, high);
        if (last < first)
            refuse_hosts(part, fmt::format("the range {} runs backwards; swap its ends", range));
        require_few(part, static_cast<std::size_t>(last - first) + texts.size() + 1);
        for (std::int64_t number = first; number <= last; ++number) {
            texts.push_back(fmt::format("{:0{}}", number, low.size()));
        }
        if (comma == std::string_view::npos) return texts;
        ranges.remove_prefix(comma + 1);
    }
}

/// One name with any number of brackets; the last one counts fastest.
std::vector<std::string> expand_name(std::string_view part) {
    std::vector<std::string> names{""};
    std::string_view rest = part;
    while (!rest.empty()) {
        const std::size_t open = rest.find_first_of("[]");
        for (std::string& name : names) name += rest.substr(0, open);
        if (open == std::string_view::npos) break;
        if (rest[open] == ']') refuse_hosts(part, "a bracket is closed that was not opened");
        const std::size_t close = rest.find(']', open);
        if (close == std::string_view::npos)
            refuse_hosts(part, "a bracket is not closed; put ']' after the range");
        const auto texts = expand_ranges(part, rest.substr(open + 1, close - open - 1));
        require_few(part, names.size() * texts.size());
        std::vector<std::string> longer;
        longer.reserve(names.size() * texts.size());
        for (const std::string& name : names) {
            for (const std::string& text : texts) longer.push_back(name + text);
        }
        names = std::move(longer);
        rest.remove_prefix(close + 1);
    }
    return names;
}

/// Where the first name of a list ends: at a comma outside brackets.
std::size_t end_of_name(std::string_view list) {
    bool in_brackets = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i] == '[') in_brackets = true;
        if (list[i] == ']') in_brackets = false;
        if (list[i] == ',' && !in_brackets) return i;
    }
    return list.size();
}

}  // namespace

std::string format_host_list(const std::vector<std::string>& hosts) {
    std::vector<Fold> folds;
    std::unordered_map<std::string, std::size_t> places;
    for (const std::string& host : hosts) {
        const NumberedName name = numbered(host).value_or(NumberedName{host, 0, 0});
        const auto [place, is_new] =
            places.try_emplace(fmt::format("{}:{}", name.digits, name.letters), folds.size());
        if (is_new) folds.push_back({name.letters, name.digits, {}});
        folds[place->second].numbers.insert(name.number);
    }
    std::string list;
    for (const Fold& fold : folds) {
        if (!list.empty()) list += ',';
        list += fold_text(fold);
    }
    return list;
}

std::vector<std::string> expand_host_list(std::string_view list) {
    std::vector<std::string> hosts;
    if (list.empty()) return hosts;
    for (;;) {
        const std::size_t end = end_of_name(list);
        const std::string_view part = list.substr(0, end);
        if (part.empty()) refuse_hosts(list, "there is nothing between two commas; remove one of them");
        if (part.find_first_of(" \t") != std::string_view::npos)
            refuse_hosts(part, "a name has no blanks in it");
        auto names = expand_name(part);
        require_few(part, hosts.size() + names.size());
        hosts.insert(hosts.end(), std::make_move_iterator(names.begin()),
                     std::make_move_iterator(names.end()));
        if (end == list.size()) return hosts;
        list.remove_prefix(end + 1);
    }
}

bool is_plain_host_name(std::string_view name) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    const bool is_all =
        name.size() == 3 && (name[0] | 0x20) == 'a' && (name[1] | 0x20) == 'l' && (name[2] | 0x20) == 'l';
    return !name.empty() && !is_all && name.find_first_not_of(plain) == std::string_view::npos;
}

void require_plain_host_names(const std::vector<std::string>& names) {
    const auto wrong = std::find_if_not(names.begin(), names.end(), is_plain_host_name);
    if (wrong == names.end()) return;
    throw RunError(fmt::format(
        "host '{}': Slurm would not read this as the name of one host; give its NodeName with --names FILE",
        *wrong));
}

std::vector<std::string> node_names(const std::vector<std::string>& hosts,
                                    const std::set<std::string>& known) {
    std::map<std::string, std::set<std::string>> hosts_named;
    for (const std::string& host : hosts) hosts_named[without_domain(host)].insert(host);
    std::vector<std::string> names;
    names.reserve(hosts.size());
    for (const std::string& host : hosts) {
        std::string name = without_domain(host);
        if (known.contains(host) || hosts_named.at(name).size() > 1) name = host;
        names.push_back(std::move(name));
    }
    return names;
}

}  // namespace fabricmap
