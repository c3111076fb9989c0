// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "placement/patterns/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace fabricmap::placement {
namespace {

/// A line's fields: between semicolons, commas or tabs, else between blanks.
std::vector<std::string> fields_of(std::string line) {
    std::erase(line, '\r');
    std::erase(line, '"');
    for (const char separator : {';', ',', '\t'}) {
        if (line.find(separator) == std::string::npos) continue;
        std::vector<std::string> fields = split(line, separator);
        for (std::string& field : fields) {
            std::erase(field, ' ');
            if (separator == ';') std::replace(field.begin(), field.end(), ',', '.');
        }
        return fields;
    }
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
}

bool is_number(const std::string& field) {
    const auto value = read_number<double>(field);
    return value && std::isfinite(*value);
}

struct MatrixRow {
    std::size_t line = 0;
    std::vector<std::string> fields;
};

std::vector<MatrixRow> rows_in(std::istream& stream) {
    std::vector<MatrixRow> rows;
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        line = line.substr(0, line.find('#'));
        if (line.find_first_not_of(" \t\r") != std::string::npos) rows.push_back({number, fields_of(line)});
    }
    return rows;
}

bool has_names(const MatrixRow& row) {
    return row.fields.size() > 1 && std::none_of(row.fields.begin() + 1, row.fields.end(),
                                                 [](const std::string& field) { return is_number(field); });
}

/// "rank 0 1 2", above as many rows that begin with their rank.
bool numbers_ranks(const MatrixRow& row) {
    if (is_number(row.fields.front())) return false;
    for (std::size_t place = 1; place < row.fields.size(); ++place) {
        const auto value = read_number<std::size_t>(row.fields[place]);
        if (!value || (*value != place && *value != place - 1)) return false;
    }
    return true;
}

/// Whether what each row begins with are names, or the numbers of the rows from 0 or 1 on.
bool begin_with_names(const std::vector<MatrixRow>& rows) {
    const auto counts_from = [&](std::size_t first) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (read_number<std::size_t>(rows[row].fields.front()) != first + row) return false;
        }
        return true;
    };
    const bool are_words = std::none_of(rows.begin(), rows.end(),
                                        [](const MatrixRow& row) { return is_number(row.fields.front()); });
    return are_words || counts_from(0) || counts_from(1);
}

/// Names of ranks above and beside the numbers are taken off.
void take_off_names(std::vector<MatrixRow>& rows) {
    if (rows.size() > 1 && has_names(rows.front())) rows.erase(rows.begin());
    if (rows.size() > 2 && rows.front().fields.size() == rows.size() && numbers_ranks(rows.front()))
        rows.erase(rows.begin());
    const bool is_wider = !rows.empty() && rows.front().fields.size() == rows.size() + 1;
    if (!is_wider || !begin_with_names(rows)) return;
    for (MatrixRow& row : rows) row.fields.erase(row.fields.begin());
}

class MatrixReader {
  public:
    explicit MatrixReader(const std::filesystem::path& path) : path_(path) {
        std::ifstream file = open_regular_file(path);
        rows_ = rows_in(file);
    }

    Pattern read() {
        if (rows_.empty()) throw FileError(fmt::format("{}: it has no numbers", path_.string()));
        if (rows_.front().fields.size() == 1 && rows_.size() > 1) return of_qaplib();
        take_off_names(rows_);
        const std::size_t ranks = rows_.size();
        std::vector<double> cells;
        for (const MatrixRow& row : rows_) {
            if (row.fields.size() != ranks) {
                refuse(row.line, fmt::format("it has {}, and the matrix has {}: it must be square",
                                             counted(std::ssize(row.fields), "field"),
                                             counted(std::ssize(rows_), "row")));
            }
            for (const std::string& field : row.fields) cells.push_back(number(row.line, field));
        }
        return pattern_of(cells.data(), ranks);
    }

  private:
    [[noreturn]] void refuse(std::size_t line, const std::string& what) const {
        throw FileError(fmt::format("{}:{}: {}", path_.string(), line, what));
    }
    [[nodiscard]] double number(std::size_t line, const std::string& field) const {
        if (field.empty()) return 0;
        const auto value = read_number<double>(field);
        constexpr double most = 1e18;
        if (!value || !(*value >= 0) || *value > most)
            refuse(line, fmt::format("'{}': give bytes, a number from 0 to 1e18", field));
        return *value;
    }

