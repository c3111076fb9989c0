// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "naive_trace.hpp"
#include "rules/language/rule.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace fabricmap::testing {

using Truth = std::optional<bool>;
/// A record of each variable.
using NaiveBinding = std::vector<std::size_t>;

/// What expressions mean, by the definition of each operator and function.
class NaiveExpressions {
  public:
    explicit NaiveExpressions(const NaiveTrace& trace) : trace_(trace) {}

    /// The bindings that aggregates over a group are of from now on.
    void set_group(const std::vector<NaiveBinding>& group) { group_ = &group; }

    [[nodiscard]] Truth truth_of(const rules::Expression& expression, const NaiveBinding& binding);
    [[nodiscard]] Value value_of(const rules::Expression& expression, const NaiveBinding& binding);

  private:
    [[nodiscard]] Value column_value(const rules::Expression& expression, const NaiveBinding& binding);
    [[nodiscard]] Value group_value(const rules::Expression& expression);
    [[nodiscard]] Value operation_value(const rules::Expression& expression, const NaiveBinding& binding);
    [[nodiscard]] Value chosen_value(const rules::Expression& expression, const NaiveBinding& binding);
    [[nodiscard]] Value function_value(const rules::Expression& expression, const NaiveBinding& binding);

    const NaiveTrace& trace_;
    std::size_t own_record_ = 0;
    const std::vector<NaiveBinding>* group_ = nullptr;
};

}  // namespace fabricmap::testing
