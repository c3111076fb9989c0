// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/load/hashed_leaves.hpp"

#include "tests/diagnosis/held_run.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace fabricmap::testing {
namespace {

using Flow = std::array<std::size_t, 4>;  // the links that it passes

/// What each flow gets where all links are shared fairly, by filling them evenly until one is full.
std::vector<double> fair_rates(const std::vector<Flow>& flows, std::vector<double> room) {
    std::vector<double> rates(flows.size(), 0);
    std::vector<int> open(room.size(), 0);
    for (const Flow& flow : flows) {
        for (const std::size_t link : flow) ++open[link];
    }
    for (std::size_t left = flows.size(); left > 0;) {
        double share = std::numeric_limits<double>::infinity();
        for (std::size_t link = 0; link < room.size(); ++link) {
            if (open[link] > 0) share = std::min(share, room[link] / open[link]);
        }
        std::vector<bool> is_full(room.size());
        for (std::size_t link = 0; link < room.size(); ++link)
            is_full[link] = open[link] > 0 && room[link] / open[link] <= share * (1 + 1e-9);
        for (std::size_t f = 0; f < flows.size(); ++f) {
            const bool meets_full = std::any_of(flows[f].begin(), flows[f].end(),
                                                [&](std::size_t link) { return is_full[link]; });
            if (rates[f] > 0 || !meets_full) continue;
            rates[f] = share;
            --left;
            for (const std::size_t link : flows[f]) {
                room[link] -= share;
                --open[link];
            }
        }
    }
    return rates;
}

class Step {
  public:
    Step(const HashedLeaves& model, std::mt19937_64& random) : model_(model), random_(random) {
        const auto hosts = static_cast<std::size_t>(model.leaves * model.hosts);
        up_ = hosts;
        down_ = up_ + static_cast<std::size_t>(model.leaves * model.uplinks);
        in_ = down_ + static_cast<std::size_t>(model.leaves * model.uplinks);
        room_.assign(in_ + hosts, 1.0);
        if (model.slow_sender) room_[static_cast<std::size_t>(*model.slow_sender)] = 0.5;
        if (model.held_up_sender) {
            std::uniform_real_distribution<double> left(0.2, 1);
            room_[static_cast<std::size_t>(*model.held_up_sender)] = left(random);
        }
    }

    void stream(int shift, Matrix& seconds) {
        std::vector<Flow> flows;
        std::vector<std::pair<int, int>> pairs;
        for (int sender = 0; sender < model_.leaves * model_.hosts; ++sender) {
            const int from = sender / model_.hosts;
            const int to = (from + shift) % model_.leaves;
            for (int partner = 0; partner < model_.partners; ++partner) {
                const int receiver = to * model_.hosts + (sender + partner) % model_.hosts;
                for (int connection = 0; connection < model_.connections; ++connection) {
                    flows.push_back({static_cast<std::size_t>(sender), up_ + cable_of(from),
                                     down_ + cable_of(to), in_ + static_cast<std::size_t>(receiver)});
                    pairs.emplace_back(sender, receiver);
                }
            }
        }
        const std::vector<double> rates = fair_rates(flows, room_);
        Matrix sums = Matrix::Zero(seconds.rows(), seconds.cols());
        for (std::size_t f = 0; f < flows.size(); ++f) sums(pairs[f].first, pairs[f].second) += rates[f];
        std::normal_distribution<double> noise(0, model_.noise);
        for (const auto& [sender, receiver] : pairs) {
            const bool is_half =
                model_.path_of_half == std::pair(sender / model_.hosts, receiver / model_.hosts);
            constexpr double port = 10e9;
            const double rate = port * sums(sender, receiver) * (is_half ? 0.5 : 1);
            seconds(sender, receiver) = 1048576 / rate * (1 + noise(random_));
        }
    }

  private:
    std::size_t cable_of(int leaf) {
        const int missing = model_.leaf_without_a_cable == leaf ? 1 : 0;
        std::uniform_int_distribution<int> cable(0, model_.uplinks - 1 - missing);
        return static_cast<std::size_t>(leaf * model_.uplinks + cable(random_));
    }

    const HashedLeaves& model_;
    std::mt19937_64& random_;
    std::size_t up_;
    std::size_t down_;
    std::size_t in_;
    std::vector<double> room_;
};

}  // namespace

fabricmap::Run HashedLeaves::run() const {
    std::mt19937_64 random(seed);
    const int ranks = leaves * hosts;
    HeldRun held;
    RunDescription& description = held.description;
    description.mode = Mode::leaf_stream;
    description.message_lengths = {1 << 20};
    description.complete = true;
    LeafStreams& streams = description.leaf_streams.emplace();
    for (int leaf = 0; leaf < leaves; ++leaf) streams.leaves.push_back(fmt::format("leaf{}", leaf));
    for (int rank = 0; rank < ranks; ++rank) {
        description.ranks.push_back({fmt::format("node{:02}", rank), rank});
        streams.leaf_of_rank.push_back(rank / hosts);
    }
    streams.partners_per_rank = partners;
    streams.connections_per_pair = connections;
    streams.flows_per_host = std::int64_t{partners} * connections;
    Matrix seconds = Matrix::Constant(ranks, ranks, std::nan(""));
    for (int shift = 1; shift < leaves; ++shift) Step(*this, random).stream(shift, seconds);
    held.planes[Statistic::median].push_back(seconds);
    return held.run("streams between leaves");
}

}  // namespace fabricmap::testing
