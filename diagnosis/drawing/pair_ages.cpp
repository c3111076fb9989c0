// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/pair_ages.hpp"

#include "base/matrix.hpp"
#include "diagnosis/drawing/marks.hpp"

#include <cmath>
#include <cstddef>

namespace fabricmap::diagnosis {
namespace {

/// How old the newest value between two hosts is, in the order of the picture.
Matrix ages_of_hosts(const Diagnosis& diagnosis, const std::vector<int>& order) {
    const RunDescription& run = diagnosis.runs.front().description;
    const auto places = host_places(diagnosis, order);
    const auto hosts = static_cast<Eigen::Index>(order.size());
    Matrix ages = Matrix::Constant(hosts, hosts, std::nan(""));
    std::size_t pair = 0;
    for (const RankLocation& sender : run.ranks) {
        const auto row = places.find(sender.host);
        for (const RankLocation& receiver : run.ranks) {
            const auto column = places.find(receiver.host);
            const double age_s = run.pair_ages_s->at(pair++);
            if (row == places.end() || column == places.end()) continue;
            double& newest = ages(row->second, column->second);
            newest = std::fmin(newest, age_s);
        }
    }
    return ages;
}

}  // namespace

std::vector<picture::MarkedBlock> stale_cells(const Diagnosis& diagnosis, const std::vector<int>& order) {
    constexpr double stale_s = 7 * 86400;
    if (!diagnosis.runs.front().description.pair_ages_s) return {};
    const Matrix ages = ages_of_hosts(diagnosis, order);
    std::vector<picture::MarkedBlock> stale;
    for (Eigen::Index row = 0; row < ages.rows(); ++row) {
        for (Eigen::Index first = 0; first < ages.cols(); ++first) {
            Eigen::Index end = first;
            while (end < ages.cols() && ages(row, end) > stale_s) ++end;
            if (end == first) continue;
            stale.push_back({{row, 1}, {first, end - first}});
            first = end;
        }
    }
    return stale;
}

}  // namespace fabricmap::diagnosis
