// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/watchdog.hpp"

#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/message_lengths.hpp"

#include <fmt/format.h>

#include <csignal>
#include <ctime>
#include <initializer_list>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace fabricmap::network_test {
namespace {

constexpr long look_every_ns = 100'000'000;
// Rank 0 speaks for all when they are told to end; the MPI library may take it along with a rank that left
// before.
constexpr auto head_start = std::chrono::milliseconds(300);
// A rank that only waits for others lets the one with the broken exchange name it first.
constexpr std::chrono::seconds grace{2};

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

}  // namespace

void Watchdog::block_signals() noexcept {
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void Watchdog::unblock_signals() noexcept {
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

Watchdog::Watchdog(Settings settings) : settings_(std::move(settings)) {
    if (settings_.simulated) {
        unblock_signals();
    } else {
        const sigset_t waking = set_of({waking_signal()});
        pthread_sigmask(SIG_BLOCK, &waking, nullptr);
        thread_ = std::thread([this] { watch(); });
    }
}

Watchdog::~Watchdog() {
    stopping_ = true;
    if (thread_.joinable()) {
        pthread_kill(thread_.native_handle(), waking_signal());
        thread_.join();
    }
    unblock_signals();
}

void Watchdog::expect(Waiting waiting, int peer, std::int64_t length_bytes) noexcept {
    peer_.store(peer, std::memory_order_relaxed);
    length_bytes_.store(length_bytes, std::memory_order_relaxed);
    waiting_.store(waiting, std::memory_order_relaxed);
    beat();
}

void Watchdog::watch() {
    const sigset_t signals = set_of({SIGINT, SIGTERM, waking_signal()});
    const timespec look{0, look_every_ns};
    while (!stopping_) {
        const int signal = sigtimedwait(&signals, nullptr, &look);
        if (signal == SIGINT || signal == SIGTERM) {
            if (settings_.rank != 0) std::this_thread::sleep_for(head_start);
            leave(settings_.rank == 0 && settings_.farewell ? settings_.farewell() : std::string(),
                  static_cast<int>(ExitCode::interrupted));
        }
        if (time_is_up()) leave(accusation() + settings_.excuse, static_cast<int>(ExitCode::failure));
    }
}

bool Watchdog::time_is_up() noexcept {
    const auto now = std::chrono::steady_clock::now();
    const std::uint64_t beats = beats_.load(std::memory_order_relaxed);
    const Waiting waiting = waiting_.load(std::memory_order_relaxed);
    if (beats != beats_seen_ || waiting == Waiting::nothing) {
        beats_seen_ = beats;
        beat_seen_at_ = now;
        return false;
    }
    const auto allowed =
        settings_.pair_timeout + (waiting == Waiting::others ? grace : std::chrono::seconds(0));
    return now - beat_seen_at_ > allowed;
}

std::string Watchdog::accusation() const {
    const auto name = [&](int rank) {
        return fmt::format("rank {} on {}", rank, (*settings_.places)[static_cast<std::size_t>(rank)].host);
    };
    const std::string own = name(settings_.rank);
    const int peer = peer_.load();
    const std::string silence = fmt::format("{} bytes, no answer for {} s", format_size(length_bytes_.load()),
                                            settings_.pair_timeout.count());
    switch (waiting_.load()) {
        case Waiting::answer:
            return fmt::format("{} → {}, {}", own, name(peer), silence);
        case Waiting::messages:
            return fmt::format("{} → {}, {}", peer < 0 ? "other ranks" : name(peer), own, silence);
        case Waiting::broadcast:
            return fmt::format("{} → {} (broadcast), {}", name(peer), own, silence);
        case Waiting::others:
        case Waiting::nothing:
            break;
    }
    return fmt::format("{} waits for {}, {}", own, peer < 0 ? "the other ranks" : name(peer), silence);
}

void Watchdog::leave(const std::string& line, int code) const noexcept {
    if (!line.empty()) {
        const std::string text = (settings_.clears_line ? "\r\033[K" : "") + ("network_test: " + line + "\n");
        [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
    }
    _exit(code);
}

}  // namespace fabricmap::network_test
