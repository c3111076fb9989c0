// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/ranges.hpp"

#include "clusterizer/packed_bytes.hpp"
#include "statistics/segments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace fabricmap::clusterizer {
namespace {

constexpr std::size_t max_pairs = 4096;
constexpr std::size_t trial_fraction = 8;  // of the memory
constexpr std::size_t max_curves = 6;
constexpr std::size_t max_breaks = 5;
constexpr std::size_t parts_of_sweep = 4;

/// Candidates for the ends of ranges, both ends of the sweep among them.
std::vector<std::size_t> possible_ends(const Classes& classes, const Division& division) {
    const auto& lengths = division.lengths;
    std::map<std::size_t, std::size_t> votes;
    for (std::size_t c = 0; c < std::min(max_curves, classes.all.size()); ++c) {
        for (const std::size_t place : break_points(lengths, classes.all[c].centre)) ++votes[place];
    }
    std::vector<std::pair<std::size_t, std::size_t>> ranking(votes.begin(), votes.end());
    std::stable_sort(ranking.begin(), ranking.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::set<std::size_t> ends{0, lengths.size()};
    ends.insert(division.possible_begins.begin(), division.possible_begins.end());
    for (std::size_t i = 0; i < std::min(max_breaks, ranking.size()); ++i) ends.insert(ranking[i].first);
    for (std::size_t part = 1; part < parts_of_sweep; ++part)
        ends.insert(lengths.size() * part / parts_of_sweep);
    return {ends.begin(), ends.end()};
}

/// What an archive of the whole run would take for such a range, judged by some of the sampled senders.
double bytes_of(const Sample& sample, const RangePlan& plan, std::size_t max_clusters) {
    const auto ranks = static_cast<std::size_t>(sample.tile.ranks());
    const std::size_t all_senders = sample.tile.pairs() / ranks;
    const std::size_t senders = std::clamp<std::size_t>(max_pairs / ranks, 1, all_senders);
    ClusterTable table(plan.planes.count, plan.rule, plan.seeds);
    std::vector<std::uint32_t> labels;
    std::size_t exceptions = 0;
    std::size_t found = plan.seeds.size();  // clusters, those for which there was no room with them
    std::uint32_t hint = 0;
    for (std::size_t i = 0; i < senders; ++i) {
        const std::size_t sender = i * all_senders / senders;
        for (std::size_t receiver = 0; receiver < ranks; ++receiver) {
            const auto values =
                sample.tile.pair(sender * ranks + receiver).subspan(plan.planes.first, plan.planes.count);
            const auto match = table.find(values, hint);
            if (!match) ++found;
            const bool room = table.size() < max_clusters;
            hint = match ? match->cluster : room ? table.add(values) : static_cast<std::uint32_t>(found);
            exceptions += match ? match->misses : 0;
            labels.push_back(hint);
        }
    }
    const double weight = static_cast<double>(ranks) / static_cast<double>(senders);
    const auto seeds = static_cast<double>(plan.seeds.size());
    const double clusters = seeds + (static_cast<double>(found) - seeds) * weight;
    return packed_bytes_of_labels(labels) * weight +
           packed_bytes_of_range(clusters, plan.planes.count, static_cast<double>(exceptions) * weight);
}

}  // namespace

std::vector<Planes> choose_ranges(const Sample& sample, const Classes& classes, const Division& division,
                                  const Settings& settings, const RangePlanner& planner, Workers& workers) {
    const std::vector<std::size_t> ends = possible_ends(classes, division);
    const std::size_t share = std::max<std::size_t>(1, sample.tile.pairs() / max_pairs);
    struct Candidate {
        std::size_t from;
        std::size_t to;
        double bytes;
    };
    std::vector<Candidate> candidates;
    for (std::size_t to = 1; to < ends.size(); ++to) {
        for (std::size_t from = 0; from < to; ++from) {
            const bool whole = from == 0 && to + 1 == ends.size();
            if (whole || ends[to] - ends[from] >= settings.shortest_range)
                candidates.push_back({from, to, 0});
        }
    }
    workers.split(candidates.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Candidate& candidate = candidates[i];
            const Planes planes{ends[candidate.from], ends[candidate.to] - ends[candidate.from]};
            const std::size_t max_clusters = settings.memory_limit / trial_fraction / settings.threads /
                                             ClusterTable::bytes_per_cluster(planes.count);
            candidate.bytes = bytes_of(sample, planner(planes, share), max_clusters);
        }
    });
    std::vector<double> least(ends.size(), std::numeric_limits<double>::infinity());
    std::vector<std::size_t> before(ends.size(), 0);
    least[0] = 0;
    // Candidates are ordered by their ends: what comes before an end is settled when it is used.
    for (const Candidate& candidate : candidates) {
        const double bytes = least[candidate.from] + candidate.bytes;
        if (bytes < least[candidate.to]) {
            least[candidate.to] = bytes;
            before[candidate.to] = candidate.from;
        }
    }
    std::vector<Planes> ranges;
    for (std::size_t to = ends.size() - 1; to > 0; to = before[to]) {
        ranges.push_back({ends[before[to]], ends[to] - ends[before[to]]});
    }
    std::reverse(ranges.begin(), ranges.end());
    return ranges;
}

}  // namespace fabricmap::clusterizer
