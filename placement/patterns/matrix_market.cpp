// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "placement/patterns/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>

namespace fabricmap::placement {
namespace {

constexpr std::string_view banner = "%%MatrixMarket";

/// The exchange format of NIST (Boisvert, Pozo and Remington, NISTIR 5935, 1996): a row a sender.
class MatrixMarket {
  public:
    explicit MatrixMarket(const std::filesystem::path& path) : path_(path), file_(open_regular_file(path)) {}

    Pattern read() {
        take_banner();
        std::istringstream sizes(next_line("its size"));
        std::int64_t rows = 0;
        std::int64_t columns = 0;
        sizes >> rows >> columns;
        if (!is_dense_) sizes >> entries_;
        constexpr std::int64_t most = 1 << 20;
        if (!sizes || rows != columns || rows < 1 || rows > most)
            refuse(fmt::format("its size must be that of a square matrix of at most {} ranks", most));
        pattern_.ranks = static_cast<int>(rows);
        pattern_.lengths_are_unknown = true;
        if (is_dense_) {
            take_dense();
        } else {
            for (std::int64_t entry = 0; entry < entries_; ++entry) take_entry(next_line("all its entries"));
        }
        return std::move(pattern_);
    }

  private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw FileError(fmt::format("{}:{}: {}", path_.string(), line_, what));
    }
    std::string next_line(std::string_view what) {
        std::string line;
        while (std::getline(file_, line)) {
            ++line_;
            const bool is_blank = line.find_first_not_of(" \t\r") == std::string::npos;
            if (!is_blank && line.front() != '%') return line;
        }
        refuse(fmt::format("it ends before {}", what));
    }
    void take_banner() {
        std::string line;
        std::getline(file_, line);
        ++line_;
        std::istringstream words(line);
        std::string word;
        std::string object;
        std::string form;
        std::string field;
        std::string symmetry;
        words >> word >> object >> form >> field >> symmetry;
        is_dense_ = form == "array";
        is_symmetric_ = symmetry == "symmetric";
        has_values_ = field == "real" || field == "integer" || field == "double";
        const bool is_known = object == "matrix" && (is_dense_ || form == "coordinate") && has_values_ &&
                              (is_symmetric_ || symmetry == "general");
        if (!is_known) refuse("give a matrix of real or integer values, general or symmetric");
    }
    void add(std::int64_t row, std::int64_t column, double bytes) {
        const std::int64_t ranks = pattern_.ranks;
        if (std::min(row, column) < 0 || std::max(row, column) >= ranks)
            refuse(fmt::format("it has {} ranks: rows and columns are 1 to {}", ranks, ranks));
        if (!std::isfinite(bytes) || bytes < 0) refuse("bytes must be a number from 0 on");
        if (bytes == 0) return;
        pattern_.flows.push_back({RankIndex(row), RankIndex(column), bytes, 1});
        if (is_symmetric_) pattern_.flows.push_back({RankIndex(column), RankIndex(row), bytes, 1});
    }
    void take_entry(const std::string& line) {
        std::istringstream words(line);
        std::int64_t row = 0;
        std::int64_t column = 0;
        double bytes = 0;
        if (!(words >> row >> column >> bytes)) refuse("give row, column and bytes");
        add(row - 1, column - 1, bytes);
    }
    /// Column after column; of symmetric ones the lower triangle.
    void take_dense() {
        for (std::int64_t column = 0; column < pattern_.ranks; ++column) {
            for (std::int64_t row = is_symmetric_ ? column : 0; row < pattern_.ranks; ++row) {
                double bytes = 0;
                if (!(std::istringstream(next_line("all its values")) >> bytes)) refuse("give a number");
                add(row, column, bytes);
            }
        }
    }

    std::filesystem::path path_;
    std::ifstream file_;
    std::size_t line_ = 0;
    bool is_dense_ = false;
    bool is_symmetric_ = false;
    bool has_values_ = false;
    std::int64_t entries_ = 0;
    Pattern pattern_;
};

}  // namespace

bool is_matrix_market(const std::filesystem::path& /*path*/, const std::string& beginning) {
    return beginning.starts_with(banner);
}

Pattern read_matrix_market(const std::filesystem::path& path) {
    return MatrixMarket(path).read();
}

}  // namespace fabricmap::placement
