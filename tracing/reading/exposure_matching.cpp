// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/message_matching.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace fabricmap::tracing {
namespace {

constexpr auto exposure_type = RecordType::exposure;

consteval FieldIndex exposure_field(std::string_view name) {
    return field(exposure_type, name);
}

/// Window, target and origin.
using EpochKey = std::tuple<std::uint32_t, std::int32_t, std::int32_t>;
using EpochsOfPairs = std::map<EpochKey, std::vector<const Epoch*>>;

EpochsOfPairs by_pairs(const std::vector<Epoch>& epochs, bool is_of_target) {
    EpochsOfPairs pairs;
    for (const Epoch& epoch : epochs) {
        for (const std::int32_t peer : epoch.peers) {
            const std::int32_t own = epoch.opening.rank;
            pairs[{epoch.group, is_of_target ? own : peer, is_of_target ? peer : own}].push_back(&epoch);
        }
    }
    return pairs;
}

void add_exposure(const Epoch& post, const Epoch& start, const std::string& window, Trace& trace) {
    RecordTable& table = trace[exposure_type];
    const std::size_t record = table.add();
    trace.set(exposure_type, exposure_field("window"), record, window);
    table.set(exposure_field("process_rank"), record, static_cast<double>(start.opening.rank));
    table.set(exposure_field("target_process_rank"), record, static_cast<double>(post.opening.rank));
    table.set(exposure_field("post_start_time"), record, post.opening.start);
    table.set(exposure_field("post_finish_time"), record, post.opening.finish);
    table.set(exposure_field("wait_start_time"), record, post.closing_start);
    table.set(exposure_field("wait_finish_time"), record, post.closing_finish);
    table.set(exposure_field("start_start_time"), record, start.opening.start);
    table.set(exposure_field("start_finish_time"), record, start.opening.finish);
    table.set(exposure_field("complete_start_time"), record, start.closing_start);
    table.set(exposure_field("complete_finish_time"), record, start.closing_finish);
    table.set(exposure_field("source_code"), record, start.opening.place);
    table.set(exposure_field("target_source_code"), record, post.opening.place);
    table.set(exposure_field("complete_source_code"), record, start.closing_place);
    table.set(exposure_field("wait_source_code"), record, post.closing_place);
}

}  // namespace

void match_exposures(const Events& events, Trace& trace, MatchingReport& report) {
    const EpochsOfPairs posts = by_pairs(events.exposures, true);
    EpochsOfPairs starts = by_pairs(events.starts, false);
    for (const auto& [key, posted] : posts) {
        const std::vector<const Epoch*>& started = starts[key];
        const std::size_t both = std::min(posted.size(), started.size());
        for (std::size_t number = 0; number < both; ++number)
            add_exposure(*posted[number], *started[number], events.groups[std::get<0>(key)], trace);
        report.unmatched_epochs += posted.size() - both;
    }
    for (const auto& [key, started] : starts) {
        const auto posted = posts.find(key);
        const std::size_t matched =
            posted == posts.end() ? 0 : std::min(posted->second.size(), started.size());
        report.unmatched_epochs += started.size() - matched;
    }
}

}  // namespace fabricmap::tracing
