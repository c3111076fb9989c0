// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/switch.hpp"

#include "base/mixing.hpp"
#include "lab/virtual/system_error.hpp"
#include "lab/virtual/tap.hpp"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <netinet/in.h>
#include <sched.h>
#include <sys/prctl.h>

namespace fabricmap::lab {
namespace {

Nanoseconds now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

timespec timespec_of(Nanoseconds span) {
    constexpr std::int64_t in_a_second = 1'000'000'000;
    return {span.count() / in_a_second, span.count() % in_a_second};
}

int receiver_of(const std::vector<std::byte>& frame) {
    return host_of_address(reinterpret_cast<const std::uint8_t*>(frame.data()) + frame_header_bytes);
}

/// The same of all packets with these addresses and ports; of what is neither TCP nor UDP, with these
/// addresses.
std::uint64_t flow_of(const std::vector<std::byte>& frame, std::size_t bytes) {
    constexpr std::size_t ethernet_bytes = 14;
    constexpr std::size_t min_header_bytes = 20;
    constexpr std::size_t protocol_at = 9;
    constexpr std::size_t addresses_at = 12;
    constexpr std::size_t begin = frame_header_bytes + ethernet_bytes;
    if (bytes < begin + min_header_bytes) return 0;
    const auto word = [&](std::size_t at) {
        std::uint32_t value = 0;
        std::memcpy(&value, frame.data() + at, sizeof value);
        return std::uint64_t{value};
    };
    const std::uint64_t addresses = mix(word(begin + addresses_at), word(begin + addresses_at + 4));
    const auto protocol = std::to_integer<int>(frame[begin + protocol_at]);
    const std::size_t ports_at = begin + 4 * std::to_integer<std::size_t>(frame[begin] & std::byte{0x0f});
    const bool has_ports = (protocol == IPPROTO_TCP || protocol == IPPROTO_UDP) && bytes >= ports_at + 4;
    return has_ports ? mix(addresses, word(ports_at)) : addresses;
}

}  // namespace

Switch::Switch(std::vector<FileDescriptor> taps, SwitchSettings settings)
    : taps_(std::move(taps)), scheduler_(std::move(settings)) {
    for (const FileDescriptor& tap : taps_) watched_.push_back({tap.get(), POLLIN, 0});
}

void Switch::run() {
    while (true) {
        wait();
        for (int host = 0; host < static_cast<int>(taps_.size()); ++host) {
            if (watched_[static_cast<std::size_t>(host)].revents != 0) take_from(host);
        }
        while (const auto frame = scheduler_.leave(now())) deliver(*frame);
    }
}

void Switch::wait() {
    timespec pause{};
    const auto next = scheduler_.next();
    if (next) pause = timespec_of(std::max(Nanoseconds(0), *next - now()));
    const int ready = ppoll(watched_.data(), watched_.size(), next ? &pause : nullptr, nullptr);
    if (ready < 0 && errno != EINTR) require(ready, "the switch waits for frames");
}

void Switch::take_from(int host) {
    // A host that never stops sending must not keep the switch from the others.
    constexpr int max_at_once = 32;
    for (int taken = 0; taken < max_at_once; ++taken) {
        const std::size_t ticket = free_buffer();
        std::vector<std::byte>& buffer = buffers_[ticket];
        const ssize_t bytes =
            read(taps_[static_cast<std::size_t>(host)].get(), buffer.data(), longest_frame_bytes);
        if (bytes < 0 && errno != EAGAIN && errno != EINTR) require(-1, "the switch takes a frame");
        if (bytes <= static_cast<ssize_t>(frame_header_bytes + sizeof(EthernetAddress))) return;
        const int receiver = receiver_of(buffer);
        if (receiver < 0 || receiver >= static_cast<int>(taps_.size()) || receiver == host) continue;
        const Frame frame{host, receiver, bytes - static_cast<std::int64_t>(frame_header_bytes), ticket,
                          flow_of(buffer, static_cast<std::size_t>(bytes))};
        if (scheduler_.enter(now(), frame)) free_buffers_.pop_back();
    }
}

void Switch::deliver(const Frame& frame) {
    const auto bytes = static_cast<std::size_t>(frame.bytes) + frame_header_bytes;
    const int tap = taps_[static_cast<std::size_t>(frame.receiver)].get();
    // What a host has no room for is lost, as on a real port; TCP sends it again.
    (void)!write(tap, buffers_[frame.ticket].data(), bytes);
    free_buffers_.push_back(frame.ticket);
}

/// The last of the free buffers; it stays free until a frame travels in it.
std::size_t Switch::free_buffer() {
    if (free_buffers_.empty()) {
        free_buffers_.push_back(buffers_.size());
        buffers_.emplace_back(longest_frame_bytes);
    }
    return free_buffers_.back();
}

void raise_priority() {
    prctl(PR_SET_TIMERSLACK, 1);
    // Ahead of the ranks, which may be real-time processes themselves.
    sched_param urgent{};
    (void)sched_getparam(0, &urgent);
    ++urgent.sched_priority;
    // Without the right to it the switch works too, with more jitter.
    (void)sched_setscheduler(0, SCHED_FIFO, &urgent);
}

}  // namespace fabricmap::lab
