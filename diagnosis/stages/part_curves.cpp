// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/part_curves.hpp"

#include "base/errors.hpp"
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t pairs_a_part = 32;
constexpr std::size_t peer_pairs = 64;

PerHost<bool> are_among(const std::vector<std::string>& hosts, const Machine& machine) {
    PerHost<bool> among(std::ssize(machine.hosts), false);
    for (const std::string& host : hosts) {
        if (const auto index = host_named(machine, host)) among[*index] = true;
    }
    return among;
}

/// Of a part without ends: the ranks on its hosts, or the rank itself.
PerRank<bool> ranks_of_part(const Part& part, const Machine& machine) {
    PerRank<bool> own(std::ssize(machine.host_of), false);
    if (const auto* const rank = std::get_if<part::Rank>(&part)) {
        if (rank->number < std::ssize(own)) own[RankIndex(rank->number)] = true;
        return own;
    }
    const PerHost<bool> hosts = are_among(hosts_of(part), machine);
    for (const RankIndex rank : own.indices()) own[rank] = hosts[machine.host_of[rank]];
    return own;
}

/// The pairs of ranks whose values stand for a part.
struct PartPairs {
    std::vector<Cell> forth;
    std::vector<Cell> back;
    std::vector<Cell> peers;  ///< of a part with two ends
};

/// Of large machines it takes pairs whose values lie together in a file, so that little of that is read.
class PairChoice {
  public:
    PairChoice(const Survey& survey, std::int64_t slab) : survey_(survey), slab_(slab) {}

    [[nodiscard]] PartPairs pairs_of(const Part& part) {
        const std::optional<Ends> ends = ends_of(part);
        const PerHost<bool> first = are_among(ends ? ends->senders : hosts_of(part), survey_.machine);
        PerHost<bool> second = first;
        if (ends) {
            second = are_among(ends->receivers, survey_.machine);
        } else {
            second.flip();
        }
        PartPairs pairs;
        Ranks senders = ranks_on(first);
        if (const auto* const rank = std::get_if<part::Rank>(&part)) senders = {RankIndex(rank->number)};
        pairs.forth = drawn(std::move(senders), ends ? ranks_on(second) : ranks_near(first, second));
        for (const Cell& pair : pairs.forth) pairs.back.push_back({pair.receiver, pair.sender});
        if (ends && !pairs.forth.empty()) pairs.peers = peers_of(pairs.forth.front(), first, second);
        return pairs;
    }

  private:
    using Ranks = std::vector<RankIndex>;

    [[nodiscard]] Ranks ranks_on(const PerHost<bool>& hosts) const {
        Ranks ranks;
        for (const HostIndex host : survey_.machine.hosts.indices()) {
            const auto& of_host = survey_.machine.ranks_of[host];
            if (hosts[host]) ranks.insert(ranks.end(), of_host.begin(), of_host.end());
        }
        return ranks;
    }
    [[nodiscard]] Ranks ranks_near(const PerHost<bool>& own, const PerHost<bool>& others) const {
        const Ranks of_part = ranks_on(own);
        Ranks all = ranks_on(others);
        Ranks near;
        if (of_part.empty()) return all;
        std::copy_if(all.begin(), all.end(), std::back_inserter(near),
                     [&](RankIndex rank) { return rank / slab_ == of_part.front() / slab_; });
        if (!near.empty()) all = std::move(near);
        return all;
    }
    /// Along diagonals, so that few pairs are of many ranks.
    [[nodiscard]] std::vector<Cell> drawn(Ranks senders, Ranks receivers) {
        shuffle(std::span(senders), state_);
        shuffle(std::span(receivers), state_);
        std::vector<Cell> pairs;
        const std::size_t all = senders.size() * receivers.size();
        for (std::size_t number = 0; number < all && pairs.size() < pairs_a_part; ++number) {
            const std::size_t from = number % senders.size();
            const RankIndex sender = senders[from];
            const RankIndex receiver = receivers[(from + number / senders.size()) % receivers.size()];
            if (survey_.machine.are_judged(sender, receiver) &&
                survey_.classes.was_measured(sender, receiver))
                pairs.push_back({sender, receiver});
        }
        return pairs;
    }
    /// Pairs of the class of that one that lie elsewhere.
    [[nodiscard]] std::vector<Cell> peers_of(const Cell& own, const PerHost<bool>& first,
                                             const PerHost<bool>& second) {
        constexpr int max_draws = 20000;
        const auto wanted = survey_.classes.of(own.sender, own.receiver);
        const std::int64_t ranks = survey_.machine.rank_count();
        const std::int64_t first_near = own.sender / slab_ * slab_;
        const auto near = static_cast<std::uint64_t>(std::min(slab_, ranks - first_near));
        std::vector<Cell> peers;
        for (int draw = 0; draw < max_draws && peers.size() < peer_pairs; ++draw) {
            const auto sender = RankIndex(first_near + static_cast<std::int64_t>(draw_below(state_, near)));
            const auto receiver = RankIndex(draw_below(state_, static_cast<std::uint64_t>(ranks)));
            const HostIndex from = survey_.machine.host_of[sender];
            const HostIndex to = survey_.machine.host_of[receiver];
            const bool is_own = (first[from] && second[to]) || (second[from] && first[to]);
            if (!is_own && survey_.classes.of(sender, receiver) == wanted &&
                survey_.classes.measured(sender, receiver))
                peers.push_back({sender, receiver});
        }
        return peers;
    }

