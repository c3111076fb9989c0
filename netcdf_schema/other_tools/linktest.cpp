// SPDX-License-Identifier: Apache-2.0
// What mpilinktest prints: of all pairs the slowest, measured twice.
#include "base/quantities.hpp"
#include "netcdf_schema/other_tools/pair_values.hpp"
#include "netcdf_schema/other_tools/printed_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace fabricmap {
namespace {

constexpr std::string_view words_before_length = "linktest: Message length:";
constexpr std::string_view words_before_task = "task[";
// Behind the number of the line, which looks like a launcher's label and may be taken off as one.
constexpr std::string_view word_before_pair = "PINGPONG ";

bool is_linktest(const Content& content) {
    return !content.netcdf && has_line_with(content.beginning, words_before_length);
}

/// "131072" of "37.1us" or "task[000012]": digits with a point, as they begin.
std::string_view digits_at_begin(std::string_view word) {
    return word.substr(0, word.find_first_not_of("0123456789."));
}

class LinktestParser {
  public:
    explicit LinktestParser(const std::filesystem::path& path) : printed_(path) {}

    void parse() {
        while (printed_.next()) {
            const std::string_view line = printed_.line();
            if (line.starts_with(words_before_length)) {
                read_length(words_of(line.substr(words_before_length.size())));
            } else if (line.starts_with(words_before_task)) {
                read_host(line);
            } else if (const std::size_t at = line.find(word_before_pair); at != std::string_view::npos) {
                read_pair(words_of(line.substr(at)));
            }
        }
    }

    [[nodiscard]] PrintedRun as_run() const;

  private:
    void read_length(const std::vector<std::string_view>& words);
    void read_host(std::string_view line);
    void read_pair(const std::vector<std::string_view>& words);

    PrintedLines printed_;
    std::int64_t bytes_ = 0;
    std::map<std::size_t, std::string> hosts_;  ///< of the tasks that were named
    std::vector<std::size_t> tasks_;            ///< in the order of the values
    PairValues values_;
};

/// The length stands there twice, the second time in KBytes.
void LinktestParser::read_length(const std::vector<std::string_view>& words) {
    if (words.size() < 2 || words[1] != "Bytes") return;
    const auto bytes = read_number<std::int64_t>(words[0]);
    if (!bytes || *bytes < 0) printed_.refuse("the message length must be a whole number of bytes");
    bytes_ = *bytes;
}

/// "task[000003] on g04 (0,0,0,0) mem=    1.0000 MB"
void LinktestParser::read_host(std::string_view line) {
    line.remove_prefix(words_before_task.size());
    const auto task = read_number<std::size_t>(digits_at_begin(line));
    const std::vector<std::string_view> words = words_of(line);
    if (!task || words.size() < 3 || words[1] != "on") printed_.refuse("a task without its host");
    hosts_[*task] = words[2];
}

/// "PINGPONG 3 <-> 7: 1st: 37.1us (3367.12 MB/s) 2nd: 36.9us (3387.53 MB/s)"; "( 367.12 MB/s)" is a word
/// more.
void LinktestParser::read_pair(const std::vector<std::string_view>& words) {
    const auto second = std::find(words.begin(), words.end(), "2nd:");
    if (words.size() < 4 || words.end() - second < 2)
        printed_.refuse("a pair without its second time; run mpilinktest to its end");
    const auto one = read_number<std::size_t>(words[1]);
    const auto other = read_number<std::size_t>(digits_at_begin(words[3]));
    const auto time_us = read_number<double>(digits_at_begin(second[1]));
    if (!one || !other || !time_us) printed_.refuse("no two tasks and a time in us in the line of a pair");
    const PrintedUnit microsecond = unit_named("us").value();
    for (const std::size_t task : {*one, *other}) {
        if (*one != *other && std::find(tasks_.begin(), tasks_.end(), task) == tasks_.end())
            tasks_.push_back(task);
    }
    values_.add(std::to_string(*one), std::to_string(*other), bytes_, microsecond.seconds_of(*time_us, 0));
}

PrintedRun LinktestParser::as_run() const {
    RunDescription description;
    description.source = "LinkTest";
    description.title = "LinkTest, its slowest pairs";
    description.comment =
        "The delays are the times of the second test of each pair in what mpilinktest printed: the slowest "
        "of "
        "all pairs, so that what is usual is not among them; they count for both directions";
    PrintedRun printed = values_.as_run(printed_.path(), std::move(description), false);
    std::vector<std::string> hosts;
    for (const std::size_t task : tasks_) {
        const auto named = hosts_.find(task);
        hosts.push_back(named == hosts_.end() ? "" : named->second);
    }
    printed.description.ranks = rank_locations_of(hosts);
    return printed;
}

Run open_linktest(const Request& request, const Content& /*content*/) {
    LinktestParser parser(request.file);
    parser.parse();
    return run_of(request, parser.as_run());
}

}  // namespace

extern constinit const Reader linktest{"output of LinkTest", is_linktest, open_linktest};

}  // namespace fabricmap
