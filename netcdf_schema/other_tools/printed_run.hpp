// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/memory_stack.hpp"
#include "netcdf_schema/layouts/reader.hpp"

#include <vector>

namespace fabricmap {

/// What another tool measured, and printed as text. A reader of one finds out this, and hands it over.
struct PrintedRun {
    RunDescription description;  ///< with the lengths of the planes, ascending
    Statistic statistic = Statistic::average;
    std::vector<Matrix> delay_s;  ///< of each length, ranks × ranks; -1 where nothing was measured
};

[[nodiscard]] inline Run run_of(const Request& request, PrintedRun printed) {
    constexpr Repairs repairs{.transposed = false, .zero_diagonal = false, .drop_marks = true};
    Run::Stacks stacks;
    stacks.try_emplace(printed.statistic,
                       std::make_shared<MemoryStack>(printed.statistic, printed.description.rank_count(),
                                                     printed.description.message_lengths,
                                                     std::move(printed.delay_s), repairs, request.label));
    return {request.label, std::move(printed.description), std::move(stacks), printed.statistic};
}

}  // namespace fabricmap
