// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/printed_text.hpp"
#include "base/quantities.hpp"
#include "placement/patterns/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace fabricmap::placement {
namespace {

constexpr std::array csv_columns{"sender", "receiver", "messages", "bytes"};
constexpr double max_amount = 1e18;
constexpr std::int64_t max_rank_number = (1 << 20) - 1;

std::string without_blanks(std::string text) {
    std::erase_if(text, [](char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; });
    return text;
}

constexpr std::string_view header = "sender,receiver,messages,bytes";

bool begins_messages(std::string_view line) {
    return without_blanks(std::string(line)) == header;
}

class LineOfMessages {
  public:
    LineOfMessages(const std::filesystem::path& path, std::size_t number, const std::string& line)
        : place_(fmt::format("{}:{}", path.string(), number)), fields_(split(line, ',')) {
        if (fields_.size() == csv_columns.size()) return;
        throw FileError(fmt::format("{}: it has {} instead of sender,receiver,messages,bytes", place_,
                                    counted(std::ssize(fields_), "field")));
    }

    [[nodiscard]] RankIndex rank(std::size_t column) const {
        const auto value = read_number<std::int64_t>(fields_[column]);
        if (!value || *value < 0 || *value > max_rank_number) {
            throw FileError(fmt::format("{}: {} '{}': give a rank from 0 to {}", place_, csv_columns[column],
                                        fields_[column], max_rank_number));
        }
        return RankIndex(*value);
    }
    [[nodiscard]] double amount(std::size_t column) const {
        const auto value = read_number<double>(fields_[column]);
        if (!value || !std::isfinite(*value) || *value < 0 || *value > max_amount) {
            throw FileError(fmt::format("{}: {} '{}': give a number from 0 to 1e18", place_,
                                        csv_columns[column], fields_[column]));
        }
        return *value;
    }
    [[nodiscard]] const std::string& place() const { return place_; }

  private:
    std::string place_;
    std::vector<std::string> fields_;
};

}  // namespace

bool is_message_csv(const std::filesystem::path& /*path*/, const std::string& beginning) {
    std::string first = without_blanks(beginning.substr(0, beginning.find('\n')));
    if (first == header) return true;
    return std::count(first.begin(), first.end(), ',') == 3 && !first.empty() &&
           first.find_first_of("0123456789") == 0;
}

Pattern read_message_csv(const std::filesystem::path& path) {
    const RunInFile run = run_in_file(path);
    PrintedText printed(run.file, begins_messages, run.number);
    Pattern pattern;
    bool has_lines = false;
    while (printed.next()) {
        const std::string text = without_blanks(std::string(printed.line()));
        if (text.empty() || text.front() == '#') continue;
        if (text == header) {
            if (!has_lines) continue;
            throw FileError(fmt::format(
                "{}:{}: a second table begins behind one without a header; keep each in a file of "
                "its own",
                run.file.string(), printed.line_number()));
        }
        has_lines = true;
        const LineOfMessages line(run.file, printed.line_number(), text);
        const RankIndex sender = line.rank(0);
        const RankIndex receiver = line.rank(1);
        const double messages = line.amount(2);
        const double bytes = line.amount(3);
        if (messages == 0 && bytes > 0)
            throw FileError(fmt::format("{}: {} bytes in 0 messages", line.place(), bytes));
        pattern.ranks = std::max({pattern.ranks, sender + 1, receiver + 1});
        if (messages > 0) pattern.flows.push_back({sender, receiver, bytes / messages, messages});
    }
    return pattern;
}

}  // namespace fabricmap::placement
