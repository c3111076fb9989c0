// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/functions.hpp"
#include "rules/language/place.hpp"
#include "rules/language/record_schema.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::rules {

enum class Operator : std::uint8_t {
    add,
    subtract,
    multiply,
    divide,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    conjunction,
    disjunction,
    negation,  ///< "not"
    negative,  ///< "-" before a value
};

enum class ExpressionKind : std::uint8_t {
    number,
    text,
    field,             ///< of a variable
    own_field,         ///< of the records that an aggregate goes through
    run_field,         ///< of the one record "program" or "map"
    operation,         ///< an Operator of operands
    function,          ///< a Function of operands
    column_aggregate,  ///< of the records of a type
    group_aggregate,   ///< of the bindings of a group
};

struct Expression;
using ExpressionPointer = std::shared_ptr<const Expression>;

/// A checked expression: names are resolved, kinds of values fit.
struct Expression {
    ExpressionKind kind = ExpressionKind::number;
    ValueKind value = ValueKind::number;
    double number = 0;  ///< of a number; of a quantile its fraction
    std::string text;
    std::string input;         ///< of a field that of its variable; of an aggregate that of its records
    std::size_t variable = 0;  ///< of a field: position in Rule::variables
    TypeIndex type = 0;        ///< of a field, run_field or column_aggregate
    std::size_t field = 0;
    Operator operation = Operator::add;
    Function function = Function::absolute;
    Aggregate aggregate = Aggregate::count;
    std::vector<ExpressionPointer> operands;  ///< of an aggregate: what it is of; nothing for count()
    ExpressionPointer filter;                 ///< of a column_aggregate; may be none
};

/// Which variables occur, a bit each; those in filters of aggregates too.
[[nodiscard]] std::uint32_t variables_in(const Expression& expression) noexcept;

/// The expression as it could be written in a rule.
[[nodiscard]] std::string text_of(const Expression& expression, const std::vector<std::string>& variables);

inline constexpr std::size_t max_variables = 8;

struct RuleVariable {
    std::string name;
    TypeIndex type = 0;
    /// The name of the map or trace whose records they are; empty for those without a name.
    std::string input;
    /// It stands in no result: one record that meets the condition is enough.
    bool is_existential = false;
};

/// Process and times of a wait.
struct Lost {
    ExpressionPointer process;
    ExpressionPointer from;
    ExpressionPointer to;
};

/// Two variables whose starts lie close together, which also is part of the condition.
struct Near {
    std::size_t first = 0;
    std::size_t second = 0;
    ExpressionPointer first_start;
    ExpressionPointer second_start;
    ExpressionPointer limit;
};

/// A checked rule.
struct Rule {
    std::string name;
    std::string description;
    std::string advice;  ///< may be empty
    std::filesystem::path path;
    Place place;
    std::vector<RuleVariable> variables;
    ExpressionPointer where;
    std::vector<Near> near;
    std::vector<ExpressionPointer> groups;
    ExpressionPointer having;    ///< may be none
    std::vector<Lost> losts;     ///< empty where there is a severity
    ExpressionPointer severity;  ///< none where there are losts
};

/// A type of records, and the name of the map or trace that they are from; empty for those without a name.
using RecordSource = std::pair<TypeIndex, std::string>;
/// The records that a rule looks at, one by one or as a whole.
[[nodiscard]] std::set<RecordSource> records_needed(const Rule& rule);
/// The maps whose records a rule looks at, by name; that of those without a name is empty.
[[nodiscard]] std::set<std::string> maps_needed(const Rule& rule);
/// The names of traces that a rule compares the judged one with.
[[nodiscard]] std::set<std::string> traces_compared(const Rule& rule);
/// Whether a rule calls expected(), which is unknown without a map.
[[nodiscard]] bool calls_expected(const Rule& rule);
/// Whether a rule needs a trace.
[[nodiscard]] bool needs_trace(const Rule& rule);

/// Whether a rule loses time that begins only when a process has left a collective operation, so that its
/// advice is about the operation itself, and not about who comes late to it.
[[nodiscard]] bool is_of_operation_itself(const Rule& rule);

/// Reads and checks a text. Throws FileError with a line "PATH:LINE:COLUMN: what is wrong; remedy" for each
/// error, in the order of the text.
[[nodiscard]] std::vector<Rule> read_rules(std::string_view text, const std::filesystem::path& path);

/// The same of a file; throws FileError also where it cannot be read.
[[nodiscard]] std::vector<Rule> read_rule_file(const std::filesystem::path& path);

}  // namespace fabricmap::rules
