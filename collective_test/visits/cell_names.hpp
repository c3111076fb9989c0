// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/algorithms/algorithms.hpp"
#include "collective_test/operations/mock_up.hpp"
#include "collective_test/operations/operation.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::collective_test {

/// The index of a name in one of a run's lists; it is there.
[[nodiscard]] int index_in(const std::vector<std::string>& names, std::string_view name);

[[nodiscard]] const Operation& operation_of(const CollectiveRun& run, const CollectiveCell& cell);

/// What takes the operation's place; null where nothing does.
[[nodiscard]] const MockUp* mock_up_of(const CollectiveRun& run, const CollectiveCell& cell);

/// The algorithm that is forced; nothing where none is.
[[nodiscard]] std::optional<Algorithm> algorithm_of(const CollectiveRun& run, const CollectiveCell& cell);

/// Of the call that is made, at most on any rank: the root's and the others'.
[[nodiscard]] BufferNeed largest_need(const CollectiveRun& run, const CollectiveCell& cell);

[[nodiscard]] BufferNeed larger(const BufferNeed& one, const BufferNeed& other) noexcept;

/// "bcast of 1K on 8 ranks from 3", "gather+bcast for allgather of 1K on 8 ranks".
[[nodiscard]] std::string cell_text(const CollectiveRun& run, const CollectiveCell& cell);

}  // namespace fabricmap::collective_test
