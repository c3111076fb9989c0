// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "placement/patterns/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace fabricmap::placement {
namespace {

/// Calls that send; those that receive count the same messages again.
constexpr std::array sending{"MPI_Send",   "MPI_Isend", "MPI_Bsend",  "MPI_Ibsend",   "MPI_Ssend",
                             "MPI_Issend", "MPI_Rsend", "MPI_Irsend", "MPI_Sendrecv", "MPI_Sendrecv_replace"};

/// The value of name="value" in an element; empty where there is none.
std::string_view attribute(std::string_view element, std::string_view name) {
    const std::string key = fmt::format(" {}=\"", name);
    const std::size_t found = element.find(key);
    if (found == std::string_view::npos) return {};
    const std::size_t begin = found + key.size();
    return element.substr(begin, element.find('"', begin) - begin);
}

/// What IPM 2 writes at IPM_REPORT=full: a <task mpi_rank= mpi_size=> for each rank and in it, an element a
/// line, <hent call= bytes= orank= count=> for each call, length and partner.
class IpmReader {
  public:
    explicit IpmReader(const std::filesystem::path& path) : path_(path), file_(open_regular_file(path)) {}

    Pattern read() {
        for (std::string line; std::getline(file_, line);) {
            ++line_;
            const std::size_t begin = line.find_first_not_of(" \t");
            if (begin == std::string::npos) continue;
            const std::string_view element = std::string_view(line).substr(begin);
            if (element.starts_with("<task ")) take_task(element);
            if (element.starts_with("<hent ")) take_entry(element);
        }
        if (std::ssize(tasks_) < pattern_.ranks) {
            throw FileError(
                fmt::format("{}: it has {} of {} tasks: run with IPM_REPORT=full and IPM_LOG=full",
                            path_.string(), tasks_.size(), pattern_.ranks));
        }
        return std::move(pattern_);
    }

  private:
    [[nodiscard]] std::int64_t number(std::string_view element, std::string_view name) const {
        const auto value = read_number<std::int64_t>(attribute(element, name));
        if (value && *value >= 0) return *value;
        throw FileError(fmt::format("{}:{}: {}='{}' is not a number from 0 on", path_.string(), line_, name,
                                    attribute(element, name)));
    }
    [[noreturn]] void refuse_rank(std::int64_t rank) const {
        throw FileError(fmt::format("{}:{}: rank {} is none of the job's {}", path_.string(), line_, rank,
                                    pattern_.ranks));
    }
    void take_task(std::string_view element) {
        const std::int64_t rank = number(element, "mpi_rank");
        const std::int64_t size =
            std::min<std::int64_t>(number(element, "mpi_size"), std::numeric_limits<int>::max());
        pattern_.ranks = std::max(pattern_.ranks, static_cast<int>(size));
        require_possible_ranks(pattern_.ranks, path_.string());
        if (rank >= pattern_.ranks) refuse_rank(rank);
        task_ = RankIndex(rank);
        tasks_.insert(rank);
    }
    void take_entry(std::string_view element) {
        const std::string_view call = attribute(element, "call");
        if (std::find(sending.begin(), sending.end(), call) == sending.end()) return;
        const std::int64_t partner = number(element, "orank");
        if (!task_ || partner >= pattern_.ranks) refuse_rank(partner);
        pattern_.flows.push_back({*task_, RankIndex(partner), static_cast<double>(number(element, "bytes")),
                                  static_cast<double>(number(element, "count"))});
    }

    std::filesystem::path path_;
    std::ifstream file_;
    std::size_t line_ = 0;
    std::set<std::int64_t> tasks_;
    std::optional<RankIndex> task_;
    Pattern pattern_;
};

}  // namespace

bool is_ipm(const std::filesystem::path& /*path*/, const std::string& beginning) {
    return beginning.find("<ipm") != std::string::npos ||
           beginning.find("<task ipm_version") != std::string::npos;
}

Pattern read_ipm(const std::filesystem::path& path) {
    return IpmReader(path).read();
}

}  // namespace fabricmap::placement
