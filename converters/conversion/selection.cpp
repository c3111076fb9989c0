// SPDX-License-Identifier: Apache-2.0
#include "converters/conversion/selection.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fabricmap::converters {
namespace {

std::size_t plane_of(std::int64_t length_bytes, const std::vector<std::int64_t>& lengths) {
    const auto found = std::lower_bound(lengths.begin(), lengths.end(), length_bytes);
    if (found != lengths.end() && *found == length_bytes)
        return static_cast<std::size_t>(found - lengths.begin());
    std::string near;
    if (found != lengths.begin()) near += fmt::format(" {}", *(found - 1));
    if (found != lengths.end()) near += fmt::format(" {}", *found);
    throw UsageError(
        fmt::format("--length {}: the run has no such length; nearest:{}", format_size(length_bytes), near));
}

void check_rank(std::int64_t rank, const char* option, const DelayStack& stack) {
    if (rank >= 0 && rank < stack.rank_count()) return;
    throw UsageError(fmt::format("{}: there is no rank {}, the run has ranks 0 to {}", option, rank,
                                 stack.rank_count() - 1));
}

void for_each_row_block(const DelayStack& stack, const Selection& selection,
                        const std::function<void(const Block&)>& use) {
    const Matrix row = stack.row(*selection.sender);
    for (const std::size_t k : selection.planes) {
        use({stack.message_lengths()[k], *selection.sender, 0, row.row(static_cast<Eigen::Index>(k))});
    }
}

void for_each_pair_block(const DelayStack& stack, const Selection& selection,
                         const std::function<void(const Block&)>& use) {
    const Vector pair = stack.pair(*selection.sender, *selection.receiver);
    for (const std::size_t k : selection.planes) {
        use({stack.message_lengths()[k], *selection.sender, *selection.receiver,
             Matrix::Constant(1, 1, pair(static_cast<Eigen::Index>(k)))});
    }
}

}  // namespace

Selection select(const Options& options, const DelayStack& stack) {
    const auto& lengths = stack.message_lengths();
    Selection selection;
    if (options.length_bytes) {
        selection.planes = {plane_of(*options.length_bytes, lengths)};
    } else {
        selection.planes.resize(lengths.size());
        std::iota(selection.planes.begin(), selection.planes.end(), std::size_t{0});
    }
    if (options.row) {
        check_rank(*options.row, "--row", stack);
        selection.sender = options.row;
    }
    if (options.pair) {
        check_rank(options.pair->first, "--pair", stack);
        check_rank(options.pair->second, "--pair", stack);
        selection.sender = options.pair->first;
        selection.receiver = options.pair->second;
    }
    return selection;
}

void for_each_block(const DelayStack& stack, const Selection& selection,
                    const std::function<void(const Block&)>& use) {
    if (selection.receiver) return for_each_pair_block(stack, selection, use);
    if (selection.sender) return for_each_row_block(stack, selection, use);
    for (const std::size_t k : selection.planes) use({stack.message_lengths()[k], 0, 0, stack.plane(k)});
}

}  // namespace fabricmap::converters
