// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/utf8.hpp"
#include "rules/language/rule.hpp"
#include "rules/language/rule_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace fabricmap::rules {
namespace {

FileError errors_text(std::vector<RuleError> errors, const std::filesystem::path& path) {
    std::stable_sort(errors.begin(), errors.end(), [](const RuleError& a, const RuleError& b) {
        return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
    std::string text;
    for (const RuleError& error : errors) {
        text += fmt::format("{}{}:{}:{}: {}", text.empty() ? "" : "\n", path.string(), error.place.line,
                            error.place.column, error.text);
    }
    return FileError(text);
}

void require_unique(const ProblemSyntax& problem, std::set<std::string>& names,
                    std::vector<RuleError>& errors) {
    if (names.insert(problem.name).second) return;
    errors.push_back({problem.place, fmt::format("a second problem '{}' in one file", problem.name)});
}

}  // namespace

std::vector<Rule> read_rules(std::string_view text, const std::filesystem::path& path) {
    std::vector<RuleError> errors;
    if (const std::size_t valid = utf8_bytes_of(text); valid < text.size()) {
        errors.push_back({Places(text)(valid), "this is no UTF-8: convert the file, for example with iconv"});
        throw errors_text(std::move(errors), path);
    }
    std::vector<Rule> rules;
    std::set<std::string> names;
    const std::vector<ProblemSyntax> problems = read_syntax(text, errors);
    for (const ProblemSyntax& problem : problems) {
        require_unique(problem, names, errors);
        if (auto rule = check_problem(problem, errors)) rules.push_back(std::move(*rule));
    }
    for (Rule& rule : rules) rule.path = path;
    if (problems.empty() && errors.empty())
        errors.push_back({{}, "no problem stands here; a rule begins with 'problem'"});
    if (!errors.empty()) throw errors_text(std::move(errors), path);
    return rules;
}

std::vector<Rule> read_rule_file(const std::filesystem::path& path) {
    std::ifstream file = open_regular_file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    return read_rules(text, path);
}

}  // namespace fabricmap::rules
