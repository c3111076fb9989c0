// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/rule.hpp"
#include "rules/language/syntax.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::rules {

/// The names that an expression may use, and where its errors go.
struct Scope {
    std::vector<RuleError>& errors;
    std::vector<RuleVariable> variables;
    std::map<std::string, ExpressionPointer> lets;  ///< none where its value is wrong
    std::map<std::string, bool> is_let_used;
    std::optional<TypeIndex> own_type;  ///< within an aggregate of a type's records
    std::string own_input;              ///< where these are from; empty for those without a name
    bool has_groups = false;            ///< whether aggregates over a group can stand here

    void report(const Place& place, std::string text) { errors.push_back({place, std::move(text)}); }
    [[nodiscard]] std::optional<std::size_t> variable_named(std::string_view name) const;
};

/// A name, or a field, as what it stands for. None where there is nothing of that name, which is reported.
[[nodiscard]] ExpressionPointer resolve_path(const ExpressionSyntax& path, Scope& scope);

}  // namespace fabricmap::rules
