// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/run_words.hpp"

#include "base/message_lengths.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>

namespace fabricmap::picture {

std::set<std::string> named_hosts(const RunDescription& description) {
    std::set<std::string> hosts;
    for (const RankLocation& rank : description.ranks) hosts.insert(rank.host);
    hosts.erase("");
    return hosts;
}
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

}  // namespace

std::vector<std::string> run_lines(const RunDescription& description) {
    std::vector<std::string> lines{about_ranks(description)};
    if (description.timing) lines.back() += fmt::format(", timing {}", name_of(*description.timing));
    if (memory_of(description).has_device())
        lines.back() += fmt::format(", messages {}", memory_text(memory_of(description)));
    if (!description.started.empty()) lines.back() += fmt::format(", measured {}", description.started);
    if (!description.title.empty()) lines.insert(lines.begin(), description.title);
    return lines;
}

namespace {

Axis axis_of_ranks(const RunDescription& description, std::string name) {
    Axis axis{std::move(name), {}, host_blocks(description.ranks)};
    for (std::int64_t rank = 0; rank < description.rank_count(); ++rank)
        axis.labels.push_back(fmt::format("{}", rank));
    return axis;
}

MatrixWords words_of(const RunDescription& description, Statistic statistic) {
    MatrixWords words;
    words.sheet.title = subject(description, statistic);
    words.sheet.lines = run_lines(description);
    words.across = axis_of_ranks(description, description.operation.empty() ? "receiver" : "rank");
    return words;
}

}  // namespace

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
    words.down.name = "message length, bytes";
    for (const std::int64_t length : description.message_lengths)
        words.down.labels.push_back(format_size(length));
    return words;
}

std::vector<NamedBlock> host_blocks(const std::vector<RankLocation>& ranks) {
    std::vector<std::string> hosts;
    hosts.reserve(ranks.size());
    for (const RankLocation& rank : ranks) hosts.push_back(rank.host);
    return blocks_of(hosts);
}

}  // namespace fabricmap::picture
