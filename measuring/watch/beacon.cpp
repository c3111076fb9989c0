// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/beacon.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <ifaddrs.h>
#include <net/if.h>
#include <random>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds longest_between_reports{1000};

struct Report {
    std::uint64_t token;
    std::uint64_t activity;
    std::int64_t first_rank;
    HostNews news;
};

struct Answer {
    std::uint64_t token;
    std::int64_t silent_rank;
    std::int64_t still_ms;
    CrossCheck check;
};

std::array<std::uint32_t, 8> own_addresses() {
    std::array<std::uint32_t, 8> found{};
    ifaddrs* all = nullptr;
    if (getifaddrs(&all) != 0) return found;
    std::size_t count = 0;
    for (const ifaddrs* entry = all; entry != nullptr && count < found.size(); entry = entry->ifa_next) {
        const bool is_outward = (entry->ifa_flags & IFF_UP) != 0 && (entry->ifa_flags & IFF_LOOPBACK) == 0;
        if (!is_outward || entry->ifa_addr == nullptr || entry->ifa_addr->sa_family != AF_INET) continue;
        found.at(count++) = reinterpret_cast<const sockaddr_in*>(entry->ifa_addr)->sin_addr.s_addr;
    }
    freeifaddrs(all);
    return found;
}

sockaddr_in socket_address(std::uint32_t host, std::uint16_t port) noexcept {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = host;
    address.sin_port = htons(port);
    return address;
}

std::ptrdiff_t stalls_in(const HostNews& news) noexcept {
    return std::count_if(news.stalls.begin(), news.stalls.end(),
                         [](const Stall& stall) { return stall.rank >= 0; });
}

std::ptrdiff_t testimonies_in(const HostNews& news) noexcept {
    return std::count_if(news.testimonies.begin(), news.testimonies.end(),
                         [](const Testimony& testimony) { return testimony.witness >= 0; });
}

}  // namespace

void HostNews::add(const Stall& stall) noexcept {
    const auto count = static_cast<std::size_t>(stalls_in(*this));
    if (count < stalls.size()) stalls.at(count) = stall;
}

void HostNews::add(const Testimony& testimony) noexcept {
    const auto count = static_cast<std::size_t>(testimonies_in(*this));
    if (count < testimonies.size()) testimonies.at(count) = testimony;
}

bool HostNews::is_ahead_of(const HostNews& other) const noexcept {
    return stopped.rank > other.stopped.rank || stalls_in(*this) > stalls_in(other) ||
           testimonies_in(*this) > testimonies_in(other);
}

DatagramSocket::DatagramSocket() noexcept
    : socket_(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    // A report of each of some thousand hosts may come between two looks.
    const int room = 4 << 20;
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    sockaddr_in own = socket_address(htonl(INADDR_ANY), 0);
    socklen_t size = sizeof own;
    auto* const address = reinterpret_cast<sockaddr*>(&own);
    if (socket_ < 0 || bind(socket_, address, size) != 0 || getsockname(socket_, address, &size) != 0) return;
    port_ = ntohs(own.sin_port);
}

DatagramSocket::~DatagramSocket() {
    if (socket_ >= 0) close(socket_);
}

void DatagramSocket::send(const void* bytes, std::size_t size, const sockaddr_in& to) const noexcept {
    // What is lost is sent again soon.
    [[maybe_unused]] const auto sent =
        sendto(socket_, bytes, size, MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&to), sizeof to);
}

bool DatagramSocket::receive(void* bytes, std::size_t size, sockaddr_in& from) const noexcept {
    while (true) {
        socklen_t length = sizeof from;
        const ssize_t received =
            recvfrom(socket_, bytes, size, MSG_TRUNC, reinterpret_cast<sockaddr*>(&from), &length);
        if (received < 0 && errno == EINTR) continue;
        if (received < 0) return false;
        if (std::cmp_equal(received, size)) return true;
    }
}