    const Survey& survey_;
    std::int64_t slab_;
    std::uint64_t state_ = 1;
};

/// A run that may have its ranks and lengths elsewhere than the judged one.
class PairValues {
  public:
    PairValues(const DelayStack& stack, const Survey& survey) : stack_(&stack), survey_(survey) {}
    PairValues(const Run& run, const Survey& survey)
        : held_(run.stack(run.preferred())),
          stack_(held_.get()),
          survey_(survey),
          machine_(machine_of(run.description())) {}

    /// At the survey's length with that number, against the median of each pair's class; NaN of what the run
    /// does not have.
    [[nodiscard]] std::vector<float> ratios(std::size_t length, const std::vector<Cell>& pairs) const {
        std::vector<float> ratios(pairs.size(), no_value);
        const auto& lengths = stack_->message_lengths();
        const auto at = std::lower_bound(lengths.begin(), lengths.end(), survey_.lengths[length]);
        if (at == lengths.end() || *at != survey_.lengths[length]) return ratios;
        std::vector<Cell> there;
        std::vector<std::size_t> place_of;
        for (std::size_t place = 0; place < pairs.size(); ++place) {
            const auto sender = rank_there(RankIndex(pairs[place].sender));
            const auto receiver = rank_there(RankIndex(pairs[place].receiver));
            if (!sender || !receiver) continue;
            there.push_back({*sender, *receiver});
            place_of.push_back(place);
        }
        if (there.empty()) return ratios;
        const auto values_s = stack_->cells(static_cast<std::size_t>(at - lengths.begin()), there);
        for (std::size_t k = 0; k < there.size(); ++k) {
            const Cell& pair = pairs[place_of[k]];
            const float expected_s = survey_.class_medians(static_cast<Eigen::Index>(length),
                                                           survey_.classes.of(pair.sender, pair.receiver));
            ratios[place_of[k]] = static_cast<float>(values_s[k]) / expected_s;
        }
        return ratios;
    }

  private:
    [[nodiscard]] std::optional<RankIndex> rank_there(RankIndex rank) const {
        if (!machine_) return rank;
        const HostIndex host = survey_.machine.host_of[rank];
        const auto there = host_named(*machine_, survey_.machine.hosts[host]);
        if (!there) return std::nullopt;
        const auto& ranks = survey_.machine.ranks_of[host];
        const auto slot =
            static_cast<std::size_t>(std::find(ranks.begin(), ranks.end(), rank) - ranks.begin());
        const auto& ranks_there = machine_->ranks_of[*there];
        return slot < ranks_there.size() ? std::optional(ranks_there[slot]) : std::nullopt;
    }

    std::shared_ptr<const DelayStack> held_;
    const DelayStack* stack_;
    const Survey& survey_;
    std::optional<Machine> machine_;
};

double median_or_none(std::span<const float> values) {
    return static_cast<double>(median_of_numbers(values));
}

void add_quartiles(PartCurves& curves, std::vector<float> values) {
    constexpr std::array quarters{0.25, 0.5, 0.75};
    const std::array into{&curves.peers_low, &curves.peers, &curves.peers_high};
    for (std::size_t k = 0; k < into.size(); ++k)
        into[k]->push_back(values.empty() ? std::nan("") : quantile_of(values, quarters[k]));
}

