// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/watchdog.hpp"

#include "base/errors.hpp"
#include "base/host_name.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/unfinished_files.hpp"

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
// It alone can keep what is to be left out; on a busy machine it may look seconds late.
constexpr milliseconds grace_for_keeper{5000};
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

/// SIGHUP unless it is ignored from the start, as under nohup: a signal that is blocked is never ignored.
sigset_t ending_signals() noexcept {
    sigset_t signals = set_of({SIGINT, SIGTERM});
    struct sigaction hang_up {};
    sigaction(SIGHUP, nullptr, &hang_up);
    if (hang_up.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
    return signals;
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
      neighbourhood_(*board_),
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
    if (settings_.rank == 0) inquiry_.emplace();
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
    sigset_t signals = ending_signals();
    sigaddset(&signals, waking_signal());
    const timespec look{0, look_every_ns};
    while (!stopping_) {
        const int signal = sigtimedwait(&signals, nullptr, &look);
        ++own_.looks;
        if (signal > 0 && signal != waking_signal()) {
            if (own_.rank_plus1 != 1) std::this_thread::sleep_for(head_start);
            const std::scoped_lock lock(settings_mutex_);
            leave(settings_.rank == 0 && settings_.interrupt_message ? settings_.interrupt_message()
                                                                     : std::string(),
                  static_cast<int>(ExitCode::interrupted));
        }
        const std::scoped_lock lock(settings_mutex_);
        if (const auto trouble = find_trouble()) {
            print(trouble->line);
            const bool leaves_out = settings_.rank == 0 && settings_.leave_out && !trouble->hosts.empty();
            leave(leaves_out ? settings_.leave_out(trouble->hosts) : std::string(),
                  static_cast<int>(ExitCode::failure));
        }
    }
}

std::optional<Watchdog::Trouble> Watchdog::find_trouble() {
    // Of several that crash the lowest rank prints: the launcher ends the others once it has left.
    constexpr int max_looks_before = 30;
    if (has_crashed_ && looks_since_crash_++ >= std::min(3 * rank_of(own_), max_looks_before))
        return Trouble{settings_.crash_line};
    const auto now = std::chrono::steady_clock::now();
    const auto passed = std::chrono::duration_cast<milliseconds>(now - std::exchange(looked_at_, now));
    const Waiting waiting = own_.waiting.load(std::memory_order_relaxed);
    own_beats_.look(own_.beats.load(std::memory_order_relaxed), passed);
    if (waiting == Waiting::nothing || waiting == Waiting::idle) own_beats_.forget();
    keep_others_informed();
    const Neighbours neighbours = neighbourhood_.look(passed, settings_.timeout, ranks_here_);
    milliseconds allowed = waiting == Waiting::start ? settings_.start_timeout : settings_.timeout;
    const bool leaves_it_to_others = waiting == Waiting::others;
    const bool can_name_rank = waiting == Waiting::collective && neighbourhood_.last_to_enter() != nullptr;
    if (leaves_it_to_others) allowed += grace;
    if (waiting == Waiting::collective && !can_name_rank) allowed += grace_without_a_name;
    if (!neighbours.reports && (leaves_it_to_others || waiting == Waiting::collective))
        allowed += grace_for_reporter;
    if (!leaves_it_to_others && !can_name_rank && waiting != Waiting::start && beacon_)
        allowed += grace_for_first_rank;
    const bool time_is_up = own_beats_.still_for() > allowed;

    // Only rank 0 can keep which host is to be left out.
    const auto for_first_rank = is_heard(neighbours) ? grace_for_keeper : milliseconds(0);
    const milliseconds timeout_of_rank = time_is_up ? milliseconds(settings_.timeout) / 2 : settings_.timeout;
    if ((neighbours.reports || time_is_up) && neighbours.longest_stopped > timeout_of_rank + for_first_rank)
        return report_of_stopped(*neighbours.stopped);
    if (auto trouble =
            find_trouble_between_hosts(neighbours, passed, own_beats_.still_for() > allowed + for_first_rank))
        return trouble;
    if (auto trouble = inquire(neighbours, passed)) return trouble;
    const bool has_no_pair = waiting == Waiting::collective || waiting == Waiting::broadcast;
    if (!has_no_pair && is_inquired(neighbours)) allowed += time_of_inquiry(settings_.timeout);
    if (own_beats_.still_for() <= allowed) return std::nullopt;
    return Trouble{report_of_silence() + settings_.likely_cause};
}

Stall Watchdog::own_stall() const noexcept {
    Stall stall{rank_of(own_), own_.peer, own_.length_bytes, own_.waiting};
    if (const char* const step = step_) std::string_view(step).copy(stall.step.data(), stall.step.size() - 1);
    return stall;
}

void Watchdog::keep_others_informed() noexcept {
    const Stall stall = own_stall();
    const bool has_stalled = stall.is_of_pair() && own_beats_.still_for() > settings_.timeout;
    if (has_stalled && !own_.has_stalled) own_.stall = stall;
    own_.has_stalled.store(has_stalled, std::memory_order_release);
    if (is_witness_) return;
    wanted_check_ = neighbourhood_.check_for(rank_of(own_));
    is_witness_.store(wanted_check_.is_wanted(), std::memory_order_release);
}

void Watchdog::testify(std::uint32_t answered) noexcept {
    own_.answered = answered;
    own_.has_tried.store(true, std::memory_order_release);
}

std::optional<Watchdog::Trouble> Watchdog::find_trouble_between_hosts(const Neighbours& neighbours,
                                                                      milliseconds passed, bool time_is_up) {
    const milliseconds timeout = settings_.timeout;
    if (hub_) {
        const FleetState fleet = hub_->look(neighbours.activity, passed, timeout);
        const milliseconds still{fleet.still_ms};
        const bool all_are_silent = fleet.silent_rank == 0;
        const auto all_news = hub_->news();
        const bool any_waits = std::any_of(all_news.begin(), all_news.end(), [](const HostNews& news) {
            return news.stalls.front().rank >= 0;
        });
        if (fleet.silent_rank > 0 && (time_is_up || any_waits)) return report_of_host(fleet.silent_rank);
        for (const HostNews& news : all_news) {
            if (news.stopped.rank >= 0) return report_of_stopped(news.stopped);
        }
        if (!hub_->has_all_hosts()) return std::nullopt;
        // Where all fall silent at once, the network between is more likely the cause than the hosts.
        const milliseconds timeout_of_rank = all_are_silent ? timeouts_of_all * timeout : timeout;
        if (fleet.silent_rank >= 0 && still > timeout && hub_->silence() > timeout_of_rank)
            return report_of_host(fleet.silent_rank);
        if (fleet.silent_rank < 0 && still > timeout + 2 * grace + time_of_inquiry(timeout)) {
            return Trouble{
                fmt::format("no rank has made progress for {} s, and all hosts run: a message was lost",
                            timeout.count() / 1000)};
        }
    }
    if (beacon_ && neighbours.reports) {
        const FleetState fleet = beacon_->look(neighbours.activity, passed, timeout, neighbours.news);
        if (fleet.check.is_wanted() && !own_.has_check) own_.post(fleet.check);
        activity_.look(neighbours.activity, passed);
        // Other hosts may be in progress meanwhile; this one learns of them through rank 0 only.
        if (beacon_->silence() > timeouts_of_all * timeout && activity_.still_for() > timeout)
            return report_of_host(0);
        if (time_is_up && fleet.silent_rank > 0) return report_of_host(fleet.silent_rank);
    }
    return std::nullopt;
}

std::optional<Watchdog::Trouble> Watchdog::inquire(const Neighbours& neighbours, milliseconds passed) {
    if (!inquiry_) return std::nullopt;
    std::vector<HostNews> news{neighbours.news};
    if (hub_) {
        for (const HostNews& of_host : hub_->news()) news.push_back(of_host);
    }
    const auto ended = inquiry_->look(news, settings_.hosts, passed, settings_.timeout);
    if (inquiry_->check().is_wanted() && !own_.has_check) {
        own_.post(inquiry_->check());
        if (hub_) hub_->ask_for(inquiry_->check());
    }
    if (!ended) return std::nullopt;
    const std::string pair =
        text_of(ended->stall, name(ended->stall.rank), settings_.hosts, settings_.timeout);
    const std::string& found = ended->judgement.text;
    return Trouble{pair + settings_.likely_cause + (found.empty() ? "" : "\n") + found,
                   ended->judgement.hosts};
}

bool Watchdog::is_heard(const Neighbours& neighbours) const noexcept {
    return beacon_ && neighbours.reports && beacon_->is_answered();
}

bool Watchdog::is_inquired(const Neighbours& neighbours) const noexcept {
    if (settings_.hosts.empty()) return false;
    if (inquiry_) return !inquiry_->has_ended();
    if (beacon_) return !neighbours.reports || is_heard(neighbours);
    return neighbours.first_rank_runs;
}

std::string Watchdog::name_of_neighbour(const RankState& state) const {
    const int rank = rank_of(state);
    if (!settings_.hosts.empty() && rank >= 0) return name(rank);
    return fmt::format("{} on {}", rank < 0 ? "a rank" : name(rank), host_name());
}

std::string Watchdog::call_text() const {
    const char* const step = step_.load();
    return fmt::format("{} of {} bytes", step == nullptr ? "the call" : step, format_size(own_.length_bytes));
}

std::string Watchdog::report_of_collective() const {
    const auto timeout_s = settings_.timeout.count();
    if (const RankState* const last = neighbourhood_.last_to_enter()) {
        return fmt::format("{} has not entered {} for {} s", name_of_neighbour(*last), call_text(),
                           timeout_s);
    }
    return fmt::format("{} of this host have entered {} and not left it for {} s: look at the other hosts",
                       ranks_here_ > 1 ? "all ranks" : "the rank", call_text(), timeout_s);
}

std::string Watchdog::report_of_silence() const {
    const std::string own = name_of_neighbour(own_);
    if (own_.waiting == Waiting::collective) return report_of_collective();
    if (own_.waiting != Waiting::start) return text_of(own_stall(), own, settings_.hosts, settings_.timeout);
    return fmt::format("{}: MPI_Init has not returned after {} s (--start-timeout){}", own,
                       settings_.start_timeout.count(), missing_text());
}

std::string Watchdog::missing_text() const {
    const std::vector<int> missing = board_->missing_ranks();
    if (!missing.empty()) return fmt::format("; not started: rank {}", joined_by(missing, ", "));
    return "; all ranks of this host have started: look at the others, and at the launcher";
}

Watchdog::Trouble Watchdog::report_of_stopped(const RankState& stopped) const {
    const bool is_late = own_.waiting == Waiting::collective && stopped.entered < own_.entered;
    if (!is_late && std::cmp_less(rank_of(stopped), settings_.hosts.size()))
        return report_of_stopped(StoppedRank{rank_of(stopped), stopped.process});
    const std::string what = is_late ? fmt::format("entered {}, nor run, for", call_text()) : "run for";
    return {text_of_stopped(name_of_neighbour(stopped), what, settings_.timeout, stopped.process)};
}

Watchdog::Trouble Watchdog::report_of_stopped(const StoppedRank& stopped) const {
    return {text_of_stopped(name(stopped.rank), "run for", settings_.timeout, stopped.process),
            {settings_.hosts.at(static_cast<std::size_t>(stopped.rank))}};
}

Watchdog::Trouble Watchdog::report_of_host(int first_rank) const {
    return {text_of_silent_host(first_rank, settings_.hosts, settings_.timeout),
            {settings_.hosts.at(static_cast<std::size_t>(first_rank))}};
}

void Watchdog::print(const std::string& lines) const noexcept {
    if (lines.empty()) return;
    std::string text = settings_.clears_line ? "\r\033[K" : "";
    for (const std::string& part : split(lines, '\n')) text += settings_.program + ": " + part + "\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

void Watchdog::leave(const std::string& lines, int code) const noexcept {
    print(lines);
    board_->close();
    remove_unfinished_files();
    if (settings_.last_act) settings_.last_act();
    _exit(code);
}

}  // namespace fabricmap
