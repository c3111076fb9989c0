// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "naive_values.hpp"
#include "rules/language/record_schema.hpp"
#include "tracing/model/trace.hpp"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::testing {

/// What the records of a trace say, looked up anew each time.
class NaiveTrace {
  public:
    explicit NaiveTrace(const tracing::Trace& trace) : trace_(trace) {}

    [[nodiscard]] std::size_t size_of(rules::TypeIndex type) const {
        return trace_[static_cast<tracing::RecordType>(type)].size();
    }
    [[nodiscard]] Value field_value(rules::TypeIndex type, std::size_t field, std::size_t record) const;
    /// A field of the program.
    [[nodiscard]] Value run_value(std::string_view name) const;
    [[nodiscard]] Value host_of(double rank) const;
    /// The host of each process, as far as it is known.
    [[nodiscard]] std::vector<Value> hosts() const;

    /// The end of all calls of the rank that go on then, each entered when the one before ended; otherwise
    /// the time.
    [[nodiscard]] Value next_outside(double rank, double time) const;
    /// The time where a call goes on then; otherwise the next start of one.
    [[nodiscard]] Value next_inside(double rank, double time) const;

  private:
    /// Starts and ends.
    [[nodiscard]] std::vector<std::pair<double, double>> calls_of(double rank) const;

    const tracing::Trace& trace_;
};

}  // namespace fabricmap::testing
