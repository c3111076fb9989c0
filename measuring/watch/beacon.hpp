// SPDX-License-Identifier: Apache-2.0
// One rank of each host reports to rank 0 now and then, outside MPI, that its host is alive and whether
// anything moves there. So a host that has died can be named where every other rank only waits.
#pragma once

#include "measuring/watch/cross_check.hpp"
#include "measuring/watch/stall_timer.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <netinet/in.h>
#include <vector>

namespace fabricmap {

/// A non-blocking socket for datagrams; closed at the end of its life.
class DatagramSocket {
  public:
    /// On a port that the system chooses. Without a network it is not usable.
    DatagramSocket() noexcept;
    ~DatagramSocket();
    DatagramSocket(const DatagramSocket&) = delete;
    DatagramSocket& operator=(const DatagramSocket&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }  ///< 0: not usable
    void send(const void* bytes, std::size_t size, const sockaddr_in& to) const noexcept;
    /// Whether one of that size was there; others are dropped.
    [[nodiscard]] bool receive(void* bytes, std::size_t size, sockaddr_in& from) const noexcept;

  private:
    int socket_ = -1;
    std::uint16_t port_ = 0;
};

/// Where rank 0 listens; passed to all ranks as bytes.
struct BeaconAddress {
    std::uint64_t token = 0;               ///< datagrams without it are dropped
    std::uint16_t port = 0;                ///< 0: nobody listens
    std::array<std::uint32_t, 8> hosts{};  ///< of rank 0's host, as in sockaddr_in; 0 where there are fewer
};

/// A rank that has not run for the time-out.
struct StoppedRank {
    std::int32_t rank = -1;  ///< -1: there is none
    std::int32_t process = 0;
};

/// What a host knows of something that hangs.
struct HostNews {
    StoppedRank stopped;
    std::array<Stall, 3> stalls;  ///< of some of its ranks; those that are there come first
    std::array<Testimony, CrossCheck::max_witnesses> testimonies;  ///< the same

    /// Dropped where it has enough of them.
    void add(const Stall& stall) noexcept;
    void add(const Testimony& testimony) noexcept;
    /// Whether it has more than the other.
    [[nodiscard]] bool is_ahead_of(const HostNews& other) const noexcept;
};

/// Rank 0's answer to a report.
struct FleetState {
    /// The first of a host that has not reported for half of the time-out, rank 0 where none has; -1: all
    /// have.
    std::int32_t silent_rank = -1;
    std::int64_t still_ms = 0;  ///< for how long nothing has moved on any host that reports
    CrossCheck check;           ///< where one is wanted
};

/// On rank 0: receives the reports of all hosts. One call at a time.
class BeaconHub {
  public:
    BeaconHub();

    /// `first_ranks`: of each host but rank 0's own the lowest rank, which stands for it, ascending.
    void expect(const std::vector<std::int32_t>& first_ranks);

    [[nodiscard]] const BeaconAddress& address() const noexcept { return address_; }

    /// Takes in what has come and answers it. `own_activity`: a number that grows when anything moves on the
    /// own host.
    FleetState look(std::uint64_t own_activity, std::chrono::milliseconds passed,
                    std::chrono::milliseconds timeout);
    /// From now on all answers hold it.
    void ask_for(const CrossCheck& check) noexcept { state_.check = check; }
    /// Of all hosts that have reported any.
    [[nodiscard]] std::vector<HostNews> news() const;
    /// How long the host of FleetState::silent_rank has been silent.
    [[nodiscard]] std::chrono::milliseconds silence() const noexcept { return silence_; }
    /// Whether all hosts have reported at least once: only then FleetState::still_ms is of all of them.
    [[nodiscard]] bool has_all_hosts() const noexcept { return has_all_hosts_; }

  private:
    struct Host {
        std::int32_t first_rank = 0;
        std::uint64_t reports = 0;
        std::uint64_t activity = 0;
        HostNews news;
        StallTimer silent;
    };

    DatagramSocket socket_;
    BeaconAddress address_;
    std::vector<Host> hosts_;
    StallTimer still_;
    std::chrono::milliseconds silence_{0};
    bool has_all_hosts_ = false;
    FleetState state_;
};

/// On every other host: reports to rank 0 and receives the state of all hosts.
class Beacon {
  public:
    Beacon(const BeaconAddress& hub, std::int32_t first_rank_of_host) noexcept;

    /// `news`: of this host; reported at once where there is more than before.
    FleetState look(std::uint64_t own_activity, std::chrono::milliseconds passed,
                    std::chrono::milliseconds timeout, const HostNews& news = {});
    /// Whether rank 0 has answered lately.
    [[nodiscard]] bool is_answered() const noexcept;
    /// How long rank 0 has not answered; 0 where it never did.
    [[nodiscard]] std::chrono::milliseconds silence() const noexcept {
        return answers_ == 0 ? std::chrono::milliseconds(0) : unanswered_.still_for();
    }

  private:
    void report(std::uint64_t own_activity) const noexcept;

    BeaconAddress hub_;
    std::int32_t first_rank_;
    DatagramSocket socket_;
    HostNews news_;
    std::uint64_t answers_ = 0;
    std::uint32_t answering_host_ = 0;
    StallTimer unanswered_;
    std::chrono::milliseconds since_report_{0};
    FleetState state_;
};

}  // namespace fabricmap
