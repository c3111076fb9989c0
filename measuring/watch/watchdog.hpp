// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/watch/beacon.hpp"
#include "measuring/watch/hang_inquiry.hpp"
#include "measuring/watch/neighbourhood.hpp"
#include "measuring/watch/rank_board.hpp"
#include "measuring/watch/stall_timer.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace fabricmap {

/// A thread on each rank, without MPI calls, that ends the job when a step does not come back, when a rank of
/// its host does not run any more, and when SIGINT, SIGTERM or SIGHUP arrives. It prints one line and leaves
/// by _exit, so mpirun ends the other ranks; planes on disk are complete at any moment, so nothing is lost
/// but the plane in progress.
///
/// It lives from before MPI_Init until after MPI_Finalize. Signals must be blocked (block_signals) before MPI
/// starts its threads. With simulated time there is no thread.
class Watchdog {
  public:
    using Waiting = fabricmap::Waiting;

    struct Settings {
        std::chrono::seconds timeout{30};
        bool simulated = false;
        int rank = -1;                                     ///< -1: not known yet
        std::vector<std::string> hosts{};                  ///< by rank; empty while they are not known
        std::function<std::string()> interrupt_message{};  ///< rank 0's; must not wait for MPI
        bool clears_line = false;                          ///< a progress line may stand where it prints
        /// Rank 0's, before it leaves and after it has named them: keeps these hosts for --resume, which goes
        /// on without them, and returns the lines to add, without an end of the last; must not wait for MPI.
        std::function<std::string(const std::vector<std::string>& hosts)> leave_out{};
        std::function<void()> last_act{};         ///< before it leaves, such as giving a lock back
        std::string likely_cause{};               ///< of silence, added to the report; empty for none
        std::chrono::seconds start_timeout{300};  ///< for MPI_Init
        RankBoard::Scope scope = RankBoard::Scope::process;
        std::string program{};     ///< whose name stands before the line
        std::string crash_line{};  ///< what this rank says where it crashes
    };

    explicit Watchdog(Settings settings);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    /// The one that was made last and lives, on this rank; null where there is none.
    [[nodiscard]] static Watchdog* of_process() noexcept;

    void change_settings(const std::function<void(Settings&)>& change);

