// SPDX-License-Identifier: Apache-2.0
// Outputs of nccl-tests, each of a pair of hosts, one after the other in a file.
#include "base/quantities.hpp"
#include "netcdf_schema/other_tools/pair_values.hpp"
#include "netcdf_schema/other_tools/printed_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace fabricmap {
namespace {

constexpr std::string_view first_words_of_nccl = "# nThread ";
constexpr std::string_view words_before_operation = "# Collective test starting:";
constexpr double seconds_of_us = 1e-6;

bool is_nccl_tests(const Content& content) {
    return !content.netcdf && (has_line_with(content.beginning, first_words_of_nccl) ||
                               has_line_with(content.beginning, words_before_operation));
}

class NcclParser {
  public:
    explicit NcclParser(const std::filesystem::path& path) : printed_(path) {}

    void parse() {
        while (printed_.next()) {
            const std::string_view line = printed_.line();
            if (line.starts_with(words_before_operation))
                operations_.emplace(trimmed(line.substr(words_before_operation.size())));
            const std::vector<std::string_view> words = words_of(line);
            if (words.empty()) continue;
            if (words.front() == "#") {
                read_comment(words);
            } else if (time_column_ > 0 && read_number<std::int64_t>(words.front())) {
                read_value(words);
            }
        }
    }

    [[nodiscard]] const PairValues& values() const noexcept { return values_; }
    [[nodiscard]] RunDescription description() const;

  private:
    /// `words`: with the "#" in front.
    void read_comment(const std::vector<std::string_view>& words);
    void read_value(const std::vector<std::string_view>& words);

    PrintedLines printed_;
    std::vector<std::string> hosts_;  ///< of the output at hand
    std::size_t time_column_ = 0;     ///< of the values below; 0 above the headings
    std::size_t wrong_column_ = 0;    ///< 0 where results are not checked
    std::size_t wrong_values_ = 0;
    std::set<std::string> operations_;
    PairValues values_;
};

void NcclParser::read_comment(const std::vector<std::string_view>& words) {
    if (words.size() > 2 && words[1] == "Rank") {
        if (words[2] == "0") {
            hosts_.clear();
            time_column_ = 0;
        }
        const auto on = std::find(words.begin(), words.end(), "on");
        if (words.end() - on < 3 || !on[2].starts_with("device"))
            printed_.refuse("a rank without its host; nccl-tests prints 'on HOST device 0'");
        if (std::find(hosts_.begin(), hosts_.end(), on[1]) == hosts_.end()) hosts_.emplace_back(on[1]);
    } else if (words.size() > 1 && words[1] == "size") {
        const auto time = std::find(words.begin(), words.end(), "time");
        if (time == words.end()) printed_.refuse("no column 'time' in the headings of nccl-tests");
        // The "#" is a word of the headings alone.
        time_column_ = static_cast<std::size_t>(time - words.begin()) - 1;
        const auto wrong = std::find(words.begin(), words.end(), "#wrong");
        wrong_column_ = wrong == words.end() ? 0 : static_cast<std::size_t>(wrong - words.begin()) - 1;
    }
}

void NcclParser::read_value(const std::vector<std::string_view>& words) {
    if (hosts_.size() != 2) {
        printed_.refuse(
            fmt::format("a value of {}, which names no pair; run nccl-tests on two hosts at a "
                        "time and append the outputs to one file",
                        counted(static_cast<std::int64_t>(hosts_.size()), "host")));
    }
    if (words.size() <= time_column_) printed_.refuse("the line ends before the time; run nccl-tests again");
    const auto bytes = read_number<std::int64_t>(words.front());
    const auto time_us = read_number<double>(words[time_column_]);
    if (!bytes || *bytes < 0 || !time_us) {
        printed_.refuse(fmt::format("'{:.40}' and '{:.40}' are not the size and the time of a test",
                                    words.front(), words[time_column_]));
    }
    // A size too small to be shared among the ranks is printed as 0.
    if (*bytes == 0) return;
    if (wrong_column_ > 0 && words.size() > wrong_column_ &&
        read_number<double>(words[wrong_column_]).value_or(0) > 0)
        ++wrong_values_;
    constexpr PrintedUnit microsecond{"us", 0, seconds_of_us};
    values_.add(hosts_[0], hosts_[1], *bytes, microsecond.seconds_of(*time_us, 0));
}

RunDescription NcclParser::description() const {
    RunDescription description;
    description.source = "nccl-tests";
    description.title =
        operations_.empty() ? description.source : fmt::format("nccl-tests {}", joined_by(operations_, ", "));
    description.comment =
        "The delay of a pair of hosts is the out-of-place time of an operation on the GPUs of both, in both "
        "directions at once, so it has none";
    if (wrong_values_ > 0) {
        description.comment += fmt::format(
            "; {} wrong data (#wrong above 0)",
            wrong_values_ == 1 ? "1 value is of" : fmt::format("{} values are of", wrong_values_));
    }
    return description;
}

Run open_nccl_tests(const Request& request, const Content& /*content*/) {
    NcclParser parser(request.file);
    parser.parse();
    return run_of(request, parser.values().as_run(request.file, parser.description(), false));
}

}  // namespace

extern constinit const Reader nccl_tests{"output of nccl-tests", is_nccl_tests, open_nccl_tests};

}  // namespace fabricmap
