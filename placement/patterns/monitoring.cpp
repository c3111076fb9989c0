// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "placement/patterns/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace fabricmap::placement {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".prof";
constexpr std::string_view remedy = "; use the files of a job that ended normally";

/// What one rank sent to another: lines E (the application's) and I (made by collectives) have numbers apart;
/// the histogram, on the first of the two, counts both.
struct MonitoredArc {
    double bytes = 0;
    double messages = 0;
    std::vector<double> histogram;
};

using MonitoredArcs = std::map<RankIndex, MonitoredArc>;  ///< by receiver

/// Of P.12.prof: P and 12.
struct ProfileName {
    fs::path prefix;
    RankIndex rank{};
};

std::optional<ProfileName> profile_name_of(const fs::path& path) {
    const std::string name = path.filename().string();
    if (!name.ends_with(suffix)) return std::nullopt;
    const std::string stem = name.substr(0, name.size() - suffix.size());
    const std::size_t point = stem.rfind('.');
    if (point == std::string::npos) return std::nullopt;
    const auto rank = read_number<std::int32_t>(std::string_view(stem).substr(point + 1));
    if (!rank || *rank < 0) return std::nullopt;
    return ProfileName{path.parent_path() / stem.substr(0, point), RankIndex{*rank}};
}

/// The prefix P, whether that was given or one of its files.
fs::path prefix_of(const fs::path& path) {
    const auto name = profile_name_of(path);
    return name ? name->prefix : path;
}

fs::path profile_path(const fs::path& prefix, RankIndex rank) {
    return fmt::format("{}.{}{}", prefix.string(), +rank, suffix);
}

/// How many ranks have a file; throws FileError where one of those below the largest has none.
std::int32_t count_profiles(const fs::path& prefix) {
    PerRank<RankIndex> ranks;
    const fs::path folder = prefix.parent_path().empty() ? "." : prefix.parent_path();
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto name = profile_name_of(entry.path());
        if (name && name->prefix.filename() == prefix.filename()) ranks.push_back(name->rank);
    }
    std::sort(ranks.begin(), ranks.end());
    for (const RankIndex rank : ranks.indices()) {
        if (ranks[rank] == rank) continue;
        throw FileError(fmt::format("{}: the file of rank {} is missing, and there are those of others",
                                    profile_path(prefix, rank).string(), +rank));
    }
    return static_cast<std::int32_t>(ranks.size());
}

class ProfileReader {
  public:
    ProfileReader(fs::path path, std::int32_t ranks) : path_(std::move(path)), ranks_(ranks) {}

    MonitoredArcs read() {
        std::ifstream file = open_regular_file(path_);
        for (std::string text; std::getline(file, text);) {
            ++line_;
            if (file.eof()) refuse(fmt::format("it ends within line {}{}", line_, remedy));
            take(text);
        }
        if (!has_collectives_) refuse(fmt::format("it ends before its part on collectives{}", remedy));
        for (const auto& [receiver, arc] : arcs_) check(receiver, arc);
        return std::move(arcs_);
    }

