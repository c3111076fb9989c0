// SPDX-License-Identifier: Apache-2.0
#include "base/installed.hpp"
#include "base/nearest.hpp"
#include "rules/program/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace fabricmap::rules {
namespace {

std::vector<std::filesystem::path> installed_rule_files() {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(rule_folder(), error)) {
        if (entry.path().extension() == ".mpr") files.push_back(entry.path());
    }
    if (files.empty()) {
        throw FileError(
            fmt::format("{}: no rules there: give files of rules, or install the program with them",
                        rule_folder().string()));
    }
    std::sort(files.begin(), files.end());
    return files;
}

void add_rules(std::vector<Rule>& rules, const std::filesystem::path& file) {
    for (Rule& rule : read_rule_file(file)) {
        const auto same = std::find_if(rules.begin(), rules.end(),
                                       [&](const Rule& other) { return other.name == rule.name; });
        if (same != rules.end()) {
            throw FileError(fmt::format("{}:{}:{}: '{}' is a problem of {} too; rename one", file.string(),
                                        rule.place.line, rule.place.column, rule.name, same->path.string()));
        }
        rules.push_back(std::move(rule));
    }
}

void require_names(const std::vector<Rule>& rules, const std::vector<std::string>& names,
                   std::string_view option) {
    std::vector<std::string_view> known;
    known.reserve(rules.size());
    for (const Rule& rule : rules) known.push_back(rule.name);
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const std::string_view nearest = nearest_of(name, known);
        throw UsageError(fmt::format(
            "{} {}: no rule has that name; {}", option, name,
            nearest.empty() ? "network_rules list prints them" : fmt::format("did you mean '{}'?", nearest)));
    }
}

}  // namespace

std::vector<Rule> chosen_rules(const RuleChoice& choice) {
    std::vector<Rule> rules;
    for (const std::string& file : choice.files) add_rules(rules, file);
    if (choice.files.empty()) {
        for (const auto& file : installed_rule_files()) add_rules(rules, file);
    }
    require_names(rules, choice.only, "--only");
    require_names(rules, choice.skip, "--skip");
    std::erase_if(rules, [&](const Rule& rule) {
        const auto is_in = [&](const std::vector<std::string>& names) {
            return std::find(names.begin(), names.end(), rule.name) != names.end();
        };
        return (!choice.only.empty() && !is_in(choice.only)) || is_in(choice.skip);
    });
    if (rules.empty()) throw UsageError("--skip: no rule is left");
    return rules;
}

}  // namespace fabricmap::rules
