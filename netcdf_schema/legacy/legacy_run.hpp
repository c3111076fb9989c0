// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/legacy/legacy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace fabricmap {

/// The run that files of one kind make. A Member has a `header`, a `statistic`, and
/// stack(lengths) → shared_ptr<const DelayStack>. Files of an interrupted run differ in planes: all end with
/// the shortest.
template <typename Member>
Run assemble_legacy_run(const Request& request, const std::vector<Member>& members) {
    std::size_t planes = members.front().header.planes;
    for (const Member& member : members) planes = std::min(planes, member.header.planes);
    const std::vector<std::int64_t> lengths = legacy_lengths(members.front().header, planes);
    const LegacyHeader& header = members.front().header;
    Run::Stacks stacks;
    for (const Member& member : members) stacks.try_emplace(member.statistic, member.stack(lengths));
    repair_round_trip_deviation(header.mode, stacks);
    if (stacks.empty()) {
        throw FileError(
            fmt::format("{}: the deviation of this mode can be used only with the average beside it "
                        "({}_average is missing)",
                        request.label, request.prefix.string()));
    }
    const auto named = request.names_file ? std::optional(members.front().statistic) : std::nullopt;
    return {request.label, describe_legacy(header, lengths, request.prefix), std::move(stacks), named};
}

}  // namespace fabricmap
