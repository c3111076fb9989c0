// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/conversion/options.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace fabricmap::converters {

/// The part of a stack that is converted: some planes, of all pairs, of one sender or of one pair.
struct Selection {
    std::vector<std::size_t> planes;
    std::optional<std::int64_t> sender;
    std::optional<std::int64_t> receiver;

    [[nodiscard]] bool is_whole_planes() const noexcept { return !sender; }
};

/// Throws UsageError that names the option where the run has no such length or rank.
[[nodiscard]] Selection select(const Options& options, const DelayStack& stack);

/// Senders × receivers at one length: element (0,0) is the pair (first_sender, first_receiver).
struct Block {
    std::int64_t length_bytes;
    std::int64_t first_sender;
    std::int64_t first_receiver;
    Matrix values;
};

/// Reads the selected part length by length; never holds more than a plane, or the lengths of one row.
void for_each_block(const DelayStack& stack, const Selection& selection,
                    const std::function<void(const Block&)>& use);

}  // namespace fabricmap::converters
