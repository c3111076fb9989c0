// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/pair_ages.hpp"

#include "diagnosis/reports/host_state.hpp"

#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

/// How old the newest value between two hosts is; empty where all were measured by one run.
std::vector<double> ages_of_hosts(const Diagnosis& diagnosis) {
    const RunDescription& run = diagnosis.runs.front().description;
    if (!run.pair_ages_s) return {};
    const auto indices = host_indices(diagnosis);
    const std::size_t hosts = diagnosis.hosts.size();
    std::vector<double> ages(hosts * hosts, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t from = 0; from < run.ranks.size(); ++from) {
        for (std::size_t to = 0; to < run.ranks.size(); ++to) {
            const auto sender = indices.find(run.ranks[from].host);
            const auto receiver = indices.find(run.ranks[to].host);
            if (sender == indices.end() || receiver == indices.end()) continue;
            double& age = ages[sender->second * hosts + receiver->second];
            age = std::fmin(age, run.pair_ages_s->at(from * run.ranks.size() + to));
        }
    }
    return ages;
}

}  // namespace

std::vector<picture::MarkedBlock> stale_cells(const Diagnosis& diagnosis, const std::vector<int>& order) {
    constexpr double stale_s = 7 * 86400;
    const std::vector<double> ages = ages_of_hosts(diagnosis);
    if (ages.empty()) return {};
    const std::size_t hosts = diagnosis.hosts.size();
    const auto is_stale = [&](std::size_t row, std::size_t column) {
        return ages[static_cast<std::size_t>(order[row]) * hosts + static_cast<std::size_t>(order[column])] >
               stale_s;
    };
    std::vector<picture::MarkedBlock> stale;
    for (std::size_t row = 0; row < order.size(); ++row) {
        for (std::size_t first = 0; first < order.size(); ++first) {
            std::size_t end = first;
            while (end < order.size() && is_stale(row, end)) ++end;
            if (end == first) continue;
            stale.push_back({{static_cast<std::int64_t>(row), 1},
                             {static_cast<std::int64_t>(first), static_cast<std::int64_t>(end - first)}});
            first = end;
        }
    }
    return stale;
}

}  // namespace fabricmap::diagnosis
