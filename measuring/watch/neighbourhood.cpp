// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/neighbourhood.hpp"

#include <algorithm>
#include <utility>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;

// A rank whose thread has not looked for so long does not run, and another reports for the host.
constexpr milliseconds long_without_a_look{1000};

void add_news(const RankState& state, HostNews& news) {
    if (state.has_stalled.load(std::memory_order_acquire)) news.add(state.stall);
    if (state.has_tried.load(std::memory_order_acquire)) news.add(Testimony{rank_of(state), state.answered});
}

}  // namespace

Neighbours Neighbourhood::look(milliseconds passed, milliseconds timeout, std::ptrdiff_t ranks_here) {
    const auto states = board_.states();
    const RankState& own = board_.own();
    looks_of_others_.resize(states.size());
    Neighbours seen;
    // Nothing is known about ranks that are not on the board.
    if (std::cmp_less(states.size(), ranks_here)) seen.activity += own.looks;
    for (std::size_t index = 0; index < states.size(); ++index) {
        const RankState& state = states[index];
        StallTimer& looks = looks_of_others_[index];
        looks.look(state.looks, passed);
        seen.activity += state.beats;
        add_news(state, seen.news);
        const bool runs = looks.still_for() < long_without_a_look;
        if (runs && state.waiting == Waiting::nothing) seen.activity += state.looks;
        if (runs && rank_of(state) == 0) seen.first_rank_runs = true;
        if (&state == &own || state.ended) continue;
        if (runs && &state < &own) seen.reports = false;
        if (looks.still_for() <= seen.longest_stopped || !is_there(state)) continue;
        seen.longest_stopped = looks.still_for();
        seen.stopped = &state;
    }
    if (seen.longest_stopped > timeout) seen.news.stopped = {rank_of(*seen.stopped), seen.stopped->process};
    return seen;
}

const RankState* Neighbourhood::last_to_enter() const noexcept {
    const RankState* last = nullptr;
    std::uint64_t most = 0;
    for (const RankState& state : board_.states()) {
        if (state.ended || state.waiting == Waiting::idle) continue;
        most = std::max(most, state.entered.load());
        if (last == nullptr || state.entered < last->entered) last = &state;
    }
    return last == nullptr || last->entered == most ? nullptr : last;
}

CrossCheck Neighbourhood::check_for(int rank) const noexcept {
    for (const RankState& state : board_.states()) {
        const CrossCheck check = state.check();
        if (check.has_witness(rank)) return check;
    }
    return {};
}

}  // namespace fabricmap
