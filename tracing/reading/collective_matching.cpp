// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"
#include "tracing/reading/message_matching.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace fabricmap::tracing {
namespace {

constexpr auto collective_type = RecordType::collective;

consteval FieldIndex collective_field(std::string_view name) {
    return field(collective_type, name);
}

/// A part with the position of its operation among those on the communicator.
struct NumberedPart {
    std::uint32_t group = 0;
    std::uint32_t index = 0;
    const CollectivePart* part = nullptr;
};

/// The parts of each operation side by side, in the order of ranks in the communicator.
std::vector<NumberedPart> numbered(std::vector<CollectivePart>& parts) {
    // A rank's parts are in order, but for those of other threads.
    std::stable_sort(parts.begin(), parts.end(), [](const CollectivePart& a, const CollectivePart& b) {
        return std::tuple(a.group, a.call.rank, a.call.start) <
               std::tuple(b.group, b.call.rank, b.call.start);
    });
    std::vector<NumberedPart> all;
    for (const CollectivePart& part : parts) {
        const bool goes_on =
            !all.empty() && all.back().group == part.group && all.back().part->call.rank == part.call.rank;
        all.push_back({part.group, goes_on ? all.back().index + 1 : 0, &part});
    }
    std::stable_sort(all.begin(), all.end(), [](const NumberedPart& a, const NumberedPart& b) {
        return std::tuple(a.group, a.index, a.part->own_rank) <
               std::tuple(b.group, b.index, b.part->own_rank);
    });
    return all;
}

std::string_view op_type_of(std::string_view name) {
    const FunctionInfo* const info = find_function(name);
    return info == nullptr ? std::string_view() : info->op_type;
}

bool has_prefix(std::string_view name) {
    return name == "MPI_Scan" || name == "MPI_Exscan";
}

/// The extremes of an operation, and its root.
struct Extremes {
    double start_min = 0;
    double start_max = 0;
    double finish_min = 0;
    double finish_max = 0;
    const CollectivePart* root = nullptr;
};

Extremes extremes_of(std::span<const NumberedPart> parts) {
    const CollectivePart& first = *parts.front().part;
    Extremes extremes{first.call.start, first.call.start, first.call.finish, first.call.finish, &first};
    for (const NumberedPart& one : parts) {
        const CollectivePart& part = *one.part;
        extremes.start_min = std::min(extremes.start_min, part.call.start);
        extremes.start_max = std::max(extremes.start_max, part.call.start);
        extremes.finish_min = std::min(extremes.finish_min, part.call.finish);
        extremes.finish_max = std::max(extremes.finish_max, part.call.finish);
        const bool leads =
            part.root < 0 ? part.call.rank < extremes.root->call.rank : part.call.rank == part.root;
        if (leads) extremes.root = &part;
    }
    return extremes;
}

void add_operation(std::span<const NumberedPart> parts, std::size_t instance, Trace& trace) {
    const Extremes extremes = extremes_of(parts);
    RecordTable& table = trace[collective_type];
    double prefix = never;
    for (const NumberedPart& one : parts) {
        const CollectivePart& part = *one.part;
        const std::string_view name = trace.strings()[part.call.function];
        const std::size_t record = table.add();
        table.set(collective_field("op_name"), record, part.call.function);
        trace.set(collective_type, collective_field("op_type"), record, op_type_of(name));
        table.set(collective_field("process_rank"), record, static_cast<double>(part.call.rank));
        const int root = part.root < 0 ? extremes.root->call.rank : part.root;
        table.set(collective_field("root_process_rank"), record, static_cast<double>(root));
        table.set(collective_field("start_time_min"), record, extremes.start_min);
        table.set(collective_field("start_time_max"), record, extremes.start_max);
        table.set(collective_field("finish_time_min"), record, extremes.finish_min);
        table.set(collective_field("finish_time_max"), record, extremes.finish_max);
        table.set(collective_field("start_time"), record, part.call.start);
        table.set(collective_field("finish_time"), record, part.call.finish);
        table.set(collective_field("root_start_time"), record, extremes.root->call.start);
        table.set(collective_field("root_finish_time"), record, extremes.root->call.finish);
        table.set(collective_field("source_code"), record, part.call.place);
        table.set(collective_field("instance"), record, static_cast<double>(instance));
        table.set(collective_field("phase"), record, part.call.phase);
        if (part.bytes >= 0) table.set(collective_field("bytes"), record, static_cast<double>(part.bytes));
        if (!has_prefix(name)) continue;
        table.set(collective_field("prefix_start_time_max"), record, prefix);
        prefix = prefix == prefix ? std::max(prefix, part.call.start) : part.call.start;
    }
}

}  // namespace

void match_collectives(Events& events, Trace& trace, MatchingReport& report) {
    const std::vector<NumberedPart> all = numbered(events.collectives);
    std::size_t instance = 0;
    std::map<std::uint32_t, std::size_t> size_of_group;
    for (std::size_t begin = 0; begin < all.size();) {
        std::size_t end = begin + 1;
        bool is_mixed = false;
        while (end < all.size() && all[end].group == all[begin].group && all[end].index == all[begin].index) {
            is_mixed = is_mixed || all[end].part->call.function != all[begin].part->call.function ||
                       all[end].part->root != all[begin].part->root;
            ++end;
        }
        // All members took part in the first; from then on fewer are too few.
        const auto size = size_of_group.emplace(all[begin].group, end - begin).first->second;
        if (end - begin != size) ++report.incomplete_collectives;
        if (is_mixed) ++report.mixed_collectives;
        add_operation(std::span(all).subspan(begin, end - begin), instance++, trace);
        begin = end;
    }
}

}  // namespace fabricmap::tracing
