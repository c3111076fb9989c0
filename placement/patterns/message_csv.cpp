// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/printed_text.hpp"
#include "base/quantities.hpp"
#include "placement/patterns/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <vector>

namespace fabricmap::placement {
namespace {

constexpr double max_amount = 1e18;
constexpr std::int64_t max_rank_number = (1 << 20) - 1;

enum Column : std::uint8_t { sender, receiver, messages, bytes };

/// The names that a column has in files of ours and of others.
struct ColumnNames {
    std::string_view name;
    std::array<std::string_view, 4> others;
};
constexpr std::array<ColumnNames, 4> csv_columns{{
    {"sender", {"source", "src", "from", "rank"}},
    {"receiver", {"destination", "dest", "dst", "to"}},
    {"messages", {"count", "msgs", "calls", "sends"}},
    {"bytes", {"size", "volume", "byte", "total_bytes"}},
}};

std::string without_blanks(std::string text) {
    std::erase_if(text, [](char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; });
    return text;
}

/// Between the fields of a line; a semicolon where decimal commas are usual.
char separator_of(std::string_view line) {
    if (line.find(';') != std::string_view::npos) return ';';
    return line.find(',') == std::string_view::npos && line.find('\t') != std::string_view::npos ? '\t' : ',';
}

std::string plain_name(std::string text) {
    text = without_blanks(std::move(text));
    std::erase(text, '"');
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// Where each column stands.
struct Header {
    char separator = ',';
    std::size_t fields = csv_columns.size();
    std::array<std::optional<std::size_t>, csv_columns.size()> place{0, 1, 2, 3};
};

/// Nothing where the line names no senders, receivers and bytes.
std::optional<Header> header_in(std::string_view line) {
    Header header{separator_of(line), 0, {}};
    for (const std::string& field : split(line, header.separator)) {
        const std::string name = plain_name(field);
        for (std::size_t column = 0; column < csv_columns.size(); ++column) {
            const auto& [own, others] = csv_columns[column];
            if (name == own || std::find(others.begin(), others.end(), name) != others.end())
                header.place[column] = header.fields;
        }
        ++header.fields;
    }
    if (!header.place[sender] || !header.place[receiver] || !header.place[bytes]) return std::nullopt;
    return header;
}

bool begins_messages(std::string_view line) {
    return header_in(line).has_value();
}

class LineOfMessages {
  public:
    LineOfMessages(const std::filesystem::path& path, std::size_t number, const std::string& line,
                   const Header& header)
        : place_(fmt::format("{}:{}", path.string(), number)),
          fields_(split(line, header.separator)),
          header_(&header) {
        if (fields_.size() == header.fields) return;
        throw FileError(fmt::format(
            "{}: it has {} instead of {}", place_, counted(std::ssize(fields_), "field"),
            header.fields == csv_columns.size() ? "sender,receiver,messages,bytes"
                                                : fmt::format("the {} of its header", header.fields)));
    }

    [[nodiscard]] RankIndex rank(Column column) const {
        const auto value = read_number<std::int64_t>(field(column));
        if (!value || *value < 0 || *value > max_rank_number) {
            throw FileError(fmt::format("{}: {} '{}': give a rank from 0 to {}", place_,
                                        csv_columns[column].name, field(column), max_rank_number));
        }
        return RankIndex(*value);
    }
    [[nodiscard]] double amount(Column column) const {
        std::string text = field(column);
        if (header_->separator == ';') std::replace(text.begin(), text.end(), ',', '.');
        const auto value = read_number<double>(text);
        if (!value || !std::isfinite(*value) || *value < 0 || *value > max_amount) {
            throw FileError(fmt::format("{}: {} '{}': give a number from 0 to 1e18", place_,
                                        csv_columns[column].name, field(column)));
        }
        return *value;
    }
    [[nodiscard]] const std::string& place() const { return place_; }

  private:
    [[nodiscard]] std::string field(Column column) const {
        std::string text = without_blanks(fields_[header_->place[column].value_or(0)]);
        std::erase(text, '"');
        return text;
    }

    std::string place_;
    std::vector<std::string> fields_;
    const Header* header_;
};

void add_line(Pattern& pattern, const LineOfMessages& line) {
    const RankIndex from = line.rank(sender);
    const RankIndex to = line.rank(receiver);
    const double count = pattern.lengths_are_unknown ? 1 : line.amount(messages);
    const double sum = line.amount(bytes);
    if (count == 0 && sum > 0) throw FileError(fmt::format("{}: {} bytes in 0 messages", line.place(), sum));
    pattern.ranks = std::max({pattern.ranks, from + 1, to + 1});
    if (count > 0) pattern.flows.push_back({from, to, sum / count, count});
}

}  // namespace

bool is_message_csv(const std::filesystem::path& /*path*/, const std::string& beginning) {
    std::istringstream lines(beginning);
    std::string first;
    std::getline(lines, first);
    if (begins_messages(first)) return true;
    first = without_blanks(first);
    // Of a matrix of four ranks the first row begins with nothing, of a rank with itself, and so on.
    const char separator = separator_of(first);
    if (std::count(first.begin(), first.end(), separator) != 3 || first.find_first_of("0123456789") != 0)
        return false;
    std::size_t row = 0;
    bool is_empty_diagonal = true;
    for (std::string line = first; !line.empty(); ++row) {
        const auto fields = split(without_blanks(line), separator);
        is_empty_diagonal = is_empty_diagonal && row < fields.size() && read_number<double>(fields[row]) == 0;
        line.clear();
        std::getline(lines, line);
    }
    return row != csv_columns.size() || !is_empty_diagonal;
}

Pattern read_message_csv(const std::filesystem::path& path) {
    const RunInFile run = run_in_file(path);
    PrintedText printed(run.file, begins_messages, run.number);
    Pattern pattern;
    std::optional<Header> header;
    while (printed.next()) {
        const std::string text(printed.line());
        if (without_blanks(text).empty() || text.front() == '#') continue;
        if (const auto begun = header_in(text)) {
            if (header) {
                throw FileError(fmt::format(
                    "{}:{}: a second table begins behind one without a header; keep each in a file of "
                    "its own",
                    run.file.string(), printed.line_number()));
            }
            header = begun;
            pattern.lengths_are_unknown = !header->place[messages];
            continue;
        }
        if (!header) header = Header{separator_of(text)};
        add_line(pattern, LineOfMessages(run.file, printed.line_number(), text, *header));
    }
    return pattern;
}

}  // namespace fabricmap::placement
