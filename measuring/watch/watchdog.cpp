// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/watchdog.hpp"

#include "base/errors.hpp"
#include "base/host_name.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <initializer_list>
#include <pthread.h>
#include <set>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;

constexpr long look_every_ns = 100'000'000;
// Rank 0 prints the message for all when they are asked to end; the MPI library may take it along with a rank
// that left before.
constexpr auto head_start = milliseconds(300);
// A rank that only waits for others lets the one with the broken exchange name it first.
constexpr milliseconds grace{2000};
// Of a host's ranks the one that receives reports of other hosts prints first.
constexpr milliseconds grace_for_reporter{1000};
// Of several hosts the one reports first on which a rank has not entered a collective call.
constexpr milliseconds grace_without_a_name{1000};
// Rank 0 receives the reports of all hosts, and is where the launcher is, as a rule.
constexpr milliseconds grace_for_first_rank{1500};
// A rank whose thread has not looked for so long does not run, and another reports for the host.
constexpr milliseconds long_without_a_look{1000};
// In time-outs.
constexpr int timeouts_of_all = 10;

Watchdog* of_this_process = nullptr;

/// Wakes the thread when there is nothing left to watch.
int waking_signal() noexcept {
    return SIGRTMIN;
}

sigset_t set_of(std::initializer_list<int> wanted) noexcept {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : wanted) sigaddset(&signals, signal);
    return signals;
}

sigset_t ending_signals() noexcept {
    return set_of({SIGINT, SIGTERM});
}

int rank_of(const RankState& state) noexcept {
    return state.rank_plus1 - 1;
}

}  // namespace