    /// The size, then two matrices (Burkard, Karisch and Rendl, Journal of Global Optimization 10, 1997):
    /// distances, where no two different places have none and no way round is shorter, and flows.
    Pattern of_qaplib() {
        std::vector<double> numbers;
        for (const MatrixRow& row : rows_) {
            for (const std::string& field : row.fields) {
                if (!field.empty()) numbers.push_back(number(row.line, field));
            }
        }
        const double size = numbers.front();
        constexpr double most = 1 << 15;
        if (!(size >= 2) || size > most || size != std::floor(size))
            refuse(rows_.front().line, fmt::format("'{}': give the number of ranks", size));
        const auto ranks = static_cast<std::size_t>(size);
        const std::size_t cells = ranks * ranks;
        if (numbers.size() == 1 + cells) return pattern_of(&numbers[1], ranks);
        if (numbers.size() != 1 + 2 * cells) {
            refuse(rows_.back().line,
                   fmt::format("it has {} numbers behind its size, and one or two matrices of "
                               "{} ranks have {} or {}",
                               numbers.size() - 1, ranks, cells, 2 * cells));
        }
        const double* const first = &numbers[1];
        const double* const second = first + cells;
        const bool first_is_flows = !are_distances(first, ranks) && are_distances(second, ranks);
        Pattern pattern = pattern_of(first_is_flows ? first : second, ranks);
        pattern.notes.push_back(
            fmt::format("Of the two matrices of {} the {} counts as bytes, the other as distances.",
                        path_.filename().string(), first_is_flows ? "first" : "second"));
        return pattern;
    }

    static bool are_distances(const double* cells, std::size_t size) {
        const auto at = [&](std::size_t from, std::size_t to) { return cells[from * size + to]; };
        for (std::size_t from = 0; from < size; ++from) {
            for (std::size_t to = 0; to < size; ++to) {
                if ((from == to) != (at(from, to) == 0)) return false;
                for (std::size_t over = 0; over < size; over += 1 + size / 64) {
                    if (at(from, to) > at(from, over) + at(over, to)) return false;
                }
            }
        }
        return true;
    }

    [[nodiscard]] static Pattern pattern_of(const double* cells, std::size_t ranks) {
        Pattern pattern;
        pattern.ranks = static_cast<int>(ranks);
        pattern.lengths_are_unknown = true;
        for (std::size_t from = 0; from < ranks; ++from) {
            for (std::size_t to = 0; to < ranks; ++to) {
                const double bytes = cells[from * ranks + to];
                if (bytes > 0 && from != to)
                    pattern.flows.push_back({RankIndex(from), RankIndex(to), bytes, 1});
            }
        }
        return pattern;
    }

    std::filesystem::path path_;
    std::vector<MatrixRow> rows_;
};

}  // namespace

bool is_byte_matrix(const std::filesystem::path& /*path*/, const std::string& beginning) {
    // The last line of the beginning may be cut off.
    std::istringstream lines(beginning.substr(0, beginning.rfind('\n') + 1));
    const std::vector<MatrixRow> rows = rows_in(lines);
    if (rows.empty()) {
        std::istringstream first_line(beginning);
        const std::vector<MatrixRow> cut_off = rows_in(first_line);
        if (cut_off.empty()) return false;
        const std::vector<std::string>& fields = cut_off.front().fields;
        return fields.size() > 3 && is_number(fields[1]) && is_number(fields[2]);
    }
    const MatrixRow& row = rows.size() > 1 ? rows[1] : rows.front();
    const std::size_t first = std::min<std::size_t>(1, row.fields.size() - 1);
    const bool has_others =
        std::any_of(row.fields.begin() + static_cast<std::ptrdiff_t>(first), row.fields.end(),
                    [](const std::string& field) { return !field.empty() && !is_number(field); });
    const bool has_numbers =
        std::any_of(row.fields.begin() + static_cast<std::ptrdiff_t>(first), row.fields.end(), is_number);
    return has_numbers && !has_others;
}

Pattern read_byte_matrix(const std::filesystem::path& path) {
    return MatrixReader(path).read();
}

}  // namespace fabricmap::placement
