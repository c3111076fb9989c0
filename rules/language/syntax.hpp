// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/place.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::rules {

enum class SyntaxKind : std::uint8_t {
    number,
    text,
    path,    ///< a name, or two joined by a point
    call,    ///< a function of its operands
    prefix,  ///< "-" or "not" before its operand
    infix,   ///< an operator between its two operands
};

/// An expression as it was written.
struct ExpressionSyntax {
    SyntaxKind kind = SyntaxKind::number;
    Place place;
    double number = 0;
    std::string unit;   ///< of a number; empty where none was written
    std::string text;   ///< of a text; a path's first name; the name of a function; an operator
    std::string field;  ///< a path's second name; empty where there is none
    Place field_place;
    std::vector<ExpressionSyntax> operands;
    bool has_filter = false;  ///< of a call: its last operand stood after "|"
    std::string input;        ///< of a call: what stood after "in"; empty where nothing did
};

struct FindSyntax {
    Place place;
    std::string variable;
    bool is_exists = false;
    bool is_operation = false;
    std::string type;
    Place type_place;
    std::string input;  ///< empty where none was named
};

struct LetSyntax {
    Place place;
    std::string name;
    ExpressionSyntax value;
};

struct LostSyntax {
    ExpressionSyntax process;
    ExpressionSyntax from;
    ExpressionSyntax to;
};

/// A rule as it was written.
struct ProblemSyntax {
    Place place;  ///< of its name
    std::string name;
    std::string description;
    std::vector<FindSyntax> finds;
    std::optional<ExpressionSyntax> within;
    std::vector<LetSyntax> lets;
    ExpressionSyntax where;
    std::vector<ExpressionSyntax> groups;
    std::optional<ExpressionSyntax> having;
    std::vector<LostSyntax> losts;
    std::optional<ExpressionSyntax> severity;
    std::string advice;
};

/// The problems of a text that can be read, and what is wrong with the others: reading goes on at the next
/// word "problem". The grammar is in fabricmap-rules(5).
[[nodiscard]] std::vector<ProblemSyntax> read_syntax(std::string_view text, std::vector<RuleError>& errors);

}  // namespace fabricmap::rules