void Watchdog::block_signals() noexcept {
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void Watchdog::unblock_signals() noexcept {
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

Watchdog* Watchdog::of_process() noexcept {
    return of_this_process;
}

Watchdog::Watchdog(Settings settings)
    : settings_(std::move(settings)),
      board_(std::make_unique<RankBoard>(settings_.simulated ? RankBoard::Scope::process : settings_.scope)),
      own_(board_->own()),
      before_(of_this_process) {
    if (settings_.rank >= 0) own_.rank_plus1 = settings_.rank + 1;
    if (settings_.simulated) {
        // All ranks share this process there.
        unblock_signals();
    } else {
        of_this_process = this;
        const sigset_t waking = set_of({waking_signal()});
        pthread_sigmask(SIG_BLOCK, &waking, nullptr);
        thread_ = std::thread([this] { watch(); });
    }
}

Watchdog::~Watchdog() {
    of_this_process = before_;
    stopping_ = true;
    if (thread_.joinable()) {
        pthread_kill(thread_.native_handle(), waking_signal());
        thread_.join();
    }
    unblock_signals();
}

void Watchdog::change_settings(const std::function<void(Settings&)>& change) {
    const std::scoped_lock lock(settings_mutex_);
    change(settings_);
    if (settings_.rank >= 0) own_.rank_plus1 = settings_.rank + 1;
}

void Watchdog::expect_in(const char* step, Waiting waiting, int peer, std::int64_t length_bytes) noexcept {
    step_.store(step, std::memory_order_relaxed);
    own_.peer.store(peer, std::memory_order_relaxed);
    own_.length_bytes.store(length_bytes, std::memory_order_relaxed);
    own_.waiting.store(waiting, std::memory_order_relaxed);
    beat();
}

Watchdog::Wait Watchdog::wait() const noexcept {
    return {step_, own_.waiting, own_.peer, own_.length_bytes};
}

WaitScope::WaitScope(const char* step, Waiting waiting, int peer, std::int64_t length_bytes) noexcept
    : watchdog_(Watchdog::of_process()) {
    if (watchdog_ == nullptr) return;
    before_ = watchdog_->wait();
    if (waiting == Waiting::idle && before_.waiting != Waiting::nothing) {
        watchdog_ = nullptr;
    } else {
        watchdog_->expect_in(step, waiting, peer, length_bytes);
    }
}

WaitScope::~WaitScope() {
    if (watchdog_ == nullptr) return;
    watchdog_->expect_in(before_.step, before_.waiting, before_.peer, before_.length_bytes);
}

BeaconAddress Watchdog::listen_to_hosts() {
    auto hub = std::make_unique<BeaconHub>();
    const BeaconAddress address = hub->address();
    const std::scoped_lock lock(settings_mutex_);
    hub_ = std::move(hub);
    return address;
}

void Watchdog::set_hosts(std::vector<std::string> hosts, const BeaconAddress& hub) {
    std::vector<std::int32_t> first_ranks;
    std::set<std::string_view> seen;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        if (seen.insert(hosts[rank]).second) first_ranks.push_back(static_cast<std::int32_t>(rank));
    }
    const std::scoped_lock lock(settings_mutex_);
    settings_.hosts = std::move(hosts);
    const std::string& own = settings_.hosts.at(static_cast<std::size_t>(settings_.rank));
    ranks_here_ = std::count(settings_.hosts.begin(), settings_.hosts.end(), own);
    if (hub_) {
        hub_->expect({first_ranks.begin() + 1, first_ranks.end()});
    } else if (own != settings_.hosts.front() && hub.port != 0) {
        const auto first = std::find(settings_.hosts.begin(), settings_.hosts.end(), own);
        beacon_ = std::make_unique<Beacon>(hub, static_cast<std::int32_t>(first - settings_.hosts.begin()));
    }
}

void Watchdog::await_end_of_all() noexcept {
    if (settings_.simulated) return;
    own_.ended = true;
    expect_in("ending", Waiting::others, -1);
    const auto needs_nobody = [](const RankState& state) { return state.ended || !is_there(state); };
    const auto states = board_->states();
    while (!std::all_of(states.begin(), states.end(), needs_nobody))
        std::this_thread::sleep_for(milliseconds(1));
    rest();
}

void Watchdog::watch() {
    const sigset_t signals = set_of({SIGINT, SIGTERM, waking_signal()});
    const timespec look{0, look_every_ns};
    while (!stopping_) {
        const int signal = sigtimedwait(&signals, nullptr, &look);
        ++own_.looks;
        if (signal == SIGINT || signal == SIGTERM) {
            if (own_.rank_plus1 != 1) std::this_thread::sleep_for(head_start);
            const std::scoped_lock lock(settings_mutex_);
            leave(settings_.rank == 0 && settings_.interrupt_message ? settings_.interrupt_message()
                                                                     : std::string(),
                  static_cast<int>(ExitCode::interrupted));
        }
        const std::scoped_lock lock(settings_mutex_);
        if (const auto line = find_trouble()) leave(*line, static_cast<int>(ExitCode::failure));
    }
}

std::optional<std::string> Watchdog::find_trouble() {
    const auto now = std::chrono::steady_clock::now();
    const auto passed = std::chrono::duration_cast<milliseconds>(now - std::exchange(looked_at_, now));
    const Waiting waiting = own_.waiting.load(std::memory_order_relaxed);
    own_beats_.look(own_.beats.load(std::memory_order_relaxed), passed);
    if (waiting == Waiting::nothing || waiting == Waiting::idle) own_beats_.forget();
    const Neighbours neighbours = look_at_neighbours(passed);
    milliseconds allowed = waiting == Waiting::start ? settings_.start_timeout : settings_.timeout;
    const bool leaves_it_to_others = waiting == Waiting::others;
    const bool can_name_rank = waiting == Waiting::collective && last_to_enter() != nullptr;
    if (leaves_it_to_others) allowed += grace;
    if (waiting == Waiting::collective && !can_name_rank) allowed += grace_without_a_name;
    if (!neighbours.reports && (leaves_it_to_others || waiting == Waiting::collective))
        allowed += grace_for_reporter;
    if (!leaves_it_to_others && !can_name_rank && waiting != Waiting::start && beacon_)
        allowed += grace_for_first_rank;
    const bool time_is_up = own_beats_.still_for() > allowed;

    const milliseconds timeout_of_rank = time_is_up ? milliseconds(settings_.timeout) / 2 : settings_.timeout;
    if ((neighbours.reports || time_is_up) && neighbours.longest_stopped > timeout_of_rank)
        return report_of_stopped(*neighbours.stopped);
    if (auto line = find_trouble_between_hosts(neighbours, passed, time_is_up)) return line;
    if (!time_is_up) return std::nullopt;
    return report_of_silence() + settings_.likely_cause;
}

Watchdog::Neighbours Watchdog::look_at_neighbours(milliseconds passed) {
    const auto states = board_->states();
    looks_of_others_.resize(states.size());
    Neighbours seen;
    // Nothing is known about ranks that are not on the board.
    if (std::cmp_less(states.size(), ranks_here_)) seen.activity += own_.looks;
    for (std::size_t index = 0; index < states.size(); ++index) {
        const RankState& state = states[index];
        StallTimer& looks = looks_of_others_[index];
        looks.look(state.looks, passed);
        seen.activity += state.beats;
        const bool runs = looks.still_for() < long_without_a_look;
        if (runs && state.waiting == Waiting::nothing) seen.activity += state.looks;
        if (&state == &own_ || state.ended) continue;
        if (runs && &state < &own_) seen.reports = false;
        if (looks.still_for() <= seen.longest_stopped || !is_there(state)) continue;
        seen.longest_stopped = looks.still_for();
        seen.stopped = &state;
    }
    return seen;
}

std::optional<std::string> Watchdog::find_trouble_between_hosts(const Neighbours& neighbours,
                                                                milliseconds passed, bool time_is_up) {
    const milliseconds timeout = settings_.timeout;
    if (hub_) {
        const FleetState fleet = hub_->look(neighbours.activity, passed, timeout);
        const milliseconds still{fleet.still_ms};
        const bool all_are_silent = fleet.silent_rank == 0;
        if (fleet.silent_rank > 0 && time_is_up) return report_of_host(fleet.silent_rank);
        if (!hub_->has_all_hosts()) return std::nullopt;
        // Where all fall silent at once, the network between is more likely the cause than the hosts.
        const milliseconds timeout_of_rank = all_are_silent ? timeouts_of_all * timeout : timeout;
        if (fleet.silent_rank >= 0 && still > timeout && hub_->silence() > timeout_of_rank)
            return report_of_host(fleet.silent_rank);
        if (fleet.silent_rank < 0 && still > timeout + 2 * grace) {
            return fmt::format("no rank has made progress for {} s, and all hosts run: a message was lost",
                               timeout.count() / 1000);
        }
    }
    if (beacon_ && neighbours.reports) {
        const FleetState fleet = beacon_->look(neighbours.activity, passed, timeout);
        activity_.look(neighbours.activity, passed);
        // Other hosts may be in progress meanwhile; this one learns of them through rank 0 only.
        if (beacon_->silence() > timeouts_of_all * timeout && activity_.still_for() > timeout)
            return report_of_host(0);
        if (time_is_up && fleet.silent_rank > 0) return report_of_host(fleet.silent_rank);
    }
    return std::nullopt;
}

std::string Watchdog::name(int rank) const {
    const auto index = static_cast<std::size_t>(rank);
    if (index < settings_.hosts.size()) return fmt::format("rank {} on {}", rank, settings_.hosts[index]);
    return fmt::format("rank {}", rank);
}

std::string Watchdog::name_of_neighbour(const RankState& state) const {
    const int rank = rank_of(state);
    if (!settings_.hosts.empty() && rank >= 0) return name(rank);
    return fmt::format("{} on {}", rank < 0 ? "a rank" : name(rank), host_name());
}

const RankState* Watchdog::last_to_enter() const noexcept {
    const auto states = board_->states();
    const RankState* last = nullptr;
    std::uint64_t most = 0;
    for (const RankState& state : states) {
        if (state.ended || state.waiting == Waiting::idle) continue;
        most = std::max(most, state.entered.load());
        if (last == nullptr || state.entered < last->entered) last = &state;
    }
    return last == nullptr || last->entered == most ? nullptr : last;
}

std::string Watchdog::call_text() const {
    const char* const step = step_.load();
    return fmt::format("{} of {} bytes", step == nullptr ? "the call" : step, format_size(own_.length_bytes));
}

std::string Watchdog::report_of_collective() const {
    const auto timeout_s = settings_.timeout.count();
    if (const RankState* const last = last_to_enter()) {
        return fmt::format("{} has not entered {} for {} s", name_of_neighbour(*last), call_text(),
                           timeout_s);
    }
    return fmt::format("{} of this host have entered {} and not left it for {} s: look at the other hosts",
                       ranks_here_ > 1 ? "all ranks" : "the rank", call_text(), timeout_s);
}

std::string Watchdog::wait_text() const {
    const auto timeout_s = settings_.timeout.count();
    if (const char* const step = step_.load()) return fmt::format("{}, no answer for {} s", step, timeout_s);
    return fmt::format("{} bytes, no answer for {} s", format_size(own_.length_bytes), timeout_s);
}

std::string Watchdog::report_of_silence() const {
    const std::string own = name_of_neighbour(own_);
    // Rank 0 may have to wait for those who take something from it.
    const int peer = own_.peer == rank_of(own_) ? -1 : own_.peer.load();
    const std::string silence = wait_text();
    switch (own_.waiting.load()) {
        case Waiting::answer:
            return fmt::format("{} → {}, {}", own, name(peer), silence);
        case Waiting::messages:
            return fmt::format("{} → {}, {}", peer < 0 ? "other ranks" : name(peer), own, silence);
        case Waiting::broadcast:
            return fmt::format("{} → {} (broadcast), {}", name(peer), own, silence);
        case Waiting::start:
            return fmt::format("{}: MPI_Init has not returned after {} s (--start-timeout){}", own,
                               settings_.start_timeout.count(), missing_text());
        case Waiting::collective:
            return report_of_collective();
        case Waiting::others:
        case Waiting::idle:
        case Waiting::nothing:
            break;
    }
    return fmt::format("{} waits for {}, {}", own, peer < 0 ? "the other ranks" : name(peer), silence);
}

std::string Watchdog::missing_text() const {
    const std::vector<int> missing = board_->missing_ranks();
    if (!missing.empty()) return fmt::format("; not started: rank {}", joined_by(missing, ", "));
    return "; all ranks of this host have started: look at the others, and at the launcher";
}

std::string Watchdog::report_of_stopped(const RankState& stopped) const {
    const bool is_late = own_.waiting == Waiting::collective && stopped.entered < own_.entered;
    return fmt::format("{} has not {} {} s: it is stopped, or its core is taken (process {})",
                       name_of_neighbour(stopped),
                       is_late ? fmt::format("entered {}, nor run, for", call_text()) : "run for",
                       settings_.timeout.count(), stopped.process.load());
}

std::string Watchdog::report_of_host(int first_rank) const {
    const auto& host = settings_.hosts.at(static_cast<std::size_t>(first_rank));
    const auto ranks = std::count(settings_.hosts.begin(), settings_.hosts.end(), host);
    return fmt::format("{}{}: no contact with this host for {} s; it or its network is down",
                       name(first_rank), ranks > 1 ? fmt::format(" and {} more", ranks - 1) : "",
                       settings_.timeout.count());
}

void Watchdog::leave(const std::string& line, int code) const noexcept {
    if (!line.empty()) {
        const std::string text =
            (settings_.clears_line ? "\r\033[K" : "") + (settings_.program + ": " + line + "\n");
        [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
    }
    board_->close();
    if (settings_.last_act) settings_.last_act();
    _exit(code);
}

}  // namespace fabricmap
