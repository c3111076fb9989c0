// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/record_schema.hpp"
#include "rules/records/record_values.hpp"
#include "rules/records/text_numbers.hpp"
#include "tracing/model/trace.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::rules {

/// A trace of another run, under the name by which rules ask for it: "in earlier".
struct NamedTrace {
    std::string name;
    tracing::Trace trace;
};

/// The records of such a trace, as columns. Its strings get the numbers that they have in the judged trace.
class ComparedTrace {
  public:
    /// `texts` must outlive this.
    ComparedTrace(tracing::Trace trace, TextNumbers& texts) : trace_(std::move(trace)), texts_(texts) {}

    /// `type`: one of those of traces.
    [[nodiscard]] std::size_t size(TypeIndex type) const;
    [[nodiscard]] ColumnView column(TypeIndex type, std::size_t field);

  private:
    tracing::Trace trace_;
    TextNumbers& texts_;
    std::map<std::pair<TypeIndex, std::size_t>, std::vector<tracing::StringId>> renumbered_;
};

}  // namespace fabricmap::rules