    /// From now on this rank waits for `peer` (-1: no single one) with messages of that length.
    void expect(Waiting waiting, int peer, std::int64_t length_bytes) noexcept {
        expect_in(nullptr, waiting, peer, length_bytes);
    }
    /// The same in a step that is no exchange: what the rank is doing, such as "connecting". The text stays.
    void expect_in(const char* step, Waiting waiting, int peer, std::int64_t length_bytes = 0) noexcept;
    /// What the rank waits for now.
    struct Wait {
        const char* step = nullptr;
        Waiting waiting = Waiting::nothing;
        int peer = -1;
        std::int64_t length_bytes = 0;
    };
    [[nodiscard]] Wait wait() const noexcept;
    /// Something moved; the time-out starts anew. One relaxed store: it stands between timed exchanges. Only
    /// the rank's own thread calls it.
    void beat() noexcept {
        own_.beats.store(own_.beats.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    /// This rank enters a call that a group of ranks makes together; all of them number it alike, and later
    /// ones higher. What it waits for is Waiting::collective then. Two relaxed stores.
    void enter(std::uint64_t call) noexcept {
        own_.entered.store(call, std::memory_order_relaxed);
        beat();
    }
    /// This rank waits for nothing that can hang.
    void rest() noexcept { expect(Waiting::nothing, -1, 0); }

    /// On rank 0: receives the other hosts' reports from now on, at that address.
    [[nodiscard]] BeaconAddress listen_to_hosts();
    /// By rank; and where rank 0 listens. The rank itself must be known.
    void set_hosts(std::vector<std::string> hosts, const BeaconAddress& hub);
    /// All ranks of this host have come.
    void all_have_come() noexcept { board_->close(); }
    /// Whether this rank is to find out who answers; then what of, and what it has found.
    [[nodiscard]] bool wants_testimony() const noexcept {
        return is_witness_.load(std::memory_order_acquire);
    }
    [[nodiscard]] const CrossCheck& wanted_check() const noexcept { return wanted_check_; }
    void testify(std::uint32_t answered) noexcept;
    /// This rank has crashed: the job ends with the crash line of the lowest rank that has. For handlers of
    /// signals.
    void report_crash() noexcept { has_crashed_ = true; }
    [[nodiscard]] std::chrono::seconds timeout() const noexcept { return settings_.timeout; }
    /// Waits until no rank of this host needs another any more: who has ended can not say who has not.
    void await_end_of_all() noexcept;

    /// Blocks those three in the calling thread and in those it starts.
    static void block_signals() noexcept;

  private:
    static void unblock_signals() noexcept;
    void watch();
    /// What ends the job.
    struct Trouble {
        std::string line;
        std::vector<std::string> hosts{};  ///< that are to be left out
    };
    [[nodiscard]] std::optional<Trouble> find_trouble();

    /// Shows the others of this host how this rank waits, and sees whether it is wanted as a witness.
    void keep_others_informed() noexcept;
    [[nodiscard]] Stall own_stall() const noexcept;
    [[nodiscard]] std::optional<Trouble> find_trouble_between_hosts(const Neighbours& neighbours,
                                                                    std::chrono::milliseconds passed,
                                                                    bool time_is_up);
    /// On rank 0.
    [[nodiscard]] std::optional<Trouble> inquire(const Neighbours& neighbours,
                                                 std::chrono::milliseconds passed);
    /// Whether rank 0 hears of this host by this rank.
    [[nodiscard]] bool is_heard(const Neighbours& neighbours) const noexcept;
    /// Whether rank 0 finds out more about what hangs than this rank knows.
    [[nodiscard]] bool is_inquired(const Neighbours& neighbours) const noexcept;
    [[nodiscard]] std::string name(int rank) const { return name_of_rank(rank, settings_.hosts); }
    /// Of a rank on this host, which is known before the other hosts are.
    [[nodiscard]] std::string name_of_neighbour(const RankState& state) const;
    [[nodiscard]] std::string call_text() const;
    [[nodiscard]] std::string report_of_collective() const;
    [[nodiscard]] std::string missing_text() const;
    [[nodiscard]] std::string report_of_silence() const;
    [[nodiscard]] Trouble report_of_stopped(const RankState& stopped) const;
    [[nodiscard]] Trouble report_of_stopped(const StoppedRank& stopped) const;
    [[nodiscard]] Trouble report_of_host(int first_rank) const;
    void print(const std::string& lines) const noexcept;
    [[noreturn]] void leave(const std::string& lines, int code) const noexcept;

    std::mutex settings_mutex_;
    Settings settings_;
    std::ptrdiff_t ranks_here_ = 0;  ///< 0 while the hosts are not known
    std::unique_ptr<RankBoard> board_;
    RankState& own_;
    Neighbourhood neighbourhood_;  ///< of the watching thread
    Watchdog* const before_;
    std::atomic<const char*> step_{nullptr};
    std::atomic<bool> stopping_{false};
    std::atomic<bool> has_crashed_{false};
    // Of the watching thread.
    int looks_since_crash_ = 0;
    std::chrono::steady_clock::time_point looked_at_ = std::chrono::steady_clock::now();
    StallTimer own_beats_;
    StallTimer activity_;
    std::unique_ptr<BeaconHub> hub_;
    std::unique_ptr<Beacon> beacon_;
    std::optional<HangInquiry> inquiry_;  ///< on rank 0
    CrossCheck wanted_check_;
    std::atomic<bool> is_witness_{false};
    std::thread thread_;
};

/// Informs the watchdog of this process, where there is one, what this rank waits for, as long as it lives;
/// then it waits for what it did before. To stand before each MPI call that blocks until others have called
/// it: Waiting::idle where they may have much to do before, which takes the place of no other wait.
class WaitScope {
  public:
    explicit WaitScope(Waiting waiting, int peer = -1, std::int64_t length_bytes = 0) noexcept
        : WaitScope(nullptr, waiting, peer, length_bytes) {}
    /// In a step that is no exchange; see Watchdog::expect_in.
    explicit WaitScope(const char* step, Waiting waiting = Waiting::others, int peer = -1,
                       std::int64_t length_bytes = 0) noexcept;
    ~WaitScope();
    WaitScope(const WaitScope&) = delete;
    WaitScope& operator=(const WaitScope&) = delete;

  private:
    Watchdog* watchdog_;
    Watchdog::Wait before_;
};

}  // namespace fabricmap
