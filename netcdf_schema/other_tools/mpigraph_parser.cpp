// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/other_tools/mpigraph_parser.hpp"

#include "base/errors.hpp"
#include "base/printed_text.hpp"
#include "base/quantities.hpp"
#include "netcdf_schema/file/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace fabricmap {
namespace {

// What mpiGraph calls MB: times that follow from its bandwidths are whole nanoseconds only so.
constexpr double bytes_of_a_mpigraph_mb = 1024.0 * 1024.0;
constexpr std::string_view first_words = "START mpiGraph";

bool begins_mpigraph(std::string_view line) {
    return line.starts_with(first_words);
}

/// One of the two matrices: of a rank with each other one.
struct BandwidthTable {
    std::string_view title;   ///< of the line with the names of the columns
    std::string_view suffix;  ///< behind the name of a row
    bool rows_are_senders;
};
constexpr std::array tables{BandwidthTable{"Send", " to", true}, BandwidthTable{"Recv", " from", false}};

/// What editions call a parameter: the original, and that of AMD's fork, which names units behind the value.
struct ParameterNames {
    std::string_view original;
    std::string_view other;
};
constexpr ParameterNames message_bytes{"MsgSize", "Msg Size:"};
constexpr ParameterNames times{"Times", "Iterations:"};
constexpr ParameterNames window{"Window", "Window Size:"};
constexpr ParameterNames processes{"Procs", "Procs:"};

/// The fields between tabs, without the blanks that an edition fills its columns with.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields = split(line, '\t');
    for (std::string& field : fields) field = trimmed(field);
    return fields;
}

class MpigraphParser {
  public:
    MpigraphParser(const std::filesystem::path& path, std::optional<std::size_t> run_number)
        : printed_(path, begins_mpigraph, run_number) {}

    MpigraphContent parse() {
        read_parameters();
        for (const BandwidthTable& table : tables) read_table(table);
        return std::move(content_);
    }

  private:
    [[noreturn]] void refuse(std::string_view what) const {
        throw FileError(fmt::format("{}:{}: {}", printed_.path().string(), printed_.line_number(), what));
    }

    bool next();
    /// Goes on to the next line that `is_meant`.
    template <typename IsMeant>
    void find(const IsMeant& is_meant, std::string_view what);
    [[nodiscard]] std::int64_t parameter(const ParameterNames& names);
    [[nodiscard]] std::string host_of(std::string_view field, std::size_t rank) const;
    void read_parameters();
    void read_names(const BandwidthTable& table);
    void read_table(const BandwidthTable& table);
    void read_bandwidths(const BandwidthTable& table, Eigen::Index rank,
                         const std::vector<std::string>& fields);

    PrintedText printed_;
    std::string line_;
    std::size_t ranks_ = 0;
    MpigraphContent content_;
};

bool MpigraphParser::next() {
    if (!printed_.next()) return false;
    line_ = printed_.line();
    line_.erase(line_.find_last_not_of(" \t\r") + 1);
    return true;
}

template <typename IsMeant>
void MpigraphParser::find(const IsMeant& is_meant, std::string_view what) {
    while (next()) {
        if (is_meant()) return;
    }
    refuse(fmt::format("the output ends without {}; run mpiGraph to its end", what));
}

std::int64_t MpigraphParser::parameter(const ParameterNames& names) {
    std::string_view word;
    const auto has_value = [&] {
        const std::string_view line = line_;
        for (const auto& [name, between] : {std::pair{names.original, '\t'}, std::pair{names.other, ' '}}) {
            if (!line.starts_with(name) || line.size() <= name.size() || line[name.size()] != between)
                continue;
            word = line.substr(name.size() + 1);
            if (between == ' ') word = word.substr(0, word.find(' '));
            return true;
        }
        return false;
    };
    find(has_value, fmt::format("a line {}", names.original));
    const auto number = read_number<std::int64_t>(word);
    if (!number || *number < 1 || !std::in_range<std::int32_t>(*number))
        refuse(fmt::format("{} must be a whole number above 0, not '{:.40}'", names.original, word));
    return *number;
}