BeaconHub::BeaconHub() {
    std::random_device device;
    address_ = {(std::uint64_t{device()} << 32U) | device(), socket_.port(), own_addresses()};
}

void BeaconHub::expect(const std::vector<std::int32_t>& first_ranks) {
    for (const std::int32_t rank : first_ranks) hosts_.push_back({rank, 0, 0, {}, {}});
}

FleetState BeaconHub::look(std::uint64_t own_activity, milliseconds passed, milliseconds timeout) {
    Report report{};
    for (sockaddr_in from{}; socket_.receive(&report, sizeof report, from);) {
        if (report.token != address_.token) continue;
        const auto host =
            std::lower_bound(hosts_.begin(), hosts_.end(), report.first_rank,
                             [](const Host& entry, std::int64_t rank) { return entry.first_rank < rank; });
        if (host == hosts_.end() || host->first_rank != report.first_rank) continue;
        ++host->reports;
        host->activity = report.activity;
        host->news = report.news;
        const Answer answer{address_.token, state_.silent_rank, state_.still_ms, state_.check};
        socket_.send(&answer, sizeof answer, from);
    }
    std::uint64_t activity = own_activity;
    state_.silent_rank = -1;
    silence_ = timeout / 2;
    // Where nobody came through, the silence of all says nothing.
    const bool any_came_through =
        std::any_of(hosts_.begin(), hosts_.end(), [](const Host& host) { return host.reports > 0; });
    has_all_hosts_ =
        std::all_of(hosts_.begin(), hosts_.end(), [](const Host& host) { return host.reports > 0; });
    std::size_t silent = 0;
    for (Host& host : hosts_) {
        activity += host.activity;
        host.silent.look(host.reports, passed);
        if (!any_came_through || host.silent.still_for() <= timeout / 2) continue;
        ++silent;
        if (host.silent.still_for() <= silence_) continue;
        silence_ = host.silent.still_for();
        state_.silent_rank = host.first_rank;
    }
    if (silent > 1 && silent == hosts_.size()) state_.silent_rank = 0;
    still_.look(activity, passed);
    state_.still_ms = still_.still_for().count();
    return state_;
}

std::vector<HostNews> BeaconHub::news() const {
    std::vector<HostNews> all;
    for (const Host& host : hosts_) {
        if (host.news.is_ahead_of({})) all.push_back(host.news);
    }
    return all;
}

Beacon::Beacon(const BeaconAddress& hub, std::int32_t first_rank_of_host) noexcept
    : hub_(hub), first_rank_(first_rank_of_host) {
    report(0);
}

FleetState Beacon::look(std::uint64_t own_activity, milliseconds passed, milliseconds timeout,
                        const HostNews& news) {
    Answer answer{};
    for (sockaddr_in from{}; socket_.receive(&answer, sizeof answer, from);) {
        if (answer.token != hub_.token) continue;
        ++answers_;
        answering_host_ = from.sin_addr.s_addr;
        state_ = {static_cast<std::int32_t>(answer.silent_rank), answer.still_ms, answer.check};
    }
    unanswered_.look(answers_, passed);
    since_report_ += passed;
    const bool is_due = since_report_ >= std::min(longest_between_reports, timeout / 10);
    if (!is_due && !news.is_ahead_of(news_)) return state_;
    news_ = news;
    since_report_ = milliseconds(0);
    report(own_activity);
    return state_;
}

bool Beacon::is_answered() const noexcept {
    return answers_ > 0 && unanswered_.still_for() < 3 * longest_between_reports;
}

void Beacon::report(std::uint64_t own_activity) const noexcept {
    const Report report{hub_.token, own_activity, first_rank_, news_};
    // One way is enough as long as it leads there.
    for (const std::uint32_t host : hub_.hosts) {
        if (host != 0 && (!is_answered() || host == answering_host_))
            socket_.send(&report, sizeof report, socket_address(host, hub_.port));
    }
}

}  // namespace fabricmap
