// SPDX-License-Identifier: Apache-2.0
// The matrices that ClusterKit writes, bandwidth.txt and latency.txt.
#include "base/quantities.hpp"
#include "netcdf_schema/other_tools/pair_values.hpp"
#include "netcdf_schema/other_tools/printed_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace fabricmap {
namespace {

// Without options: --bsize and --lsize; the files don't say.
constexpr std::int64_t default_bandwidth_bytes = 32 << 20;
constexpr std::int64_t default_latency_bytes = 0;

/// How many columns a line heads: "0 1 2", with or without "Rank:" before them; 0 where it is another line.
std::size_t columns_headed_by(std::string_view line) {
    std::vector<std::string_view> words = words_of(line);
    if (!words.empty() && words.front() == "Rank:") words.erase(words.begin());
    for (std::size_t column = 0; column < words.size(); ++column) {
        if (read_number<std::size_t>(words[column]) != column) return 0;
    }
    return words.size() < 2 ? 0 : words.size();
}

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    std::transform(small.begin(), small.end(), small.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return small;
}

/// What is measured, by a title or a summary line.
std::optional<PrintedUnit> unit_by_title(std::string_view line) {
    const std::string title = in_small_letters(line);
    const auto fallback = title.find("bandwidth") != std::string::npos ? unit_named("MB/s")
                          : title.find("latency") != std::string::npos ? unit_named("us")
                                                                       : std::nullopt;
    if (!fallback) return std::nullopt;
    const auto named = unit_in(line);
    return named && named->is_bandwidth() == fallback->is_bandwidth() ? named : fallback;
}

bool is_clusterkit(const Content& content) {
    if (content.netcdf) return false;
    std::string_view rest = content.beginning;
    bool is_titled = false;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        // The last number of a line may have been cut with the beginning.
        if (end == rest.size()) line = line.substr(0, line.find_last_of(' '));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        is_titled = is_titled || unit_by_title(line).has_value();
        if (columns_headed_by(line) > 0) return is_titled || trimmed(line).starts_with("Rank:");
    }
    return false;
}

class ClusterkitParser {
  public:
    explicit ClusterkitParser(const std::filesystem::path& path) : printed_(path) {}

    void parse() {
        while (printed_.next()) {
            const std::string_view line = printed_.line();
            if (columns_ == 0) {
                columns_ = columns_headed_by(line);
            } else if (rows_.size() < columns_) {
                read_row(line);
            }
            if (!unit_) unit_ = unit_by_title(line);
        }
        if (rows_.size() < columns_) {
            printed_.refuse(fmt::format("the matrix ends after {} of {} lines; run ClusterKit to its end",
                                        rows_.size(), columns_));
        }
        if (!unit_) {
            throw FileError(
                fmt::format("{}: no line says whether this is bandwidth or latency; keep ClusterKit's "
                            "title and summary in the file",
                            printed_.path().string()));
        }
    }

    [[nodiscard]] PrintedRun as_run() const {
        PrintedRun printed = values().as_run(printed_.path(), description(), false);
        printed.description.ranks = rank_locations_of(hosts_);
        return printed;
    }

  private:
    [[nodiscard]] PairValues values() const;
    [[nodiscard]] RunDescription description() const;
    void read_row(std::string_view line);
    [[nodiscard]] std::vector<double> numbers_of(std::string_view text) const;
    [[nodiscard]] std::int64_t bytes() const {
        return unit_->is_bandwidth() ? default_bandwidth_bytes : default_latency_bytes;
    }

    PrintedLines printed_;
    std::size_t columns_ = 0;
    std::vector<std::string> hosts_;  ///< of the ranks; empty where the file has none
    std::vector<std::vector<double>> rows_;
    std::optional<PrintedUnit> unit_;
};

/// Wide numbers have no blank between them: "0.0332928.0" is 0.0 and 332928.0, of one digit behind the point.
std::vector<double> ClusterkitParser::numbers_of(std::string_view text) const {
    std::vector<double> numbers;
    for (std::string_view word : words_of(text)) {
        while (!word.empty()) {
            const std::size_t point = word.find('.');
            const bool is_joined =
                point != std::string_view::npos && word.find('.', point + 1) != std::string_view::npos;
            const std::string_view first = is_joined ? word.substr(0, point + 2) : word;
            const auto number = read_number<double>(first);
            if (!number) printed_.refuse(fmt::format("'{:.40}' is not a number", first));
            numbers.push_back(*number);
            word.remove_prefix(first.size());
        }
    }
    return numbers;
}

/// "0 24012.1 ..." or "0 (g01 ): 24012.1 ...".
void ClusterkitParser::read_row(std::string_view line) {
    const std::size_t rank = rows_.size();
    std::string_view rest = line;
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty() || read_number<std::size_t>(words.front()) != rank)
        printed_.refuse(fmt::format("'{:.40}' stands where the line of rank {} is expected", line, rank));
    rest.remove_prefix(static_cast<std::size_t>(words.front().data() - line.data()) + words.front().size());
    rest = trimmed(rest);
    std::string host;
    if (rest.starts_with('(')) {
        const std::size_t close = rest.find(')');
        if (close == std::string_view::npos) printed_.refuse("a host's name without ')' behind it");
        host = trimmed(rest.substr(1, close - 1));
        rest = trimmed(rest.substr(close + 1));
        if (rest.starts_with(':')) rest.remove_prefix(1);
    }
    rows_.push_back(numbers_of(rest));
    if (rows_.back().size() != columns_)
        printed_.refuse(fmt::format("{} numbers in a matrix of {} ranks", rows_.back().size(), columns_));
    hosts_.push_back(std::move(host));
}

PairValues ClusterkitParser::values() const {
    PairValues values;
    for (std::size_t row = 0; row < columns_; ++row) {
        for (std::size_t column = 0; column < columns_; ++column) {
            if (row == column) continue;
            const double seconds = unit_->seconds_of(rows_[row][column], static_cast<double>(bytes()));
            values.add(std::to_string(row), std::to_string(column), bytes(), seconds);
        }
    }
    return values;
}

RunDescription ClusterkitParser::description() const {
    RunDescription description;
    description.source = "ClusterKit";
    if (unit_->is_bandwidth()) {
        description.title = "ClusterKit, times computed from bandwidths";
        description.comment = fmt::format(
            "The delay of a message is 32 MiB, ClusterKit's default, divided by the bandwidth in the file "
            "({}), "
            "which does not tell the length",
            unit_->name);
    } else {
        description.title = "ClusterKit latency";
        description.comment =
            fmt::format("The delays are those in the file ({}), which does not tell the length", unit_->name);
    }
    description.comment +=
        "; it is measured in both directions at once, and both values of a pair are averaged";
    if (std::find(hosts_.begin(), hosts_.end(), "") != hosts_.end())
        description.comment += "; the file does not name all hosts";
    return description;
}

Run open_clusterkit(const Request& request, const Content& /*content*/) {
    ClusterkitParser parser(request.file);
    parser.parse();
    return run_of(request, parser.as_run());
}

}  // namespace

extern constinit const Reader clusterkit{"matrix of ClusterKit", is_clusterkit, open_clusterkit};

}  // namespace fabricmap
