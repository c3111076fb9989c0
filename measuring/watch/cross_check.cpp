// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/cross_check.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricmap {
namespace {

constexpr std::int32_t no_rank = -1;
/// Longer ones may need several packets, or larger ones than pass everywhere.
constexpr std::int64_t longest_in_a_packet = 1024;

const std::string& host_of(std::int32_t rank, std::span<const std::string> hosts) {
    return hosts[static_cast<std::size_t>(rank)];
}

/// Another rank of the host of `rank`, which is none of the two.
std::int32_t neighbour_of(std::int32_t rank, const Stall& stall, std::span<const std::string> hosts) {
    for (std::int32_t other = 0; other < static_cast<std::int32_t>(hosts.size()); ++other) {
        if (other != stall.rank && other != stall.peer && host_of(other, hosts) == host_of(rank, hosts))
            return other;
    }
    return no_rank;
}

/// Whether a target, or another rank on its host, was reached by any of them.
bool is_reached(std::span<const Testimony> testimonies, std::size_t target) {
    return std::any_of(testimonies.begin(), testimonies.end(),
                       [&](const Testimony& testimony) { return testimony.has_reached(target); });
}

std::string names_of_witnesses(std::span<const Testimony> testimonies, std::span<const std::string> hosts) {
    std::vector<std::string> names;
    names.reserve(testimonies.size());
    for (const Testimony& testimony : testimonies) names.push_back(name_of_rank(testimony.witness, hosts));
    return joined_by(names, ", ");
}

/// The host where the rank is alone there, or another one there does not answer either; else the rank.
std::string culprit_text(const CrossCheck& check, std::size_t culprit, std::span<const Testimony> testimonies,
                         std::span<const std::string> hosts) {
    const std::string& host = host_of(check.targets.at(culprit), hosts);
    const std::string rank = name_of_rank(check.targets.at(culprit), hosts);
    const bool share_a_host = host_of(check.targets[0], hosts) == host_of(check.targets[1], hosts);
    const std::size_t neighbour = share_a_host ? 2 : culprit + 2;
    const bool is_alone =
        check.targets.at(neighbour) < 0 && std::count(hosts.begin(), hosts.end(), host) == 1;
    const bool was_tried = check.targets.at(neighbour) >= 0 && !testimonies.empty();
    if (was_tried && is_reached(testimonies, neighbour)) {
        return fmt::format("{} answers nobody, while rank {} on that host answers", rank,
                           check.targets.at(neighbour));
    }
    return (is_alone || was_tried ? host : rank) + " answers nobody";
}

/// Those of the two ranks, once.
std::vector<std::string> hosts_of_both(const CrossCheck& check, std::span<const std::string> hosts) {
    const std::set<std::string> both{host_of(check.targets[0], hosts), host_of(check.targets[1], hosts)};
    return {both.begin(), both.end()};
}

/// Who tries sends empty messages: these pass where long ones are lost.
std::string text_where_both_answer(const CrossCheck& check, const std::string& witnesses,
                                   std::span<const Stall> stalls, std::span<const std::string> hosts) {
    const std::string between =
        fmt::format("what lies between {} and {} is broken", name_of_rank(check.targets[0], hosts),
                    name_of_rank(check.targets[1], hosts));
    const auto stall = std::find_if(stalls.begin(), stalls.end(), [&](const Stall& one) {
        return one.rank == check.targets[0] && one.peer == check.targets[1];
    });
    if (stall == stalls.end() || stall->length_bytes <= longest_in_a_packet)
        return fmt::format("both answer {}: {}", witnesses, between);
    return fmt::format("both answer empty messages of {}: {}, or one of them loses messages of {}", witnesses,
                       between, format_size(stall->length_bytes));
}

Judgement judgement_of_trials(const CrossCheck& check, std::span<const Testimony> testimonies,
                              std::span<const Stall> stalls, std::span<const std::string> hosts) {
    const std::array<bool, 2> reached{is_reached(testimonies, 0), is_reached(testimonies, 1)};
    const std::array<std::string, 2> names{name_of_rank(check.targets[0], hosts),
                                           name_of_rank(check.targets[1], hosts)};
    const std::string witnesses = names_of_witnesses(testimonies, hosts);
    if (reached[0] && reached[1]) return {text_where_both_answer(check, witnesses, stalls, hosts), {}};
    if (!reached[0] && !reached[1]) {
        const std::string text = fmt::format("neither {} nor {} answers {}", names[0], names[1], witnesses);
        // One alone may be cut off itself.
        if (testimonies.size() == 1) return {text + ": one of the three is cut off, or two are", {}};
        return {text + ": both are down, or cut off", hosts_of_both(check, hosts)};
    }
    const std::size_t culprit = reached[0] ? 1 : 0;
    return {fmt::format("{}: tried from {}; {} answers, {} does not",
                        culprit_text(check, culprit, testimonies, hosts), witnesses, names.at(1 - culprit),
                        names.at(culprit)),
            {host_of(check.targets.at(culprit), hosts)}};
}

/// Those that wait for the rank, but for the other one of the two. Where the rank leads an exchange itself,
/// who waits for it to be done shows nothing; messages of a step that all are in are sent at once.
std::set<std::int32_t> waiting_for(std::int32_t rank, std::int32_t other, std::span<const Stall> stalls) {
    const bool waits_itself =
        std::any_of(stalls.begin(), stalls.end(), [&](const Stall& stall) { return stall.rank == rank; });
    std::set<std::int32_t> waiting;
    for (const Stall& stall : stalls) {
        const bool counts = !waits_itself || stall.waiting == Waiting::messages;
        if (counts && stall.peer == rank && stall.rank != other && stall.rank != rank)
            waiting.insert(stall.rank);
    }
    return waiting;
}

/// For messages that are sent at once. Where one of them alone waits, the other may have stopped on the way.
bool wait_for_each_other(const CrossCheck& check, std::span<const Stall> stalls) {
    const auto waits = [&](std::int32_t rank, std::int32_t peer) {
        return std::any_of(stalls.begin(), stalls.end(), [&](const Stall& stall) {
            return stall.rank == rank && stall.peer == peer && stall.waiting == Waiting::messages;
        });
    };
    return waits(check.targets[0], check.targets[1]) && waits(check.targets[1], check.targets[0]);
}

Judgement judgement_of_stalls(const CrossCheck& check, std::span<const Stall> stalls,
                              std::span<const std::string> hosts) {
    const std::array<std::string, 2> names{name_of_rank(check.targets[0], hosts),
                                           name_of_rank(check.targets[1], hosts)};
    const std::array<std::set<std::int32_t>, 2> waiting{
        waiting_for(check.targets[0], check.targets[1], stalls),
        waiting_for(check.targets[1], check.targets[0], stalls)};
    if (waiting[0].empty() && waiting[1].empty()) {
        if (!wait_for_each_other(check, stalls)) return {};
        return {fmt::format("nobody else waits for either: what lies between {} and {} is broken", names[0],
                            names[1]),
                {}};
    }
    if (!waiting[0].empty() && !waiting[1].empty()) return {};
    const std::size_t culprit = waiting[0].empty() ? 1 : 0;
    std::vector<std::string> others;
    others.reserve(waiting.at(culprit).size());
    for (const std::int32_t rank : waiting.at(culprit)) others.push_back(name_of_rank(rank, hosts));
    return {
        fmt::format("{}: {} {} for it too, and nobody else for {}", culprit_text(check, culprit, {}, hosts),
                    joined_by(others, ", "), others.size() == 1 ? "waits" : "wait", names.at(1 - culprit)),
        {host_of(check.targets.at(culprit), hosts)}};
}

}  // namespace

