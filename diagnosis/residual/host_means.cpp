// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/host_means.hpp"

#include "diagnosis/survey/host_rows.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <functional>

namespace fabricmap::diagnosis {
namespace {

using ReadRows = std::function<Matrix(const std::vector<RankIndex>& ranks)>;

/// `rows`: of the ranks, ascending.
void fold_host(HostIndex from, const Matrix& rows, const std::vector<RankIndex>& ranks,
               const Machine& machine, Eigen::ArrayXXf& folded) {
    std::vector<Eigen::Index> places;
    for (const RankIndex sender : machine.ranks_of[from])
        places.push_back(std::lower_bound(ranks.begin(), ranks.end(), sender) - ranks.begin());
    std::vector<float> values;
    for (const HostIndex to : machine.hosts.indices()) {
        if (to == from) continue;
        values.clear();
        for (const Eigen::Index place : places) {
            for (const RankIndex receiver : machine.ranks_of[to])
                values.push_back(static_cast<float>(rows(place, receiver)));
        }
        folded(from, to) = values.size() == 1 ? values.front() : median_of_numbers(values);
    }
}

Eigen::ArrayXXf fold(const Machine& machine, std::int64_t ranks_at_once, const ReadRows& read) {
    Eigen::ArrayXXf folded = Eigen::ArrayXXf::Constant(machine.host_count(), machine.host_count(), no_value);
    for (const HostRange& range : host_ranges(machine, ranks_at_once)) {
        const Matrix rows = read(range.ranks);
        for (const HostIndex host : range.hosts) fold_host(host, rows, range.ranks, machine, folded);
    }
    return folded;
}

}  // namespace

Eigen::ArrayXXf mean_log_ratios(std::span<const PlaneRatio> ratios, const Machine& machine,
                                double min_ratio) {
    const std::int64_t ranks_at_once = ratios.front().value.stack.senders_of_a_slab();
    return fold(machine, ranks_at_once, [&](const std::vector<RankIndex>& ranks) {
        Matrix sums = Matrix::Zero(std::ssize(ranks), machine.rank_count());
        for (const auto& [value, reference] : ratios) {
            const Matrix values = rows_of(value.stack, value.k, ranks);
            const Matrix quotients = values / rows_of(reference.stack, reference.k, ranks);
            sums += (quotients < min_ratio).select(min_ratio, quotients).log();
        }
        return Matrix(sums / static_cast<double>(ratios.size()));
    });
}

Eigen::ArrayXXf fold_to_hosts(const PlaneOf& plane, const Machine& machine) {
    return fold(machine, plane.stack.senders_of_a_slab(),
                [&](const std::vector<RankIndex>& ranks) { return rows_of(plane.stack, plane.k, ranks); });
}

}  // namespace fabricmap::diagnosis
