// SPDX-License-Identifier: Apache-2.0
#include "base/printed_text.hpp"

#include "base/plain_file.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <vector>

namespace fabricmap {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr char escape = '\x1b';

bool is_of(std::string_view letters, char letter) {
    return letters.find(letter) != std::string_view::npos;
}

/// "Sat Nov 28 17:12:26 2026", "2026-11-28T17:12:26.123+01:00", or nothing.
bool is_time(std::string_view text) {
    constexpr std::string_view others = " :.+-";
    const bool has_clock = is_of(text, ':') && text.find_first_of(digits) != std::string_view::npos;
    if (!text.empty() && !has_clock) return false;
    return std::all_of(text.begin(), text.end(), [&](char letter) {
        return is_of(digits, letter) || is_of(others, letter) || (letter >= 'A' && letter <= 'Z') ||
               (letter >= 'a' && letter <= 'z');
    });
}

/// "[1,0]", "[prterun-host-123@1,0][host:456]", or nothing.
bool are_brackets(std::string_view text) {
    while (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos) return false;
        text.remove_prefix(close + 1);
    }
    return text.empty();
}

/// Of Open MPI: TIME[RANK]<stdout>:, with or without either of the first two.
std::optional<PrintedLine> without_stream_label(std::string_view line) {
    constexpr std::size_t max_label_length = 256;
    constexpr std::array<std::string_view, 3> streams{"<stdout>:", "<stderr>:", "<stddiag>:"};
    const std::size_t at = line.substr(0, max_label_length).find("<std");
    if (at == std::string_view::npos) return std::nullopt;
    const std::size_t bracket = std::min(line.find('['), at);
    const auto stream = std::find_if(streams.begin(), streams.end(),
                                     [&](std::string_view one) { return line.substr(at).starts_with(one); });
    if (stream == streams.end() || !is_time(line.substr(0, bracket)) ||
        !are_brackets(line.substr(bracket, at - bracket)))
        return std::nullopt;
    std::string_view text = line.substr(at + stream->size());
    if (text.starts_with(' ')) text.remove_prefix(1);
    return PrintedLine{std::string(line.substr(bracket, at + stream->size() - bracket)), text};
}

/// RANK between `before` and `behind`; of an empty line an editor may have taken the blank at its end.
std::optional<PrintedLine> without_rank(std::string_view line, std::string_view before,
                                        std::string_view behind) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    std::string_view rest = line.substr(begin);
    if (!rest.starts_with(before)) return std::nullopt;
    rest.remove_prefix(before.size());
    const std::size_t count = std::min(rest.find_first_not_of(digits), rest.size());
    const std::string_view rank = rest.substr(0, count);
    rest.remove_prefix(count);
    if (rank.empty()) return std::nullopt;
    PrintedLine printed{fmt::format("{}{}{}", before, rank, behind), {}};
    if (rest.starts_with(behind)) {
        printed.text = rest.substr(behind.size());
    } else if (rest != trimmed(behind)) {
        return std::nullopt;
    }
    return printed;
}

/// Takes off colours (ESC [ ... m) and what clears the rest of a line (ESC [ K). Other sequences stay: they
/// are no ornament.
void remove_colours(std::string& line) {
    for (std::size_t at = line.find(escape); at != std::string::npos; at = line.find(escape, at)) {
        const std::size_t end = line.find_first_not_of("0123456789;:", at + 2);
        const bool is_colour = line.compare(at + 1, 1, "[") == 0 && end != std::string::npos &&
                               (line[end] == 'm' || line[end] == 'K');
        if (is_colour) {
            line.erase(at, end + 1 - at);
        } else {
            ++at;
        }
    }
}