void MpigraphParser::read_parameters() {
    find([&] { return begins_mpigraph(line_); }, first_words);
    const std::size_t version = line_.find(" v");
    if (version != std::string::npos) content_.version = line_.substr(version + 2);
    content_.message_bytes = parameter(message_bytes);
    content_.times = parameter(times);
    content_.window = parameter(window);
    ranks_ = static_cast<std::size_t>(parameter(processes));
    if (ranks_ > max_ranks) refuse(fmt::format("Procs is {}: no machine has as many", ranks_));
}

/// Of HOST:RANK.
std::string MpigraphParser::host_of(std::string_view field, std::size_t rank) const {
    const std::size_t colon = field.rfind(':');
    if (colon == std::string_view::npos || colon == 0 ||
        read_number<std::size_t>(field.substr(colon + 1)) != rank) {
        refuse(fmt::format("'{:.40}' stands where HOST:{} is expected", field, rank));
    }
    return std::string(field.substr(0, colon));
}

void MpigraphParser::read_names(const BandwidthTable& table) {
    // "Send max" and "Send avg" begin with the same word.
    find([&] { return trimmed(line_.substr(0, line_.find('\t'))) == table.title; },
         fmt::format("the matrix {}", table.title));
    const std::vector<std::string> fields = fields_of(line_);
    if (fields.size() != ranks_ + 1) refuse(fmt::format("{} names for {} ranks", fields.size() - 1, ranks_));
    std::vector<std::string> hosts;
    for (std::size_t rank = 0; rank < ranks_; ++rank) hosts.push_back(host_of(fields[rank + 1], rank));
    if (!content_.hosts.empty() && hosts != content_.hosts)
        refuse("the hosts of the two matrices differ; keep each output in a file of its own");
    content_.hosts = std::move(hosts);
}

void MpigraphParser::read_table(const BandwidthTable& table) {
    read_names(table);
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
        const std::string row_name = fmt::format("{}:{}{}", content_.hosts[rank], rank, table.suffix);
        if (!next()) {
            refuse(fmt::format("the matrix {} ends after {} of {} lines; run mpiGraph to its end",
                               table.title, rank, ranks_));
        }
        const std::vector<std::string> fields = fields_of(line_);
        // An edition puts blanks between the name and the word behind it.
        std::string name = fields.front();
        name.erase(std::unique(name.begin(), name.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
                   name.end());
        if (name != row_name)
            refuse(fmt::format("the line '{:.40}' stands where '{}' is expected", line_, row_name));
        read_bandwidths(table, static_cast<Eigen::Index>(rank), fields);
    }
}

void MpigraphParser::read_bandwidths(const BandwidthTable& table, Eigen::Index rank,
                                     const std::vector<std::string>& fields) {
    if (fields.size() != ranks_ + 1)
        refuse(fmt::format("{} numbers in a matrix of {} ranks", fields.size() - 1, ranks_));
    const auto ranks = static_cast<Eigen::Index>(ranks_);
    // Only now, when the file has shown that its lines are that long.
    if (content_.delay_s.size() == 0) content_.delay_s = Matrix::Zero(ranks, ranks);
    for (Eigen::Index partner = 0; partner < ranks; ++partner) {
        const std::string& word = fields[static_cast<std::size_t>(partner) + 1];
        const auto bandwidth = read_number<double>(word);
        if (!bandwidth) refuse(fmt::format("'{:.40}' is not a number", word));
        if (partner == rank) continue;
        double& delay_s =
            table.rows_are_senders ? content_.delay_s(rank, partner) : content_.delay_s(partner, rank);
        const bool is_measured = std::isfinite(*bandwidth) && *bandwidth > 0;
        const double time_s =
            is_measured ? static_cast<double>(content_.message_bytes) / (*bandwidth * bytes_of_a_mpigraph_mb)
                        : std::numeric_limits<double>::quiet_NaN();
        // The messages have arrived when both ends are done; what one end does not tell is unknown.
        delay_s = std::isnan(time_s) || std::isnan(delay_s) ? std::numeric_limits<double>::quiet_NaN()
                                                            : std::max(delay_s, time_s);
    }
}

}  // namespace

MpigraphContent parse_mpigraph(const std::filesystem::path& path, std::optional<std::size_t> run_number) {
    return MpigraphParser(path, run_number).parse();
}

}  // namespace fabricmap
