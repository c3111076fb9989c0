// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::rules {

/// What a part of a text was read as.
enum class Part : unsigned char {
    problem,
    problem_name,
    description,
    find,
    exists,
    operation,
    variable_name,
    type_name,
    input_name,
    within,
    let,
    let_name,
    where,
    group,
    having,
    lost,
    severity,
    advice,
    infix,   ///< operands with operators between them
    prefix,  ///< operators before an operand
    operation_sign,
    number,
    digits,
    unit,
    text,
    call,
    name,  ///< of a function, or a path's first
    filter,
    path,
    field_name,
};

/// A part of a text and the parts within it.
struct ParsedPart {
    Part part = Part::problem;
    std::size_t begin = 0;  ///< byte of the whole text, from 0
    std::string_view text;
    std::vector<ParsedPart> parts;
};

/// A problem that was read, or how far reading came.
struct ParsedProblem {
    bool is_read = false;
    ParsedPart problem;
    std::size_t end = 0;  ///< where reading goes on; of one that cannot be read the byte it failed at
    std::vector<std::string_view> expected;  ///< what may stand there instead, without repetition
};

/// Reads the problem that begins at that byte of the text. The views are into the text.
[[nodiscard]] ParsedProblem parse_problem(std::string_view text, std::size_t begin);

/// The byte of the next word, number, string or sign at or after that byte, beyond space and comments.
[[nodiscard]] std::size_t skip_space(std::string_view text, std::size_t from);

}  // namespace fabricmap::rules
