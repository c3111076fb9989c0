// SPDX-License-Identifier: Apache-2.0
// Outputs of OSU's tests of pairs: osu_latency, osu_bw, osu_bibw, osu_mbw_mr, osu_multi_lat.
#include "base/quantities.hpp"
#include "netcdf_schema/other_tools/pair_values.hpp"
#include "netcdf_schema/other_tools/printed_lines.hpp"

#include <fmt/format.h>

#include <string_view>

namespace fabricmap {
namespace {

constexpr std::string_view first_words_of_osu = "# OSU MPI";

bool is_osu_benchmark(const Content& content) {
    return !content.netcdf && has_line_with(content.beginning, first_words_of_osu);
}

/// "g1 g2" or "g1,g2", and no "Datatype: MPI_CHAR." of a comment or a warning.
std::vector<std::string> two_hosts_in(std::string_view line) {
    std::string text(line);
    const std::size_t comma = text.find(',');
    if (comma != std::string::npos) text[comma] = ' ';
    const std::vector<std::string_view> words = words_of(text);
    if (words.size() != 2 || read_number<double>(words[0])) return {};
    const auto is_name = [](std::string_view word) {
        return std::string_view(":.,;!").find(word.back()) == std::string_view::npos &&
               !word.starts_with('#');
    };
    if (!is_name(words[0]) || !is_name(words[1])) return {};
    return {std::string(words[0]), std::string(words[1])};
}

class OsuParser {
  public:
    explicit OsuParser(const std::filesystem::path& path) : printed_(path) {}

    void parse() {
        while (printed_.next()) {
            const std::string_view line = printed_.line();
            if (line.starts_with(first_words_of_osu)) {
                begin_output(trimmed(line.substr(2)));
            } else if (line.starts_with("# [ pairs:")) {
                read_pairs(line);
            } else if (line.starts_with("# Size")) {
                read_heading(line);
            } else if (unit_ && !line.starts_with('#')) {
                read_value(words_of(line));
            }
            if (std::vector<std::string> named = two_hosts_in(line); !named.empty())
                hosts_above_ = std::move(named);
        }
    }

    [[nodiscard]] PrintedRun as_run() const {
        PrintedRun printed = values_.as_run(printed_.path(), description(), false);
        if (!is_named_) printed.description.ranks = rank_locations_of({"", ""});
        return printed;
    }

  private:
    [[nodiscard]] RunDescription description() const;
    void begin_output(std::string_view title);
    void read_pairs(std::string_view line);
    void read_heading(std::string_view line);
    void read_value(const std::vector<std::string_view>& words);

    PrintedLines printed_;
    std::vector<std::string> hosts_above_;  ///< of the last line that names two
    std::vector<std::string> hosts_;        ///< of the output at hand
    std::optional<PrintedUnit> unit_;       ///< of the values below; nothing above the heading
    double messages_at_once_ = 1;           ///< that the bandwidth is the sum of
    std::size_t outputs_ = 0;
    bool is_named_ = true;
    std::set<std::string> titles_;
    PairValues values_;
};

void OsuParser::begin_output(std::string_view title) {
    titles_.emplace(title);
    unit_.reset();
    messages_at_once_ = title.find("Bi-Directional") == std::string_view::npos ? 1 : 2;
    ++outputs_;
    is_named_ = is_named_ && !hosts_above_.empty();
    if (!is_named_ && outputs_ > 1) {
        printed_.refuse(
            "outputs of several pairs, and no line above each names its hosts; write 'HOST HOST' "
            "above each of them");
    }
    hosts_ = is_named_ ? std::move(hosts_above_) : std::vector<std::string>{"rank 0", "rank 1"};
    hosts_above_.clear();
}

/// "# [ pairs: 4 ] [ window size: 64 ]"
void OsuParser::read_pairs(std::string_view line) {
    const std::vector<std::string_view> words = words_of(line);
    const auto pairs = words.size() > 3 ? read_number<std::int64_t>(words[3]) : std::nullopt;
    if (!pairs || *pairs < 1) printed_.refuse("the number of pairs must be a whole number above 0");
    messages_at_once_ = static_cast<double>(*pairs);
}

/// "# Size  Bandwidth (MB/s)", "# Size  MB/s  Messages/s", "# Size  Latency (us)", "# Size  Avg Latency(us)"
void OsuParser::read_heading(std::string_view line) {
    if (outputs_ == 0) printed_.refuse("no line '# OSU MPI ...' above this heading; was the output cut off?");
    if (unit_) {
        printed_.refuse(
            "a second heading in one output, of another data type or without '# OSU MPI ...' above it; keep "
            "each output whole");
    }
    for (const std::string_view word : words_of(line)) {
        if (const auto unit = unit_in(word); unit && !unit_) unit_ = unit;
    }
    if (!unit_) printed_.refuse("the heading names neither MB/s nor us; this test measures no pair");
}

void OsuParser::read_value(const std::vector<std::string_view>& words) {
    const auto bytes = words.empty() ? std::nullopt : read_number<std::int64_t>(words.front());
    if (!bytes) return;
    const auto value = words.size() > 1 ? read_number<double>(words[1]) : std::nullopt;
    if (*bytes < 0 || !value) {
        printed_.refuse("a line of a size without its value; was the output cut off? Run the test again");
    }
    const auto together = static_cast<double>(*bytes) * (unit_->is_bandwidth() ? messages_at_once_ : 1);
    // Of 0 bytes there is no bandwidth.
    if (unit_->is_bandwidth() && *bytes == 0) return;
    values_.add(hosts_[0], hosts_[1], *bytes, unit_->seconds_of(*value, together));
}

RunDescription OsuParser::description() const {
    RunDescription description;
    description.source = "OSU micro-benchmarks";
    description.title = joined_by(titles_, ", ");
    description.comment =
        "The delay of a message is what OSU printed, or its length times the messages that all pairs of "
        "ranks "
        "send at once, divided by the bandwidth (MB of 10^6 bytes); it counts for both directions, and of "
        "several pairs of ranks it is their mean, which names none";
    if (!is_named_) description.comment += "; the output names no hosts";
    return description;
}

Run open_osu_benchmark(const Request& request, const Content& /*content*/) {
    OsuParser parser(request.file);
    parser.parse();
    return run_of(request, parser.as_run());
}

}  // namespace

extern constinit const Reader osu_benchmarks{"output of OSU's tests of pairs", is_osu_benchmark,
                                             open_osu_benchmark};

}  // namespace fabricmap