void clean(std::string& line) {
    // Files with such a mark may have been joined.
    if (line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
    while (line.ends_with('\r')) line.pop_back();
    remove_colours(line);
}

/// The line where a run's output begins, and who printed it.
struct BeginOfRun {
    std::size_t line_number = 1;
    std::string writer;
};

std::vector<BeginOfRun> begins_in(std::ifstream& file, bool (*begins)(std::string_view line)) {
    std::vector<BeginOfRun> found;
    std::optional<std::string> first_writer;
    std::size_t number = 0;
    for (std::string text; std::getline(file, text);) {
        ++number;
        clean(text);
        const PrintedLine printed = without_label(text);
        if (!first_writer && !trimmed(printed.text).empty()) first_writer = printed.writer;
        if (begins(printed.text)) found.push_back({number, printed.writer});
    }
    file.clear();
    file.seekg(0);
    if (found.empty()) found.push_back({1, first_writer.value_or("")});
    return found;
}

/// Which of the runs is meant, from 0.
std::size_t chosen_of(const std::vector<BeginOfRun>& runs, const std::filesystem::path& path,
                      std::optional<std::size_t> number) {
    if (number && *number <= runs.size()) return *number - 1;
    if (!number && runs.size() == 1) return 0;
    if (runs.size() == 1) {
        throw FileError(
            fmt::format("{}:{}: the file holds one run; leave :{} out", path.string(), *number, *number));
    }
    constexpr std::size_t max_lines_named = 6;
    std::vector<std::string> lines;
    for (std::size_t run = 0; run < std::min(runs.size(), max_lines_named); ++run)
        lines.push_back(std::to_string(runs[run].line_number));
    throw FileError(fmt::format(
        "{}: the file holds {} runs, from lines {}{} on; name one of them, from {}:1 to {}:{}",
        path.string() + (number ? fmt::format(":{}", *number) : ""), runs.size(), joined_by(lines, ", "),
        runs.size() > max_lines_named ? ", ..." : "", path.string(), path.string(), runs.size()));
}

}  // namespace

PrintedLine without_label(std::string_view line) {
    if (auto printed = without_stream_label(line)) return *std::move(printed);
    if (auto printed = without_rank(line, "", ": ")) return *std::move(printed);
    if (auto printed = without_rank(line, "[", "] ")) return *std::move(printed);
    return {{}, line};
}

std::string without_labels(std::string_view bytes) {
    std::string cleaned;
    for (std::string_view rest = bytes; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        std::string line(rest.substr(0, end));
        clean(line);
        cleaned += without_label(line).text;
        if (end == std::string_view::npos) break;
        cleaned += '\n';
        rest.remove_prefix(end + 1);
    }
    return cleaned;
}

RunInFile run_in_file(const std::filesystem::path& path) {
    const std::string name = path.string();
    const std::size_t colon = name.rfind(':');
    std::error_code error;
    if (colon == std::string::npos || std::filesystem::exists(path, error)) return {path};
    const std::filesystem::path file = name.substr(0, colon);
    const std::string_view word = std::string_view(name).substr(colon + 1);
    const auto number = read_number<std::size_t>(word);
    const auto unit = unit_named(word);
    if ((!unit && number.value_or(0) == 0) || !std::filesystem::is_regular_file(file, error)) return {path};
    return {file, number, unit};
}

PrintedText::PrintedText(const std::filesystem::path& path, bool (*begins)(std::string_view line),
                         std::optional<std::size_t> number)
    : path_(path), file_(open_regular_file(path)) {
    const std::vector<BeginOfRun> runs = begins_in(file_, begins);
    const std::size_t chosen = chosen_of(runs, path, number);
    writer_ = runs[chosen].writer;
    // Runs of several ranks may stand between each other's lines.
    for (std::size_t later = chosen + 1; later < runs.size() && end_ > runs[later].line_number; ++later) {
        const std::string& writer = runs[later].writer;
        if (writer == writer_ || writer.empty() || writer_.empty()) end_ = runs[later].line_number;
    }
    const std::size_t first = chosen == 0 ? 1 : runs[chosen].line_number;
    while (line_number_ + 1 < first && read_line()) {
    }
}

bool PrintedText::read_line() {
    if (line_number_ + 1 >= end_ || !std::getline(file_, text_)) {
        if (file_.bad()) {
            throw FileError(fmt::format("{}:{}: the file cannot be read any further; copy it again",
                                        path_.string(), line_number_));
        }
        return false;
    }
    ++line_number_;
    return true;
}

bool PrintedText::next() {
    line_ = {};
    while (read_line()) {
        clean(text_);
        line_ = text_;
        if (writer_.empty()) return true;
        const PrintedLine printed = without_label(text_);
        if (!printed.writer.empty() && printed.writer != writer_) continue;
        line_ = printed.text;
        return true;
    }
    line_ = {};
    return false;
}

}  // namespace fabricmap