/// What ranks add to what they send or receive, at a length: the part's own, or all others.
std::vector<float> ratios_of_ranks(const Survey& survey, const Eigen::ArrayXXf& effects, Eigen::Index length,
                                   const PerRank<bool>& own, bool is_own) {
    std::vector<float> ratios;
    for (const RankIndex rank : survey.machine.host_of.indices()) {
        if (own[rank] == is_own) ratios.push_back(std::exp(effects(length, rank)));
    }
    return numbers_of(ratios);
}

/// Of hosts all is known already.
void add_host_values(PartCurves& curves, const Survey& survey, std::size_t length) {
    const auto at = static_cast<Eigen::Index>(length);
    const PerRank<bool> own = ranks_of_part(curves.part, survey.machine);
    const auto& [sending, receiving] = survey.effects;
    curves.sends.push_back(median_or_none(ratios_of_ranks(survey, sending, at, own, true)));
    curves.receives.push_back(median_or_none(ratios_of_ranks(survey, receiving, at, own, true)));
    std::vector<float> others = ratios_of_ranks(survey, sending, at, own, false);
    const std::vector<float> received = ratios_of_ranks(survey, receiving, at, own, false);
    others.insert(others.end(), received.begin(), received.end());
    add_quartiles(curves, std::move(others));
}

/// The values of several lists of pairs, read together.
class ReadTogether {
  public:
    void add(const std::vector<Cell>& pairs) {
        all_.insert(all_.end(), pairs.begin(), pairs.end());
        begins_.push_back(all_.size());
    }
    void read(const PairValues& values, std::size_t length) { ratios_ = values.ratios(length, all_); }
    [[nodiscard]] std::span<const float> of(std::size_t list) const {
        return std::span(ratios_).subspan(begins_[list], begins_[list + 1] - begins_[list]);
    }

  private:
    std::vector<Cell> all_;
    std::vector<std::size_t> begins_{0};
    std::vector<float> ratios_;
};

}  // namespace

std::vector<PartCurves> curves_of_parts(const std::vector<Part>& parts, const DelayStack& stack,
                                        const Survey& survey, const Run* baseline) {
    std::vector<PartCurves> all;
    ReadTogether now;
    ReadTogether before;
    PairChoice choice(survey, stack.senders_of_a_slab());
    for (const Part& part : parts) {
        all.push_back({part, {}, {}, {}, {}, {}, {}, {}});
        const PartPairs pairs = choice.pairs_of(part);
        for (const auto* const list : {&pairs.forth, &pairs.back, &pairs.peers}) {
            now.add(ends_of(part) ? *list : std::vector<Cell>{});
            before.add(*list);
        }
    }
    const PairValues values(stack, survey);
    std::optional<PairValues> earlier;
    if (baseline != nullptr) earlier.emplace(*baseline, survey);
    for (std::size_t length = 0; length < survey.lengths.size(); ++length) {
        now.read(values, length);
        if (earlier) before.read(*earlier, length);
        for (std::size_t part = 0; part < parts.size(); ++part) {
            PartCurves& curves = all[part];
            if (ends_of(parts[part])) {
                curves.sends.push_back(median_or_none(now.of(3 * part)));
                curves.receives.push_back(median_or_none(now.of(3 * part + 1)));
                add_quartiles(curves, numbers_of(now.of(3 * part + 2)));
            } else {
                add_host_values(curves, survey, length);
            }
            if (!earlier) continue;
            curves.sent_before.push_back(median_or_none(before.of(3 * part)));
            curves.received_before.push_back(median_or_none(before.of(3 * part + 1)));
        }
    }
    return all;
}

Part part_named(const std::string& words, const Machine& machine) {
    if (host_named(machine, words)) return part::Host{words};
    const std::vector<std::string> names = split(words, ',');
    for (const std::string& name : names) {
        if (!host_named(machine, name))
            throw UsageError(fmt::format("--picture-of {}: the run has no host called '{}'", words, name));
    }
    if (names.size() == 1) return part::Host{names.front()};
    if (names.size() == 2 && names.front() != names.back()) return part::Link{names.front(), names.back()};
    throw UsageError(fmt::format("--picture-of {}: give a host, or two with a comma between them", words));
}

}  // namespace fabricmap::diagnosis
