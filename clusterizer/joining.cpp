// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/joining.hpp"

#include "clusterizer/joined_range.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace fabricmap::clusterizer {
namespace {

namespace fs = std::filesystem;

// Of each part: what is kept of its means and exceptions while they are read in their order.
constexpr std::size_t held_bytes_of_part = std::size_t{1} << 20;
// Each is an open file, and holds the names of all ranks.
constexpr std::size_t max_open_parts = 64;

std::vector<Archive> open_all(std::span<const fs::path> paths) {
    std::vector<Archive> archives;
    archives.reserve(paths.size());
    for (const auto& path : paths) archives.emplace_back(path, held_bytes_of_part);
    return archives;
}

std::vector<JoinedRange> join_ranges(std::span<const SourceRange> sources, std::size_t memory_limit) {
    std::vector<JoinedRange> joined;
    const std::vector<Planes> groups = choose_ranges_to_join(sources);
    const std::size_t share = memory_limit / groups.size();
    for (const Planes& group : groups) {
        const auto own = sources.subspan(group.first, group.count);
        if (auto range = JoinedRange::of(own, share)) {
            joined.push_back(std::move(*range));
            continue;
        }
        for (std::size_t i = 0; i < own.size(); ++i)
            joined.push_back(JoinedRange::of(own.subspan(i, 1), share).value());
    }
    return joined;
}

ArchiveFacts join_facts(const std::vector<Archive>& archives, const std::vector<JoinedRange>& ranges) {
    const auto worst = std::max_element(archives.begin(), archives.end(), [](const auto& a, const auto& b) {
        return a.header().facts.threshold < b.header().facts.threshold;
    });
    ArchiveFacts facts = worst->header().facts;
    double squares = 0;
    std::size_t planes = 0;
    for (const Archive& archive : archives) {
        const ArchiveFacts& part = archive.header().facts;
        // All planes have as many positive values, unless pairs were missing at some lengths only.
        const std::size_t own = archive.header().run.message_lengths.size();
        squares += std::pow(part.rms_relative_error, 2) * static_cast<double>(own);
        planes += own;
        facts.absolute_threshold = std::max(facts.absolute_threshold, part.absolute_threshold);
        facts.largest_relative_error = std::max(facts.largest_relative_error, part.largest_relative_error);
    }
    facts.rms_relative_error = std::sqrt(squares / static_cast<double>(planes));
    facts.exceptions_per_pair = 0;
    for (const JoinedRange& range : ranges) {
        std::int64_t allowed = 0;
        for (const SourceRange& source : range.sources())
            allowed += source.archive->header().facts.exceptions_per_pair;
        facts.exceptions_per_pair = std::max(facts.exceptions_per_pair, allowed);
    }
    return facts;
}

std::vector<std::int64_t> joined_lengths(const std::vector<Archive>& archives) {
    std::vector<std::int64_t> lengths;
    for (const Archive& archive : archives) {
        const std::vector<std::int64_t>& own = archive.header().run.message_lengths;
        lengths.insert(lengths.end(), own.begin(), own.end());
    }
    return lengths;
}

ArchiveHeader describe(const std::vector<Archive>& archives, const std::vector<JoinedRange>& ranges,
                       const RunDescription& run) {
    ArchiveHeader header;
    header.run = run;
    header.run.message_lengths = joined_lengths(archives);
    header.statistic = archives.front().header().statistic;
    for (const JoinedRange& range : ranges) header.ranges.push_back(range.description());
    header.facts = join_facts(archives, ranges);
    for (const Archive& archive : archives) header.exceptions += archive.header().exceptions;
    return header;
}

/// Those of one sender in all archives, in the order of the whole.
std::vector<ArchiveException> exceptions_of(std::int64_t sender, const std::vector<Archive>& archives) {
    std::vector<ArchiveException> all;
    std::size_t planes = 0;
    for (const Archive& archive : archives) {
        for (ArchiveException exception : archive.exceptions(sender)) {
            exception.plane += planes;
            all.push_back(exception);
        }
        planes += archive.header().run.message_lengths.size();
    }
    std::sort(all.begin(), all.end(), [](const ArchiveException& a, const ArchiveException& b) {
        return std::tie(a.receiver, a.plane) < std::tie(b.receiver, b.plane);
    });
    return all;
}

void write_joined_labels(ArchiveWriter& writer, std::size_t index, JoinedRange& range, std::int64_t ranks) {
    for (std::int64_t sender = 0; sender < ranks; sender += senders_at_once) {
        writer.write_labels(index, sender, range.labels(sender, std::min(senders_at_once, ranks - sender)));
    }
}

/// Joins them while all are open. `remark` is added to what the archive says of its threshold.
ArchiveHeader join_open(std::span<const fs::path> parts, const RunDescription& run, const fs::path& path,
                        std::size_t memory_limit, std::string_view remark) {
    const std::vector<Archive> archives = open_all(parts);
    const std::vector<SourceRange> sources = ranges_of(archives);
    std::vector<JoinedRange> ranges = join_ranges(sources, memory_limit);
    ArchiveHeader header = describe(archives, ranges, run);
    header.facts.threshold_reason += remark;
    ArchiveWriter writer(path, header, true);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        write_joined_labels(writer, i, ranges[i], run.rank_count());
    for (const JoinedRange& range : ranges) {
        range.hand_out_means([&](std::span<const double> means) { writer.write_means(means); });
    }
    for (std::int64_t sender = 0; sender < run.rank_count(); ++sender) {
        writer.write_exceptions(exceptions_of(sender, archives));
    }
    writer.finish();
    return header;
}

/// Archives of several parts each, which are needed no more when all are joined.
class Groups {
  public:
    Groups() = default;
    Groups(const Groups&) = delete;
    Groups& operator=(const Groups&) = delete;
    ~Groups() {
        std::error_code ignored;
        for (const fs::path& path : paths_) fs::remove(path, ignored);
    }

    /// Each lies beside the first of its parts.
    std::vector<fs::path> join(std::span<const fs::path> parts, const RunDescription& run,
                               std::size_t memory_limit) {
        const std::size_t before = paths_.size();
        for (; !parts.empty(); parts = parts.subspan(std::min(parts.size(), max_open_parts))) {
            const auto group = parts.first(std::min(parts.size(), max_open_parts));
            paths_.push_back(fs::path(group.front()).concat(".joined"));
            join_open(group, run, paths_.back(), memory_limit, "");
        }
        return {paths_.begin() + static_cast<std::ptrdiff_t>(before), paths_.end()};
    }

  private:
    std::vector<fs::path> paths_;
};

}  // namespace

ArchiveHeader join_archives(std::span<const fs::path> parts, const RunDescription& run, const fs::path& path,
                            std::size_t memory_limit) {
    Groups groups;
    std::vector<fs::path> joined(parts.begin(), parts.end());
    while (joined.size() > max_open_parts) joined = groups.join(joined, run, memory_limit);
    const std::string remark =
        parts.size() > 1 ? fmt::format("; the widest of {} parts", parts.size()) : std::string();
    return join_open(joined, run, path, memory_limit, remark);
}

}  // namespace fabricmap::clusterizer
