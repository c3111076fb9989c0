// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/leaf_text.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

std::string few_flows_text(const LeafMatrix& matrix, const Language& in) {
    return filled_phrase(
        in,
        "So few flows a host ({}) leave it to chance which cables are used, and hide a missing "
        "one: this run shows nothing about uplinks. Measure with --flows 16, on more hosts a "
        "leaf, or with more ranks a host.",
        {std::to_string(matrix.flows_per_host)});
}

std::string few_leaves_text(const LeafMatrix& matrix, const Language& in) {
    return filled_phrase(in,
                         "{} leaves are too few to tell which of them carries less: measure between four or "
                         "more.",
                         {std::to_string(matrix.leaves.size())});
}

std::string hidden_uplinks_text(const LeafMatrix& matrix, const Language& in) {
    return filled_phrase(
        in,
        "A leaf would stand out from {} less on, and a missing uplink may cost less: measure "
        "with more flows (--flows), more leaves or a larger -n.",
        {format_share(matrix.detectable_loss)});
}

}  // namespace

std::string leaf_point_text(const LeafMatrix& matrix, OpenPoint point, const Language& in) {
    if (point == OpenPoint::few_flows) return few_flows_text(matrix, in);
    if (point == OpenPoint::few_leaves) return few_leaves_text(matrix, in);
    return point == OpenPoint::hidden_uplinks ? hidden_uplinks_text(matrix, in) : std::string();
}

std::string leaf_speed_text(const LeafMatrix& matrix) {
    std::vector<float> rates = numbers_of(matrix.rates.reshaped());
    if (rates.empty()) return {};
    const double rate = upper_median_of(rates);
    const auto hosts = static_cast<double>(std::ssize(matrix.leaves) * matrix.hosts_per_leaf);
    const ValueInterval& bisection = matrix.bisection;
    return fmt::format(
        "Leaf to leaf: {}, {} a host one way; {} a host at once, messages of {}. Effective bisection: {} "
        "({} to {}) a host, {} in all.",
        format_rate(rate), format_rate(rate / static_cast<double>(matrix.hosts_per_leaf)),
        counted(matrix.flows_per_host, "flow"), format_size(matrix.length_bytes),
        format_rate(bisection.value), format_rate(bisection.low), format_rate(bisection.high),
        format_rate(bisection.value * hosts / 2));
}

std::vector<LeafRow> leaf_rows(const LeafMatrix& matrix) {
    std::vector<LeafRow> rows;
    for (Eigen::Index leaf = 0; leaf < matrix.rates.rows(); ++leaf) {
        rows.push_back({matrix.leaves[static_cast<std::size_t>(leaf)],
                        upper_median_of(numbers_of(matrix.rates.row(leaf))),
                        upper_median_of(numbers_of(matrix.rates.col(leaf)))});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const LeafRow& one, const LeafRow& other) {
        return one.sends + one.receives < other.sends + other.receives;
    });
    return rows;
}

}  // namespace fabricmap::diagnosis