  private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw FileError(fmt::format("{}: {}", path_.string(), what));
    }

    void take(const std::string& text) {
        if (text.starts_with("# COLLECTIVES")) has_collectives_ = true;
        if (text.starts_with("E\t") || text.starts_with("I\t")) take_arc(split(text, '\t'));
        // One-sided transfers stand as S and R; C and the like count again what E and I have.
        if (text.starts_with("D\tMPI_COMM_WORLD\t")) check_world(text);
    }

    void take_arc(const std::vector<std::string>& fields) {
        if (fields.size() < 5) refuse(fmt::format("line {} is cut off{}", line_, remedy));
        const auto receiver = read_number<std::int32_t>(fields[2]);
        const double bytes = amount(fields[3], " bytes");
        const double messages = amount(fields[4], " msgs sent");
        if (!receiver || *receiver < 0) refuse(fmt::format("line {}: '{}' is not a rank", line_, fields[2]));
        if (*receiver >= ranks_) {
            refuse(fmt::format("line {}: it sends to rank {}, whose file is missing", line_, *receiver));
        }
        MonitoredArc& arc = arcs_[RankIndex{*receiver}];
        arc.bytes += bytes;
        arc.messages += messages;
        if (fields.size() > 5) take_histogram(arc, fields[5]);
    }

    void take_histogram(MonitoredArc& arc, const std::string& field) {
        std::size_t bin = 0;
        for (const std::string& word : split(field, ',')) {
            const auto count = read_number<double>(word);
            if (!count || *count < 0) refuse(fmt::format("line {}: '{}' is not a count", line_, word));
            if (arc.histogram.size() <= bin) arc.histogram.resize(bin + 1);
            arc.histogram[bin++] += *count;
        }
    }

    [[nodiscard]] double amount(const std::string& field, std::string_view unit) const {
        const auto value = field.ends_with(unit)
                               ? read_number<double>(field.substr(0, field.size() - unit.size()))
                               : std::nullopt;
        if (!value || *value < 0)
            refuse(fmt::format("line {}: '{}' is not a number of{}{}", line_, field, unit, remedy));
        return *value;
    }

    /// "D MPI_COMM_WORLD procs: 0,1,2,3".
    void check_world(const std::string& text) const {
        const std::int64_t members = std::count(text.begin(), text.end(), ',') + 1;
        if (members > ranks_) {
            refuse(fmt::format("MPI_COMM_WORLD has {} ranks, and the file of rank {} is missing", members,
                               ranks_));
        }
    }

    void check(RankIndex receiver, const MonitoredArc& arc) const {
        double counted_messages = 0;
        for (const double count : arc.histogram) counted_messages += count;
        if (counted_messages != arc.messages) {
            refuse(fmt::format("{} messages to rank {}, and {} in its histogram{}", arc.messages, +receiver,
                               counted_messages, remedy));
        }
    }

    fs::path path_;
    std::int32_t ranks_;
    std::size_t line_ = 0;
    bool has_collectives_ = false;
    MonitoredArcs arcs_;
};

/// Bin 0 counts empty messages, bin k those of 2^(k-1) to 2^k - 1 bytes.
double min_length_of_bin(std::size_t bin) {
    return bin == 0 ? 0 : std::ldexp(1.0, static_cast<int>(bin) - 1);
}
double max_length_of_bin(std::size_t bin) {
    return bin == 0 ? 0 : std::ldexp(1.0, static_cast<int>(bin)) - 1;
}

/// Where in its bin the mean message of each bin lies, from 0 to 1, so that all bytes are those counted.
double place_in_bins(const MonitoredArc& arc) {
    double least = 0;
    double most = 0;
    for (std::size_t bin = 0; bin < arc.histogram.size(); ++bin) {
        least += arc.histogram[bin] * min_length_of_bin(bin);
        most += arc.histogram[bin] * max_length_of_bin(bin);
    }
    return most > least ? (arc.bytes - least) / (most - least) : 0;
}

void add_flows(Pattern& pattern, RankIndex sender, const MonitoredArcs& arcs) {
    for (const auto& [receiver, arc] : arcs) {
        const double place = place_in_bins(arc);
        for (std::size_t bin = 0; bin < arc.histogram.size(); ++bin) {
            if (arc.histogram[bin] == 0) continue;
            const double length =
                min_length_of_bin(bin) + place * (max_length_of_bin(bin) - min_length_of_bin(bin));
            pattern.flows.push_back({sender, receiver, std::max(0.0, length), arc.histogram[bin]});
        }
    }
}

}  // namespace

bool is_monitoring(const fs::path& path, const std::string& beginning) {
    if (beginning.starts_with("# POINT TO POINT")) return true;
    if (profile_name_of(path)) return !beginning.empty();
    std::error_code missing;
    return beginning.empty() && fs::exists(profile_path(path, RankIndex{0}), missing);
}

Pattern read_monitoring(const fs::path& path) {
    const fs::path prefix = prefix_of(path);
    Pattern pattern;
    pattern.ranks = count_profiles(prefix);
    if (pattern.ranks == 0) {
        throw FileError(
            fmt::format("{}: its name is not PREFIX.RANK.prof; give it that name", path.string()));
    }
    for (const RankIndex rank : IndexRange<RankIndex>(pattern.ranks)) {
        const fs::path profile = profile_path(prefix, rank);
        add_flows(pattern, rank, ProfileReader(profile, pattern.ranks).read());
    }
    pattern.notes.emplace_back(
        "Lengths are known to a factor of two each; bytes and messages of a pair are exact.");
    return pattern;
}

}  // namespace fabricmap::placement
