// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run_description.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace fabricmap::network_test {

/// A thread on each rank, without MPI calls, that ends the job when an exchange does not come back, and when
/// SIGINT or SIGTERM arrives. It prints one line and leaves by _exit, so mpirun ends the other ranks; planes
/// on disk are complete at any moment, so nothing is lost but the plane under way.
///
/// Signals must be blocked (block_signals) before MPI starts its threads. With simulated time there is no
/// thread.
class Watchdog {
  public:
    /// What hangs when nothing moves for the time-out.
    enum class Waiting : std::uint8_t {
        nothing,    ///< the rank is idle: others are measured
        answer,     ///< it leads an exchange with a peer
        messages,   ///< it waits for messages that peers have sent at once
        broadcast,  ///< it waits for the message of a root
        others,     ///< it waits for ranks that have trouble of their own: they get time to speak first
    };

    struct Settings {
        std::chrono::seconds pair_timeout{30};
        bool simulated = false;
        int rank = 0;
        const std::vector<RankPlace>* places = nullptr;
        std::function<std::string()>
            farewell;              ///< rank 0's line when interrupted; must not wait for the main thread
        bool clears_line = false;  ///< a progress line may stand where it prints
        std::string excuse = {};  ///< what else may cause silence, added to the accusation; empty for nothing
    };

    explicit Watchdog(Settings settings);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    /// From now on this rank waits for `peer` (-1: no single one) with messages of that length.
    void expect(Waiting waiting, int peer, std::int64_t length_bytes) noexcept;
    /// Something moved; the time-out starts anew. One relaxed store: it stands between timed exchanges. Only
    /// the rank's own thread calls it.
    void beat() noexcept {
        beats_.store(beats_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    /// This rank waits for nothing that can hang.
    void rest() noexcept { expect(Waiting::nothing, -1, 0); }

    /// Blocks SIGINT and SIGTERM in the calling thread and in those it starts.
    static void block_signals() noexcept;

  private:
    static void unblock_signals() noexcept;
    void watch();
    [[nodiscard]] bool time_is_up() noexcept;
    [[nodiscard]] std::string accusation() const;
    [[noreturn]] void leave(const std::string& line, int code) const noexcept;

    Settings settings_;
    std::uint64_t beats_seen_ = 0;  ///< by the watching thread
    std::chrono::steady_clock::time_point beat_seen_at_ = std::chrono::steady_clock::now();
    std::atomic<Waiting> waiting_{Waiting::nothing};
    std::atomic<int> peer_{-1};
    std::atomic<std::int64_t> length_bytes_{0};
    std::atomic<std::uint64_t> beats_{0};
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

/// Tells the watchdog that this rank waits, as long as it lives; then the rank rests.
class Expectation {
  public:
    Expectation(Watchdog& watchdog, Watchdog::Waiting waiting, int peer, std::int64_t length_bytes) noexcept
        : watchdog_(watchdog) {
        watchdog_.expect(waiting, peer, length_bytes);
    }
    ~Expectation() { watchdog_.rest(); }
    Expectation(const Expectation&) = delete;
    Expectation& operator=(const Expectation&) = delete;

  private:
    Watchdog& watchdog_;
};

}  // namespace fabricmap::network_test
