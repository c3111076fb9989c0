// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/legacy/text_parser.hpp"

#include "base/errors.hpp"
#include "base/printed_text.hpp"
#include "base/quantities.hpp"
#include "netcdf_schema/file/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace fabricmap {
namespace {

constexpr std::string_view blanks = " \t\r";

/// Takes the first word from the text.
std::string_view take_word(std::string_view& text) {
    text = trimmed(text);
    const auto end = std::min(text.find_first_of(blanks), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

bool begins_legacy_text(std::string_view line) {
    line = trimmed(line);
    if (!line.starts_with(first_word_of_legacy_text)) return false;
    const std::string_view ranks = line.substr(first_word_of_legacy_text.size());
    return trimmed(ranks) != ranks && read_number<std::int64_t>(trimmed(ranks)).has_value();
}

class Parser {
  public:
    Parser(const std::filesystem::path& path, std::optional<std::size_t> run_number)
        : printed_(path, begins_legacy_text, run_number) {}

    TextContent parse() {
        read_header();
        while (!line_.empty()) read_plane();
        return std::move(content_);
    }

  private:
    [[noreturn]] void refuse(std::string_view what) const {
        throw FileError(fmt::format("{}:{}: {}", printed_.path().string(), printed_.line_number(), what));
    }
    [[noreturn]] void refuse_line(std::string_view what) const {
        refuse(fmt::format("{}: '{:.40}'", what, line_));
    }

    /// The next line that is not blank; empty at the end of the file.
    void next();
    [[nodiscard]] std::optional<std::string_view> value_after(std::string_view key) const;
    [[nodiscard]] std::int64_t integer(std::string_view text) const;
    [[nodiscard]] double number(std::string_view text);
    [[nodiscard]] std::string_view quoted(std::string_view text) const;
    void read_header();
    bool read_number_line();
    void read_hosts();
    void read_plane();
    void read_matrix_row(Matrix& plane, Eigen::Index row);

    PrintedText printed_;
    std::string_view line_;
    std::string scratch_;
    TextContent content_;
};

void Parser::next() {
    line_ = {};
    while (printed_.next()) {
        line_ = trimmed(printed_.line());
        if (!line_.empty()) return;
    }
}

std::optional<std::string_view> Parser::value_after(std::string_view key) const {
    if (!line_.starts_with(key)) return std::nullopt;
    const std::string_view rest = line_.substr(key.size());
    const bool whole_key = rest.empty() || blanks.find(rest.front()) != std::string_view::npos;
    return whole_key ? std::optional(trimmed(rest)) : std::nullopt;
}

std::int64_t Parser::integer(std::string_view text) const {
    std::int64_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || rest != text.data() + text.size() || !std::in_range<std::int32_t>(value)) {
        refuse(fmt::format("'{:.40}' is not a whole number", text));
    }
    return value;
}

double Parser::number(std::string_view text) {
    scratch_.assign(text.starts_with('+') ? text.substr(1) : text);
    std::replace(scratch_.begin(), scratch_.end(), ',', '.');
    double value = 0;
    const char* const end = scratch_.data() + scratch_.size();
    const auto [rest, error] = std::from_chars(scratch_.data(), end, value);
    if (error == std::errc::invalid_argument || rest != end)
        refuse(fmt::format("'{:.40}' is not a number", text));
    if (error == std::errc::result_out_of_range) {
        // Garbage of a diagonal: too small for a double, or too large.
        const bool tiny =
            scratch_.find("e-") != std::string::npos || scratch_.find("E-") != std::string::npos;
        return tiny ? 0 : std::numeric_limits<double>::quiet_NaN();
    }
    return value;
}

std::string_view Parser::quoted(std::string_view text) const {
    if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"'))
        refuse_line("a word in quotes is expected");
    return text.substr(1, text.size() - 2);
}

bool Parser::read_number_line() {
    LegacyHeader& header = content_.header;
    NoiseParameters& noise = *header.noise;
    std::int64_t processors = 0;
    const std::array<std::pair<std::string_view, std::int64_t*>, 8> keys{{
        {"processors", &processors},
        {"begin message length", &header.begin},
        {"end message length", &header.end},
        {"step length", &header.step},
        {"noise message length", &noise.message_length},
        {"number of noise messages", &noise.messages},
        {"number of noise processes", &noise.processes},
        {"number of repeates", &header.repeats},
    }};
    for (const auto& [key, target] : keys) {
        const auto value = value_after(key);
        if (!value) continue;
        *target = integer(*value);
        if (*target < 0) refuse_line("a negative number makes no sense here");
        if (key == "processors") header.ranks = static_cast<std::size_t>(processors);
        return true;
    }
    return false;
}

void Parser::read_header() {
    LegacyHeader& header = content_.header;
    header.noise = NoiseParameters{};
    bool has_statistic = false;
    for (next(); !line_.empty() && line_ != "hosts:" && !value_after("Message length"); next()) {
        if (const auto word = value_after("test type")) {
            header.mode = mode_named(quoted(*word));
            if (!header.mode) refuse_line("this test type is unknown");
        } else if (const auto statistic_word = value_after("data type")) {
            const auto statistic = statistic_named(quoted(*statistic_word));
            if (!statistic) refuse_line("this data type is unknown");
            content_.statistic = *statistic;
            has_statistic = true;
        } else if (!read_number_line()) {
            refuse_line("this line does not belong into the header");
        }
    }
    if (header.ranks == 0 || header.ranks > max_ranks) refuse("the header states no number of processors");
    if (!has_statistic) refuse("the header states no data type");
    if (!header.mode || !has_noise(*header.mode)) header.noise.reset();
    if (line_ == "hosts:") read_hosts();
    content_.hosts.resize(header.ranks);
}

void Parser::read_hosts() {
    for (next(); !line_.empty() && !value_after("Message length"); next()) {
        if (content_.hosts.size() == content_.header.ranks) refuse_line("more hosts than processors");
        content_.hosts.emplace_back(line_);
    }
    if (!content_.hosts.empty() && content_.hosts.size() < content_.header.ranks) {
        refuse(fmt::format("{} hosts for {} processors", content_.hosts.size(), content_.header.ranks));
    }
}

void Parser::read_plane() {
    const auto length = value_after("Message length");
    if (!length)
        refuse_line("'Message length' is expected, a matrix has as many lines as there are processors");
    content_.message_lengths.push_back(integer(*length));
    if (content_.message_lengths.back() < 0) refuse_line("a message length cannot be negative");
    const auto ranks = static_cast<Eigen::Index>(content_.header.ranks);
    Matrix plane;
    for (Eigen::Index row = 0; row < ranks; ++row) {
        next();
        if (line_.empty() || value_after("Message length")) {
            refuse(fmt::format("the matrix ends after {} of {} lines", row, ranks));
        }
        read_matrix_row(plane, row);
    }
    content_.planes.push_back(std::move(plane));
    next();
}

void Parser::read_matrix_row(Matrix& plane, Eigen::Index row) {
    const auto ranks = static_cast<Eigen::Index>(content_.header.ranks);
    std::vector<double> values;
    for (std::string_view rest = line_; !trimmed(rest).empty();) values.push_back(number(take_word(rest)));
    if (values.size() != content_.header.ranks) {
        refuse(fmt::format("{} numbers in a matrix of {} processors", values.size(), ranks));
    }
    // Only now, when the file has shown that its lines are that long.
    if (row == 0) plane.resize(ranks, ranks);
    plane.row(row) = Eigen::Map<const Eigen::Array<double, 1, Eigen::Dynamic>>(values.data(), ranks);
}

}  // namespace

TextContent parse_legacy_text(const std::filesystem::path& path, std::optional<std::size_t> run_number) {
    return Parser(path, run_number).parse();
}

}  // namespace fabricmap
