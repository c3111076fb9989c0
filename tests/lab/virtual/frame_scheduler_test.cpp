// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/frame_scheduler.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::lab {
namespace {

using namespace std::chrono_literals;

constexpr double byte_a_nanosecond = 1e9;

/// Three hosts, 50 µs from each to each.
SwitchSettings three_hosts() {
    SwitchSettings settings = plain_switch(3);
    for (SwitchPath& path : settings.paths) path.latency = 50us;
    return settings;
}

struct Left {
    Nanoseconds time;
    std::size_t ticket;
    friend bool operator==(const Left&, const Left&) = default;
};

void PrintTo(const Left& left, std::ostream* stream) {
    *stream << "ticket " << left.ticket << " at " << left.time.count() << " ns";
}

/// All frames on their path, in the order and at the moments at which they leave.
std::vector<Left> drain(FrameScheduler& scheduler) {
    std::vector<Left> left;
    while (const auto moment = scheduler.next()) {
        while (const auto frame = scheduler.leave(*moment)) left.push_back({*moment, frame->ticket});
    }
    return left;
}

TEST(FrameScheduler, HoldsAFrameForTheLatencyOfItsPairAndNoLonger) {
    SwitchSettings settings = three_hosts();
    settings.path(0, 2).latency = 200us;
    FrameScheduler scheduler(settings);
    EXPECT_TRUE(scheduler.enter(0ns, {0, 2, 100, 1}));
    EXPECT_TRUE(scheduler.enter(10us, {0, 1, 100, 2}));
    EXPECT_TRUE(scheduler.enter(20us, {2, 0, 100, 3}));
    EXPECT_FALSE(scheduler.leave(60us - 1ns));
    EXPECT_EQ(drain(scheduler), (std::vector<Left>{{60us, 2}, {70us, 3}, {200us, 1}}));
    EXPECT_FALSE(scheduler.next());
}

TEST(FrameScheduler, SendsFramesOneAfterTheOtherThroughTheSendersPort) {
    SwitchSettings settings = three_hosts();
    settings.port(0).send_rate = byte_a_nanosecond;
    FrameScheduler scheduler(settings);
    scheduler.enter(0ns, {0, 1, 1000, 1});
    scheduler.enter(0ns, {0, 2, 500, 2});
    scheduler.enter(0ns, {2, 1, 500, 3});  // through another port
    EXPECT_EQ(drain(scheduler), (std::vector<Left>{{50us, 3}, {51us, 1}, {51500ns, 2}}));
}

TEST(FrameScheduler, ReceivesFramesOneAfterTheOtherThroughTheReceiversPort) {
    SwitchSettings settings = three_hosts();
    settings.port(2).receive_rate = byte_a_nanosecond;
    FrameScheduler scheduler(settings);
    scheduler.enter(0ns, {0, 2, 1000, 1});
    scheduler.enter(0ns, {1, 2, 1000, 2});
    scheduler.enter(0ns, {2, 0, 1000, 3});  // the other direction of the port is free
    EXPECT_EQ(drain(scheduler), (std::vector<Left>{{50us, 3}, {51us, 1}, {52us, 2}}));
}

TEST(FrameScheduler, CountsTheTransferOfAFrameOnceWhereBothPortsHaveARate) {
    SwitchSettings settings = three_hosts();
    settings.port(0).send_rate = byte_a_nanosecond;
    settings.port(1).receive_rate = byte_a_nanosecond;
    FrameScheduler scheduler(settings);
    scheduler.enter(0ns, {0, 1, 1000, 1});
    scheduler.enter(0ns, {0, 1, 1000, 2});
    EXPECT_EQ(drain(scheduler), (std::vector<Left>{{51us, 1}, {52us, 2}}));
}

TEST(FrameScheduler, LetsTheSlowerOfTwoPortsDecide) {
    SwitchSettings settings = three_hosts();
    settings.port(0).send_rate = byte_a_nanosecond / 10;
    settings.port(1).receive_rate = byte_a_nanosecond;
    FrameScheduler scheduler(settings);
    scheduler.enter(0ns, {0, 1, 1000, 1});
    EXPECT_EQ(drain(scheduler), (std::vector<Left>{{60us, 1}}));
}

TEST(FrameScheduler, KeepsAPortOpenForNearHostsWhileAFrameComesFromFarAway) {
    SwitchSettings settings = three_hosts();
    settings.port(2).receive_rate = byte_a_nanosecond;
    settings.path(0, 2).latency = 200us;
    FrameScheduler scheduler(settings);
    scheduler.enter(0ns, {0, 2, 1000, 1});
    scheduler.enter(1us, {1, 2, 1000, 2});
    EXPECT_EQ(drain(scheduler), (std::vector<Left>{{52us, 2}, {201us, 1}}));
}

TEST(FrameScheduler, LeadsEachFlowOverOneOfParallelCables) {
    constexpr std::size_t flows = 64;
    SwitchSettings settings = three_hosts();
    settings.cable_rates = {byte_a_nanosecond};
    settings.cable_counts = {4};
    settings.path(0, 1).cables = {0};
    FrameScheduler scheduler(settings);
    for (std::size_t frame = 0; frame < 2 * flows; ++frame)
        scheduler.enter(0ns, {0, 1, 1000, frame, frame % flows});
    std::vector<Left> left = drain(scheduler);
    ASSERT_EQ(left.size(), 2 * flows);
    // A cable carries a frame in a microsecond: the most loaded has more than a quarter, and none has all.
    EXPECT_GT(left.back().time, 50us + 1us * flows / 2);
    EXPECT_LT(left.back().time, 50us + 1us * flows);
    FrameScheduler alone(settings);
    alone.enter(0ns, {0, 1, 1000, 1, 7});
    alone.enter(0ns, {0, 1, 1000, 2, 7});
    EXPECT_EQ(drain(alone), (std::vector<Left>{{51us, 1}, {52us, 2}})) << "both over the same cable";
}

TEST(FrameScheduler, LetsAHalfDuplexPortCarryOneDirectionAtATime) {
    SwitchSettings settings = three_hosts();
    settings.port(0).send_rate = settings.port(0).receive_rate = byte_a_nanosecond;
    settings.port(0).half_duplex = true;
    FrameScheduler scheduler(settings);
    scheduler.enter(0us, {1, 0, 10'000, 1});   // flows in from 50 µs to 60 µs
    scheduler.enter(55us, {0, 1, 10'000, 2});  // waits until 60 µs, flows out until 70 µs
    EXPECT_EQ(drain(scheduler), (std::vector<Left>{{60us, 1}, {120us, 2}}));
}

TEST(FrameScheduler, KeepsFramesOfAPairInOrderWhateverTheJitter) {
    SwitchSettings settings = three_hosts();
    for (SwitchPath& path : settings.paths) path.jitter = 30us;
    FrameScheduler scheduler(settings);
    constexpr std::size_t frames = 1000;
    for (std::size_t ticket = 0; ticket < frames; ++ticket) {
        scheduler.enter(Nanoseconds(ticket), {0, 1, 100, ticket});
    }
    const auto left = drain(scheduler);
    ASSERT_EQ(left.size(), frames);
    for (std::size_t i = 0; i < frames; ++i) EXPECT_EQ(left[i].ticket, i);
}

TEST(FrameScheduler, SpreadsDelaysAsMuchAsTheJitterSays) {
    SwitchSettings settings = three_hosts();
    settings.path(0, 1).jitter = 5us;
    FrameScheduler scheduler(settings);
    constexpr int frames = 4000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < frames; ++i) {
        const Nanoseconds entered = i * 1ms;
        scheduler.enter(entered, {0, 1, 100, 0});
        const auto delay = static_cast<double>((drain(scheduler).front().time - entered).count());
        sum += delay;
        squares += delay * delay;
    }
    const double mean = sum / frames;
    const double deviation = std::sqrt(squares / frames - mean * mean);
    // Four standard errors of the mean and of the deviation.
    EXPECT_NEAR(mean, 50e3, 4 * 5e3 / std::sqrt(frames));
    EXPECT_NEAR(deviation, 5e3, 4 * 5e3 / std::sqrt(2.0 * frames));
}

int lost_of(int frames, const SwitchSettings& settings, int sender, int receiver) {
    FrameScheduler scheduler(settings);
    int lost = 0;
    for (int i = 0; i < frames; ++i) lost += scheduler.enter(i * 1us, {sender, receiver, 100, 0}) ? 0 : 1;
    EXPECT_EQ(drain(scheduler).size(), static_cast<std::size_t>(frames - lost));
    return lost;
}

TEST(FrameScheduler, LosesTheShareOfFramesThatThePortsSayAndNoOthers) {
    SwitchSettings settings = three_hosts();
    settings.port(1).receive_loss = 0.1;
    constexpr int frames = 10'000;
    constexpr double four_deviations = 4 * 30;  // √(10000 · 0.1 · 0.9) = 30
    EXPECT_NEAR(lost_of(frames, settings, 0, 1), 1000, four_deviations);
    EXPECT_EQ(lost_of(frames, settings, 1, 0), 0);
    EXPECT_EQ(lost_of(frames, settings, 0, 2), 0);
    settings.port(0).send_loss = 1;
    EXPECT_EQ(lost_of(frames, settings, 0, 2), frames);
}

TEST(FrameScheduler, DrawsTheSameFromTheSameSeed) {
    SwitchSettings settings = three_hosts();
    settings.port(1).receive_loss = 0.3;
    const int lost = lost_of(1000, settings, 0, 1);
    EXPECT_EQ(lost_of(1000, settings, 0, 1), lost);
}

TEST(FrameScheduler, CarriesNothingBetweenADeadPairAndEverythingBack) {
    SwitchSettings settings = three_hosts();
    settings.path(0, 1).dead = true;
    EXPECT_EQ(lost_of(10, settings, 0, 1), 10);
    EXPECT_EQ(lost_of(10, settings, 1, 0), 0);
}

}  // namespace
}  // namespace fabricmap::lab
