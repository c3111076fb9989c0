// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/other_tools/pair_values.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap {
namespace {

/// A few lines may name so many hosts and lengths that their matrices fill any memory.
constexpr double max_cells = 1 << 30;

}  // namespace

std::size_t PairValues::index_of(const std::string& host) {
    const auto [at, is_new] = indices_.try_emplace(host, hosts_.size());
    if (is_new) hosts_.push_back(host);
    return at->second;
}

void PairValues::add(const std::string& sender, const std::string& receiver, std::int64_t bytes,
                     double seconds) {
    if (sender == receiver) {
        ++of_one_host_;
        return;
    }
    const std::size_t from = index_of(sender);
    const std::size_t to = index_of(receiver);
    pairs_.emplace(from, to);
    values_.push_back({from, to, bytes, seconds});
}

bool PairValues::has_both_directions() const {
    return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) {
        return pairs_.contains({pair.second, pair.first});
    });
}

std::vector<Matrix> PairValues::averages(const std::vector<std::int64_t>& lengths, bool is_directed) const {
    const auto hosts = static_cast<Eigen::Index>(hosts_.size());
    std::vector<Matrix> sums(lengths.size(), Matrix::Zero(hosts, hosts));
    std::vector<Matrix> counts = sums;
    for (const Value& value : values_) {
        if (std::isnan(value.seconds)) continue;
        const auto plane = static_cast<std::size_t>(
            std::lower_bound(lengths.begin(), lengths.end(), value.bytes) - lengths.begin());
        const auto from = static_cast<Eigen::Index>(value.sender);
        const auto to = static_cast<Eigen::Index>(value.receiver);
        sums[plane](from, to) += value.seconds;
        counts[plane](from, to) += 1;
        if (is_directed) continue;
        sums[plane](to, from) += value.seconds;
        counts[plane](to, from) += 1;
    }
    for (std::size_t plane = 0; plane < sums.size(); ++plane) {
        sums[plane] /= counts[plane];  // NaN of none
        sums[plane].matrix().diagonal().setZero();
    }
    return sums;
}

void PairValues::describe_gaps(RunDescription& description, bool is_directed) const {
    const auto hosts = static_cast<double>(hosts_.size());
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (const auto& [from, to] : pairs_)
        pairs.emplace(is_directed ? from : std::min(from, to), is_directed ? to : std::max(from, to));
    const double fraction = static_cast<double>(pairs.size()) / (hosts * (hosts - 1) / (is_directed ? 1 : 2));
    // A pair that is not listed has not failed.
    if (fraction < 1)
        description.schedule = Schedule{ScheduleKind::automatic, -1, PairSample{.fraction = fraction}};
    const auto missing = std::count_if(values_.begin(), values_.end(),
                                       [](const Value& value) { return std::isnan(value.seconds); });
    if (missing > 0) description.comment += fmt::format("; {} missing", counted(missing, "listed value"));
}

PrintedRun PairValues::as_run(const std::filesystem::path& path, RunDescription description,
                              bool is_directed) const {
    if (values_.empty()) {
        throw FileError(
            fmt::format("{}: no value of two hosts in it; was the output cut off?", path.string()));
    }
    std::set<std::int64_t> lengths;
    for (const Value& value : values_) lengths.insert(value.bytes);
    const auto hosts = static_cast<double>(hosts_.size());
    if (hosts * hosts * static_cast<double>(lengths.size()) > max_cells) {
        throw FileError(
            fmt::format("{}: {} at {} are more than a list can hold; split it by lengths or groups "
                        "of hosts",
                        path.string(), counted(static_cast<std::int64_t>(hosts_.size()), "host"),
                        counted(static_cast<std::int64_t>(lengths.size()), "length")));
    }
    description.ranks = rank_locations_of(hosts_);
    description.message_lengths.assign(lengths.begin(), lengths.end());
    if (!is_directed) description.timing = Timing::round_trip;
    describe_gaps(description, is_directed);
    description.complete = true;
    std::vector<Matrix> planes = averages(description.message_lengths, is_directed);
    return {std::move(description), Statistic::average, std::move(planes)};
}

}  // namespace fabricmap
