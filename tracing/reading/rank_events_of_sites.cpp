// SPDX-License-Identifier: Apache-2.0
// What RankEvents adds up over the calls of a function at a place.
#include "tracing/reading/rank_events.hpp"
#include "tracing/reading/sent_bytes.hpp"

namespace fabricmap::tracing {

void RankEvents::count_time(const RecordedCall& call) {
    const double inside_s = static_cast<double>(call.ticks_inside) * clock_.seconds_per_tick();
    events_.communication_seconds += inside_s;
    known_[call.context].calls += call.count;
    known_[call.context].inside_s += inside_s;
}

/// The calls of the thread that has been read, by their contexts.
void RankEvents::count_call_sites() {
    for (std::size_t number = 0; number < known_.size(); ++number) {
        const Known& about = known_[number];
        if (about.calls == 0) continue;
        const std::uint64_t sent = sent_bytes(sequence_->contexts()[number], about.name);
        count_calls({about.function, about.place}, about.calls, about.inside_s, about.calls * sent);
    }
}

void RankEvents::count_calls(const SiteKey& key, std::uint64_t calls, double inside_s, std::uint64_t bytes) {
    const auto [found, is_new] = sites_.try_emplace(key, events_.call_sites.size());
    if (is_new) events_.call_sites.push_back({key.first, key.second, rank_.header.rank});
    CallSite& site = events_.call_sites[found->second];
    site.calls += calls;
    site.inside_s += inside_s;
    site.bytes += bytes;
}

}  // namespace fabricmap::tracing
