// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/run_words.hpp"

#include "base/host_list.hpp"
#include "base/message_lengths.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace fabricmap::picture {
namespace {

std::string subject(const RunDescription& description, Statistic statistic) {
    std::string_view mode = description.mode ? name_of(*description.mode) : "unknown mode";
    std::string_view what = statistic == Statistic::count ? "" : " delay";
    if (!description.operation.empty()) {
        mode = description.operation;
        what = " time from the start";
    }
    return fmt::format("{}: {}{}", mode, name_of(statistic), what);
}

std::string about_ranks(const RunDescription& description) {
    const std::set<std::string> hosts = named_hosts(description);
    std::string text = fmt::format("{} ranks", description.rank_count());
    if (hosts.size() == 1) text += fmt::format(" on host {}", *hosts.begin());
    if (hosts.size() > 1) text += fmt::format(" on {} hosts", hosts.size());
    return text;
}

std::int64_t count_missing(const Matrix& cells, const NeverMeasured& never) {
    std::int64_t missing = 0;
    for (Eigen::Index row = 0; row < cells.rows(); ++row) {
        for (Eigen::Index column = 0; column < cells.cols(); ++column) {
            if (std::isnan(cells(row, column)) && !never.holds(row, column)) ++missing;
        }
    }
    return missing;
}

/// The ranks of each leaf that the run names, with the names of its hosts.
std::vector<NamedBlock> leaf_blocks(const RunDescription& description) {
    if (!description.leaf_streams) return {};
    std::map<std::int64_t, std::vector<std::string>> hosts_of;
    for (std::size_t rank = 0; rank < description.ranks.size(); ++rank)
        hosts_of[description.leaf_streams->leaf_of_rank.at(rank)].push_back(description.ranks[rank].host);
    std::map<std::int64_t, std::string> name_of;
    for (const auto& [leaf, hosts] : hosts_of) name_of[leaf] = leaf < 0 ? "" : format_host_list(hosts);
    std::vector<std::string> names;
    names.reserve(description.ranks.size());
    for (const std::int64_t leaf : description.leaf_streams->leaf_of_rank) names.push_back(name_of[leaf]);
    return blocks_of(names);
}

MatrixWords words_of(const RunDescription& description, Statistic statistic) {
    MatrixWords words;
    words.sheet.title = subject(description, statistic);
    words.sheet.lines = run_lines(description);
    words.across = axis_of_ranks(description, description.operation.empty() ? "receiver" : "rank");
    return words;
}

}  // namespace

std::set<std::string> named_hosts(const RunDescription& description) {
    std::set<std::string> hosts;
    for (const RankLocation& rank : description.ranks) hosts.insert(rank.host);
    hosts.erase("");
    return hosts;
}

std::vector<std::string> run_lines(const RunDescription& description) {
    std::vector<std::string> lines{about_ranks(description)};
    if (description.timing) lines.back() += fmt::format(", timing {}", name_of(*description.timing));
    if (memory_of(description).has_device())
        lines.back() += fmt::format(", messages {}", memory_text(memory_of(description)));
    if (!description.started.empty()) lines.back() += fmt::format(", measured {}", description.started);
    if (!description.title.empty()) lines.insert(lines.begin(), description.title);
    return lines;
}

Axis axis_of_ranks(const RunDescription& description, std::string name) {
    Axis axis{std::move(name)};
    std::vector<std::string> hosts;
    hosts.reserve(description.ranks.size());
    for (const RankLocation& rank : description.ranks) {
        axis.labels.push_back(fmt::format("{}", hosts.size()));
        hosts.push_back(rank.host);
    }
    axis.blocks = blocks_of(hosts);
    axis.groups = leaf_blocks(description);
    return axis;
}

Axis axis_of_lengths(const std::vector<std::int64_t>& lengths_bytes, std::string name) {
    Axis axis{std::move(name)};
    for (const std::int64_t length : lengths_bytes) axis.labels.push_back(format_size(length));
    return axis;
}

MatrixWords plane_words(const RunDescription& description, Statistic statistic, std::int64_t length_bytes) {
    MatrixWords words = words_of(description, statistic);
    words.sheet.title += fmt::format(", messages of {} bytes", format_size(length_bytes));
    words.down = axis_of_ranks(description, description.operation.empty() ? "sender" : "root");
    return words;
}

MatrixWords row_words(const RunDescription& description, Statistic statistic, std::int64_t sender) {
    MatrixWords words = words_of(description, statistic);
    words.sheet.title += fmt::format(", {} {}", description.operation.empty() ? "sender" : "root", sender);
    const std::string& host = description.ranks.at(static_cast<std::size_t>(sender)).host;
    if (!host.empty()) words.sheet.title += fmt::format(" on {}", host);
    words.down = axis_of_lengths(description.message_lengths);
    return words;
}

void describe_cells(Sheet& sheet, Legend& legend, const Matrix& cells, const NeverMeasured& never) {
    const bool is_delay = legend.quantity == Quantity::delay;
    legend.high_end = is_delay ? "slower" : "more";
    legend.low_end = is_delay ? "faster" : "fewer";
    if (const std::int64_t missing = count_missing(cells, never); missing > 0)
        legend.missing = fmt::format("{} not measured", missing);
    const auto range = range_of(cells, never);
    if (!range) {
        sheet.lines.emplace_back("nothing was measured here");
        return;
    }
    sheet.lines.push_back(fmt::format("from {} to {}", format_value(range->lowest, legend.quantity),
                                      format_value(range->highest, legend.quantity)));
    const ValueRange& shown = legend.scale.range();
    if (range->highest > static_cast<float>(shown.highest)) legend.high_end += ", and beyond";
    if (range->lowest < static_cast<float>(shown.lowest)) legend.low_end += ", and below";
}

}  // namespace fabricmap::picture
