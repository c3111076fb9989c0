// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/clock_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap {
namespace {

// As far as Linux lets a time server bend a clock's rate.
constexpr double largest_drift = 500e-6;

double span_ns(Nanoseconds from, Nanoseconds to) noexcept {
    return static_cast<double>(to - from);
}

double weight_of(const ClockReading& reading) noexcept {
    const auto half_trip = static_cast<double>(reading.half_trip);
    return 1 / (half_trip * half_trip);
}

}  // namespace

void ClockFit::add(const ClockReading& reading) {
    readings_.push_back(reading);
    if (readings_.size() > max_readings) readings_.pop_front();
    draw_line();
}

void ClockFit::draw_line() noexcept {
    const ClockReading& first = readings_.front();
    const ClockReading& last = readings_.back();
    line_ = {last.own, last.offset, 0};
    drift_bound_ = largest_drift;
    if (last.own == first.own) return;

    double weights = 0;
    double moment = 0;
    double offset = 0;
    for (const ClockReading& reading : readings_) {
        weights += weight_of(reading);
        moment += weight_of(reading) * span_ns(last.own, reading.own);
        offset += weight_of(reading) * span_ns(last.offset, reading.offset);
    }
    moment /= weights;
    offset /= weights;
    double squares = 0;
    double products = 0;
    for (const ClockReading& reading : readings_) {
        const double distance = span_ns(last.own, reading.own) - moment;
        squares += weight_of(reading) * distance * distance;
        products += weight_of(reading) * distance * (span_ns(last.offset, reading.offset) - offset);
    }
    line_.drift = products / squares;
    line_.at_reference += std::llround(offset - line_.drift * moment);
    drift_bound_ = (bound_at_reading_ns(first) + bound_at_reading_ns(last)) / span_ns(first.own, last.own);
}

double ClockFit::bound_at_reading_ns(const ClockReading& reading) const noexcept {
    return static_cast<double>(reading.half_trip + std::abs(line_.at(reading.own) - reading.offset));
}

double ClockFit::error_bound_ns(Nanoseconds own) const noexcept {
    double least = std::numeric_limits<double>::infinity();
    for (const ClockReading& reading : readings_) {
        const double away = std::abs(span_ns(reading.own, own));
        least = std::min(least, bound_at_reading_ns(reading) + drift_bound_ * away);
    }
    return least;
}

double ClockFit::miss_ns(const ClockReading& fresh) const noexcept {
    const auto half_trip = static_cast<double>(fresh.half_trip);
    const auto distance = static_cast<double>(std::abs(line_.at(fresh.own) - fresh.offset));
    const double expected = error_bound_ns(fresh.own);
    const bool contradicts = distance > expected + half_trip;
    return contradicts ? distance + half_trip : std::min(expected, distance + half_trip);
}

}  // namespace fabricmap
