// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/cell_names.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::collective_test {

int index_in(const std::vector<std::string>& names, std::string_view name) {
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

const Operation& operation_of(const CollectiveRun& run, const CollectiveCell& cell) {
    return *find_operation(run.operations.at(static_cast<std::size_t>(cell.operation)));
}

const MockUp* mock_up_of(const CollectiveRun& run, const CollectiveCell& cell) {
    if (cell.mock_up == no_index) return nullptr;
    const std::string& operation = run.operations.at(static_cast<std::size_t>(cell.operation));
    const std::string& name = run.mock_ups.at(static_cast<std::size_t>(cell.mock_up));
    const auto found = std::find_if(mock_ups().begin(), mock_ups().end(), [&](const MockUp& mock_up) {
        return mock_up.operation == operation && mock_up.name == name;
    });
    return &*found;
}

std::optional<Algorithm> algorithm_of(const CollectiveRun& run, const CollectiveCell& cell) {
    if (cell.algorithm == no_index) return std::nullopt;
    const std::vector<std::string> words =
        split(run.algorithms.at(static_cast<std::size_t>(cell.algorithm)), '/');
    return Algorithm{read_number<int>(words.at(1)).value_or(0), words.at(2)};
}

BufferNeed larger(const BufferNeed& one, const BufferNeed& other) noexcept {
    return {std::max(one.out, other.out), std::max(one.in, other.in)};
}

BufferNeed largest_need(const CollectiveRun& run, const CollectiveCell& cell) {
    const MockUp* const mock_up = mock_up_of(run, cell);
    const auto need = [&](bool is_root) {
        return mock_up != nullptr
                   ? mock_up->buffers(cell.message_length, cell.ranks, is_root)
                   : buffers_of(operation_of(run, cell), cell.message_length, cell.ranks, is_root);
    };
    return larger(need(true), need(false));
}

std::string cell_text(const CollectiveRun& run, const CollectiveCell& cell) {
    const Operation& operation = operation_of(run, cell);
    std::string text(operation.name);
    if (cell.mock_up != no_index)
        text = fmt::format("{} for {}", run.mock_ups[static_cast<std::size_t>(cell.mock_up)], text);
    if (cell.algorithm != no_index) text = run.algorithms[static_cast<std::size_t>(cell.algorithm)];
    if (operation.has_length) text += fmt::format(" of {}", format_size(cell.message_length));
    text += fmt::format(" on {} ranks", cell.ranks);
    if (operation.has_root) text += fmt::format(", root {}", cell.root);
    return text;
}

}  // namespace fabricmap::collective_test
