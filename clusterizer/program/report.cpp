// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/program/report.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "clusterizer/program/members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

namespace fabricmap::clusterizer {
namespace {

constexpr std::size_t max_clusters_listed = 24;
constexpr std::size_t max_ranges_in_brief = 3;
constexpr std::size_t max_letters_in_brief =
    44;  // of who belongs to a cluster, in lines of a hundred columns

/// How many clusters of each range the brief report has, so that it fits a screen.
std::size_t clusters_in_brief(std::size_t ranges) {
    constexpr std::array<std::size_t, max_ranges_in_brief> clusters{12, 4, 1};
    return clusters.at(std::clamp<std::size_t>(ranges, 1, max_ranges_in_brief) - 1);
}

/// The beginning of a text of ASCII names and an ellipsis where it is too long.
std::string shortened(const std::string& text) {
    std::size_t letters = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins_letter = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (begins_letter && ++letters > max_letters_in_brief) return text.substr(0, at) + "…";
    }
    return text;
}

double plain_bytes(const ArchiveHeader& header) {
    const auto ranks = static_cast<double>(header.run.rank_count());
    return ranks * ranks * static_cast<double>(header.run.message_lengths.size()) * sizeof(double);
}

std::size_t all_clusters(const ArchiveHeader& header) {
    std::size_t clusters = 0;
    for (const ClusterRange& range : header.ranges) clusters += range.clusters;
    return clusters;
}

std::string times_smaller(const ArchiveHeader& header, const std::filesystem::path& path) {
    const auto size = static_cast<double>(std::filesystem::file_size(path));
    const double ratio = plain_bytes(header) / size;
    const std::string gain = ratio >= 10  ? fmt::format("{:.0f} times smaller", ratio)
                             : ratio >= 1 ? fmt::format("{:.1f} times smaller", ratio)
                                          : "not smaller: too small a run to compress";
    return fmt::format("{} of values in {}, {}", format_bytes(plain_bytes(header)), format_bytes(size), gain);
}

std::string percent(double fraction) {
    if (fraction < 1e-9) return "0 %";  // what rounding leaves of nothing
    return format_share(fraction);
}

std::string allowed(const ArchiveFacts& facts, Statistic statistic) {
    std::string text = percent(facts.threshold);
    if (facts.absolute_threshold > 0) {
        text += " or " + format_value(facts.absolute_threshold, quantity_of(statistic));
    }
    return text;
}

std::string mean_text(double mean, Statistic statistic) {
    return std::isnan(mean) ? "missing" : format_value(mean, quantity_of(statistic));
}

std::string lengths_of(const ArchiveHeader& header, const ClusterRange& range) {
    const auto& lengths = header.run.message_lengths;
    const std::string first = format_size(lengths[range.first_plane]);
    if (range.planes == 1) return fmt::format("length {}", first);
    return fmt::format("lengths {} to {}", first, format_size(lengths[range.first_plane + range.planes - 1]));
}

void append_range(const Archive& archive, std::size_t index, bool is_verbose, std::string& text) {
    const ArchiveHeader& header = archive.header();
    const ClusterRange& range = header.ranges[index];
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "\n{} ({}): {}\n", lengths_of(header, range),
                   counted(static_cast<std::int64_t>(range.planes), "length"),
                   counted(static_cast<std::int64_t>(range.clusters), "cluster"));
    const auto& lengths = header.run.message_lengths;
    fmt::format_to(out, "  {:>7} {:>12} {:>8}  {:>10} {:>10}  {}\n", "cluster", "pairs", "percent",
                   "at " + format_size(lengths[range.first_plane]),
                   "at " + format_size(lengths[range.first_plane + range.planes - 1]), "which");
    const auto all = static_cast<double>(header.run.rank_count() * header.run.rank_count());
    std::uint64_t listed = 0;
    std::uint32_t cluster = 0;
    const std::size_t most = is_verbose ? max_clusters_listed : clusters_in_brief(header.ranges.size());
    for (const Members& members : members_of(archive, index, most)) {
        const std::vector<double> means = archive.means(index, cluster);
        fmt::format_to(out, "  {:>7} {:>12} {:>6.3g} %  {:>10} {:>10}  {}\n", cluster, members.pairs,
                       100 * static_cast<double>(members.pairs) / all,
                       mean_text(means.front(), header.statistic), mean_text(means.back(), header.statistic),
                       is_verbose ? members.words : shortened(members.words));
        listed += members.pairs;
        ++cluster;
    }
    if (cluster < range.clusters) {
        fmt::format_to(out, "  ... and {} more clusters of {}; --labels FILE.csv lists all\n",
                       range.clusters - cluster,
                       counted(static_cast<std::int64_t>(all) - static_cast<std::int64_t>(listed), "pair"));
    }
}

}  // namespace

std::string summary_of(const ArchiveHeader& header, const std::filesystem::path& path) {
    return fmt::format("{}: {}; {} in {}, threshold {}, largest error {}, rms {}, {}", path.string(),
                       times_smaller(header, path),
                       counted(static_cast<std::int64_t>(all_clusters(header)), "cluster"),
                       counted(static_cast<std::int64_t>(header.ranges.size()), "range"),
                       allowed(header.facts, header.statistic), percent(header.facts.largest_relative_error),
                       percent(header.facts.rms_relative_error),
                       counted(static_cast<std::int64_t>(header.exceptions), "exception"));
}

std::string report_on(const Archive& archive, const std::filesystem::path& path, bool is_verbose) {
    const ArchiveHeader& header = archive.header();
    const ArchiveFacts& facts = header.facts;
    std::set<std::string> hosts;
    for (const RankLocation& location : header.run.ranks) {
        if (!location.host.empty()) hosts.insert(location.host);
    }
    std::string text = fmt::format("{}\n", path.string());
    const auto out = std::back_inserter(text);
    const auto line = [&](std::string_view name, const std::string& what) {
        fmt::format_to(out, "  {:<11} {}\n", name, what);
    };
    const std::string_view mode = header.run.mode ? name_of(*header.run.mode) : "an unknown mode";
    line("run",
         fmt::format("{} of {}, {}{}, {}", name_of(header.statistic), mode,
                     counted(header.run.rank_count(), "rank"),
                     hosts.empty() ? "" : " on " + counted(static_cast<std::int64_t>(hosts.size()), "host"),
                     counted(static_cast<std::int64_t>(header.run.message_lengths.size()), "length")));
    line("size", times_smaller(header, path));
    line("threshold", fmt::format("{} ({})", allowed(facts, header.statistic), facts.threshold_reason));
    line("error", fmt::format("largest {}, rms {}", percent(facts.largest_relative_error),
                              percent(facts.rms_relative_error)));
    line("exceptions", fmt::format("{}, kept exactly; at most {} of a pair in a range", header.exceptions,
                                   facts.exceptions_per_pair));
    const std::size_t ranges = header.ranges.size();
    const std::size_t shown = is_verbose ? ranges : std::min(ranges, max_ranges_in_brief);
    for (std::size_t range = 0; range < shown; ++range) append_range(archive, range, is_verbose, text);
    if (shown < ranges)
        fmt::format_to(out, "\n... and {} more ranges of lengths; see --verbose\n", ranges - shown);
    return text;
}

}  // namespace fabricmap::clusterizer
