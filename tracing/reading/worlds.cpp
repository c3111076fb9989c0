// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/worlds.hpp"

#include "base/mixing.hpp"
#include "tracing/reading/rank_clock.hpp"

#include <algorithm>

namespace fabricmap::tracing {
namespace {

// Of a damaged file, whose links may lead in circles.
constexpr int max_depth = 100;

constexpr std::uint64_t seed_of_link = 11;
constexpr std::uint64_t seed_of_world = 12;

bool is_at_port(LinkKind kind) noexcept {
    return kind == LinkKind::accepts || kind == LinkKind::connects;
}

/// The same whichever side is one's own.
std::uint64_t sum_of(const std::vector<int>& ranks) {
    std::uint64_t sum = ranks.size();
    for (const int rank : ranks) sum = mix(sum, static_cast<std::uint64_t>(rank));
    return sum;
}

}  // namespace

Worlds::Worlds(const Recording& recording) {
    add_sides(recording);
    join_spawns();
    join_ports();
}

void Worlds::add_sides(const Recording& recording) {
    std::vector<RankClock> clocks;
    for (const RankRecording& rank : recording.ranks) {
        for (const Link& link : rank.links) {
            if (clocks.empty()) clocks = clocks_of(recording);
            const RankClock& clock = clocks[static_cast<std::size_t>(rank.header.rank)];
            Side& side = sides_[{rank.world, link.identity}];
            if (side.rank == nullptr) side = {&rank, &link, 0, 0, 0, sides_.size() - 1, nullptr};
            if (link.token == 0 || side.token != 0) continue;
            side.token = link.token;
            side.start = clock.seconds(link.start);
            side.end = clock.seconds(link.end);
        }
    }
}

void Worlds::join(Side& one, Side& other) {
    one.other = &other;
    other.other = &one;
    one.number = other.number = std::min(one.number, other.number);
}

void Worlds::join_spawns() {
    for (auto& entry : sides_) {
        Side& one = entry.second;
        if (one.link->kind != LinkKind::spawns || one.token == 0) continue;
        const auto other = std::find_if(sides_.begin(), sides_.end(), [&](const auto& candidate) {
            const Side& side = candidate.second;
            return side.link->kind == LinkKind::is_spawned && side.token == one.token &&
                   side.other == nullptr;
        });
        if (other != sides_.end()) join(one, other->second);
    }
}

bool Worlds::knows(const Side& one, const Side& other) const {
    const std::vector<int>& remote = one.link->remote;
    if (remote.size() != other.link->members.size()) return false;
    for (std::size_t index = 0; index < remote.size(); ++index) {
        const int known = rank_of(*one.rank, remote[index], 0);
        if (known >= 0 && known != rank_of(*other.rank, other.link->members[index], 0)) return false;
    }
    return true;
}

bool Worlds::fit_at_port(const Side& one, const Side& other) const {
    return one.other == nullptr && other.other == nullptr && one.link->kind != other.link->kind &&
           is_at_port(one.link->kind) && is_at_port(other.link->kind) && one.token != 0 &&
           one.token == other.token && one.start <= other.end && other.start <= one.end &&
           knows(one, other) && knows(other, one);
}

Worlds::Side* Worlds::only_fit(const Side& one) {
    Side* found = nullptr;
    for (auto& [key, other] : sides_) {
        if (!fit_at_port(one, other)) continue;
        if (found != nullptr) return nullptr;
        found = &other;
    }
    return found;
}

/// Both calls end after the other has begun. Where several are at one port at a time, those that fit one
/// alone are put together, until no such are left.
void Worlds::join_ports() {
    for (bool has_joined = true; has_joined;) {
        has_joined = false;
        for (auto& [key, one] : sides_) {
            Side* const other = only_fit(one);
            if (other == nullptr) continue;
            join(one, *other);
            has_joined = true;
        }
    }
}

std::size_t Worlds::unmet_links() const noexcept {
    return static_cast<std::size_t>(std::count_if(
        sides_.begin(), sides_.end(), [](const auto& side) { return side.second.other == nullptr; }));
}

const Worlds::Side* Worlds::side_of(const RankRecording& rank, const Link& link) const {
    const auto found = sides_.find({rank.world, link.identity});
    return found == sides_.end() ? nullptr : &found->second;
}

int Worlds::rank_of(const RankRecording& rank, int member, int depth) const {
    if (member >= 0) return rank.first_of_world + member;
    if (member == -1 || depth > max_depth) return -1;
    const auto number = static_cast<std::size_t>(-2 - static_cast<std::int64_t>(member));
    for (const Link& link : rank.links) {
        if (number < link.first_met || number - link.first_met >= link.remote.size()) continue;
        const Side* const side = side_of(rank, link);
        if (side == nullptr || side->other == nullptr) return -1;
        const Side& other = *side->other;
        const std::size_t index = number - link.first_met;
        if (index >= other.link->members.size()) return -1;
        return rank_of(*other.rank, other.link->members[index], depth + 1);
    }
    return -1;
}

std::vector<int> Worlds::ranks_of(const RankRecording& rank, const std::vector<int>& members) const {
    std::vector<int> ranks;
    ranks.reserve(members.size());
    for (const int member : members) ranks.push_back(rank_of(rank, member, 0));
    return ranks;
}

std::uint64_t Worlds::identity_of(const RankRecording& rank, const CallSequence& sequence,
                                  const CommunicatorInfo& communicator, int depth) const {
    const std::uint64_t in_world =
        rank.world == 0 ? communicator.identity : mix(mix(communicator.identity, seed_of_world), rank.world);
    if (!communicator.has_met || depth > max_depth) return in_world;
    const auto side = sides_.find({rank.world, communicator.identity});
    if (side != sides_.end())
        return side->second.other == nullptr ? in_world : mix(seed_of_link, side->second.number);
    const CommunicatorInfo* const parent = sequence.communicator(communicator.parent);
    const std::uint64_t of_parent = parent == nullptr ? 0 : identity_of(rank, sequence, *parent, depth + 1);
    return mix(
        mix(of_parent, communicator.creation),
        sum_of(ranks_of(rank, communicator.members)) + sum_of(ranks_of(rank, communicator.remote_members)));
}

CommunicatorInfo Worlds::resolved(const RankRecording& rank, const CallSequence& sequence,
                                  const CommunicatorInfo& communicator) const {
    CommunicatorInfo info = communicator;
    info.identity = identity_of(rank, sequence, communicator, 0);
    info.members = ranks_of(rank, communicator.members);
    info.remote_members = ranks_of(rank, communicator.remote_members);
    return info;
}

}  // namespace fabricmap::tracing
