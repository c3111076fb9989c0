// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/frame_scheduler.hpp"

#include "base/mixing.hpp"
#include "statistics/random.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::lab {
namespace {

Nanoseconds time_of(std::int64_t bytes, double rate) {
    constexpr double in_a_second = 1e9;
    if (std::isinf(rate)) return Nanoseconds(0);
    return Nanoseconds(std::llround(static_cast<double>(bytes) / rate * in_a_second));
}

}  // namespace

FrameScheduler::FrameScheduler(SwitchSettings settings)
    : settings_(std::move(settings)),
      port_times_(settings_.ports.size()),
      tails_(settings_.paths.size()),
      random_(settings_.seed) {
    for (const int count : settings_.cable_counts) cable_free_.emplace_back(count);
}

Nanoseconds& FrameScheduler::cable_free(std::size_t trunk, std::uint64_t flow) {
    std::vector<Nanoseconds>& cables = cable_free_[trunk];
    return cables[mix(flow, mix(settings_.seed, trunk)) % cables.size()];
}

Nanoseconds& FrameScheduler::send_free(int host) {
    return port_times_[static_cast<std::size_t>(host)].send_free;
}

Nanoseconds& FrameScheduler::receive_free(int host) {
    return settings_.port(host).half_duplex ? send_free(host)
                                            : port_times_[static_cast<std::size_t>(host)].receive_free;
}

bool FrameScheduler::is_lost(const Frame& frame) {
    const double send_loss = settings_.port(frame.sender).send_loss;
    const double receive_loss = settings_.port(frame.receiver).receive_loss;
    if (settings_.path(frame.sender, frame.receiver).dead) return true;
    return (send_loss > 0 && uniform(random_()) < send_loss) ||
           (receive_loss > 0 && uniform(random_()) < receive_loss);
}

Nanoseconds FrameScheduler::travel_time(const SwitchPath& path) {
    if (path.jitter.count() == 0) return path.latency;
    const double stray = normal_quantile(uniform(random_())) * static_cast<double>(path.jitter.count());
    return std::max(Nanoseconds(0), path.latency + Nanoseconds(std::llround(stray)));
}

bool FrameScheduler::enter(Nanoseconds now, const Frame& frame) {
    // A port that carries one direction at a time serves who came first, so earlier arrivals go before.
    let_arrive(now);
    if (is_lost(frame)) return false;
    const Nanoseconds flow = time_of(frame.bytes, settings_.port(frame.sender).send_rate);
    const Nanoseconds begin = std::max(now, send_free(frame.sender));
    send_free(frame.sender) = begin + flow;
    Nanoseconds& last_tail = tails_[settings_.index(frame.sender, frame.receiver)];
    const Nanoseconds head =
        std::max(begin + travel_time(settings_.path(frame.sender, frame.receiver)), last_tail);
    last_tail = head + flow;
    travelling_.push({head, last_tail, entered_++, frame});
    return true;
}

void FrameScheduler::let_arrive(Nanoseconds now) {
    while (!travelling_.empty() && travelling_.top().time <= now) {
        const Arrival arrival = travelling_.top();
        travelling_.pop();
        pass_next(arrival);
    }
}

void FrameScheduler::pass_next(Arrival arrival) {
    const auto flow_through = [&](Nanoseconds& free, double rate) {
        // Bytes that dribble in from a slow sender leave the room between them to others.
        arrival.time = std::max(arrival.time, free);
        free = arrival.time + time_of(arrival.frame.bytes, rate);
        arrival.tail = std::max(arrival.tail, free);
    };
    const int receiver = arrival.frame.receiver;
    const std::vector<std::size_t>& cables = settings_.path(arrival.frame.sender, receiver).cables;
    if (arrival.cables_passed < cables.size()) {
        const std::size_t cable = cables[arrival.cables_passed++];
        flow_through(cable_free(cable, arrival.frame.flow), settings_.cable_rates[cable]);
        travelling_.push(arrival);
        return;
    }
    flow_through(receive_free(receiver), settings_.port(receiver).receive_rate);
    arrival.time = arrival.tail;
    leaving_.push(arrival);
}

std::optional<Nanoseconds> FrameScheduler::next() const {
    if (travelling_.empty() && leaving_.empty()) return std::nullopt;
    if (travelling_.empty()) return leaving_.top().time;
    if (leaving_.empty()) return travelling_.top().time;
    return std::min(travelling_.top().time, leaving_.top().time);
}

std::optional<Frame> FrameScheduler::leave(Nanoseconds now) {
    let_arrive(now);
    if (leaving_.empty() || leaving_.top().time > now) return std::nullopt;
    const Frame frame = leaving_.top().frame;
    leaving_.pop();
    return frame;
}

}  // namespace fabricmap::lab
