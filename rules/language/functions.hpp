// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fabricmap::rules {

enum class Function : std::uint8_t {
    minimum,
    maximum,
    absolute,
    log2,
    choose,  ///< if(condition, a, b)
    expected,
    host_of,
    same_host,
    coalesce,      ///< the first that is known
    next_outside,  ///< MPI
    next_inside,
};

enum class Aggregate : std::uint8_t { count, sum, mean, minimum, median, maximum, mad, deviation, quantile };

struct FunctionInfo {
    std::string_view name;
    Function function = Function::absolute;
    std::size_t min_operands = 1;
    std::size_t max_operands = 1;
};

struct AggregateInfo {
    std::string_view name;
    Aggregate aggregate = Aggregate::count;
};

inline constexpr std::size_t any_operands = 64;

/// Functions of single values.
inline constexpr std::array<FunctionInfo, 11> functions{{{"min", Function::minimum, 2, any_operands},
                                                         {"max", Function::maximum, 2, any_operands},
                                                         {"abs", Function::absolute, 1, 1},
                                                         {"log2", Function::log2, 1, 1},
                                                         {"if", Function::choose, 3, 3},
                                                         {"expected", Function::expected, 3, 4},
                                                         {"host_of", Function::host_of, 1, 1},
                                                         {"same_host", Function::same_host, 2, 2},
                                                         {"coalesce", Function::coalesce, 2, any_operands},
                                                         {"next_outside", Function::next_outside, 2, 2},
                                                         {"next_inside", Function::next_inside, 2, 2}}};

/// Functions of many values: of a column, or of the bindings of a group. "min" and "max" of one operand are
/// these.
inline constexpr std::array<AggregateInfo, 9> aggregates{{{"count", Aggregate::count},
                                                          {"sum", Aggregate::sum},
                                                          {"mean", Aggregate::mean},
                                                          {"min", Aggregate::minimum},
                                                          {"median", Aggregate::median},
                                                          {"max", Aggregate::maximum},
                                                          {"mad", Aggregate::mad},
                                                          {"stddev", Aggregate::deviation},
                                                          {"quantile", Aggregate::quantile}}};

}  // namespace fabricmap::rules
