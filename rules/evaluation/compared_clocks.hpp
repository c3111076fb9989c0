// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/evaluation/formula.hpp"
#include "rules/language/rule.hpp"
#include "rules/records/records.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace fabricmap::rules {

/// From whose clocks the times are that a rule looks at in its condition and its result. The processes of a
/// host have one clock; those of two hosts may differ by the trace's clock_error.
class ComparedClocks {
  public:
    /// `answer`: the variables that bindings hold. `records` must outlive this.
    ComparedClocks(const Rule& rule, Records& records, const std::vector<std::size_t>& answer);

    /// Whether the binding's times are, or may be, of more than one host: hosts may be unknown, and the last
    /// of a group, or a record that only has to exist, may be anywhere.
    [[nodiscard]] bool are_of_several_hosts(const Binding& binding) const;

  private:
    void add(const Expression& expression, const std::vector<std::size_t>& answer);
    void add_field(const Expression& expression, const std::vector<std::size_t>& answer);
    void add_rank(const Expression& rank, const std::vector<std::size_t>& answer);
    void add_clock(const Expression& expression, std::optional<std::size_t> rank_field,
                   const std::vector<std::size_t>& answer);

    struct Clock {
        std::size_t variable = 0;
        TypeIndex type = 0;
        std::size_t rank_field = 0;
        bool operator==(const Clock& other) const noexcept = default;
    };
    Records& records_;
    std::vector<Clock> clocks_;
    bool names_any_process_ = false;  ///< a time of one that no binding tells
};

}  // namespace fabricmap::rules