bool CrossCheck::has_witness(int rank) const noexcept {
    return std::find(witnesses.begin(), witnesses.end(), rank) != witnesses.end();
}

std::optional<CrossCheck> cross_check_of(const Stall& stall, std::span<const std::string> hosts) {
    const auto is_rank = [&](std::int32_t rank) {
        return rank >= 0 && rank < static_cast<std::int32_t>(hosts.size());
    };
    if (!is_rank(stall.rank) || !is_rank(stall.peer) || stall.rank == stall.peer) return std::nullopt;
    CrossCheck check{.targets = {stall.rank, stall.peer, neighbour_of(stall.rank, stall, hosts),
                                 neighbour_of(stall.peer, stall, hosts)}};
    const std::string& one = host_of(stall.rank, hosts);
    const std::string& other = host_of(stall.peer, hosts);
    // A rank answers once what one of the witnesses asks.
    if (one == other) check.targets[3] = no_rank;
    const bool has_others = std::any_of(
        hosts.begin(), hosts.end(), [&](const std::string& host) { return host != one && host != other; });
    if (!has_others && one != other) return std::nullopt;
    std::set<std::string> seen{one, other};
    std::size_t found = 0;
    for (std::int32_t rank = 0; is_rank(rank) && found < check.witnesses.size(); ++rank) {
        if (rank == stall.rank || rank == stall.peer) continue;
        if (has_others && !seen.insert(host_of(rank, hosts)).second) continue;
        check.witnesses.at(found++) = rank;
    }
    return found == 0 ? std::nullopt : std::optional(check);
}

Judgement judgement_of(const CrossCheck& check, std::span<const Testimony> testimonies,
                       std::span<const Stall> stalls, std::span<const std::string> hosts) {
    return testimonies.empty() ? judgement_of_stalls(check, stalls, hosts)
                               : judgement_of_trials(check, testimonies, stalls, hosts);
}

}  // namespace fabricmap
