// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/layout.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <cmath>

namespace fabricmap {
namespace {

/// Some records of one file, read variable by variable.
class Records {
  public:
    Records(const NetcdfFile& file, const CollectiveRun& run, std::size_t first, std::size_t count)
        : file_(file),
          run_(run),
          first_(first),
          visits_(count),
          samples_(static_cast<std::size_t>(run.runs_per_visit)),
          ranks_(run.description.ranks.size()) {}

    std::vector<CollectiveVisit> read();

  private:
    template <typename Number, typename Read>
    std::vector<Number> values(const char* name, std::size_t width, const Read& read) const;
    template <typename Number, typename Entry, typename Read>
    void read_numbers(const Entry& entry, const Read& read);
    template <typename Number, typename Entry, typename Read>
    void read_rows(const Entry& entry, std::size_t width, const Read& read);
    void read_purposes();
    void read_last_ranks();
    void drop_runs_not_made();
    void check_indices() const;

    const NetcdfFile& file_;
    const CollectiveRun& run_;
    std::size_t first_;
    std::vector<CollectiveVisit> visits_;
    std::size_t samples_;
    std::size_t ranks_;
};

template <typename Number, typename Read>
std::vector<Number> Records::values(const char* name, std::size_t width, const Read& read) const {
    std::vector<Number> numbers(visits_.size() * width);
    const std::array start{first_, std::size_t{0}};
    const std::array count{visits_.size(), width};
    if (!numbers.empty()) {
        file_.check(read(file_.id(), file_.find_variable(name), start.data(), count.data(), numbers.data()),
                    "read");
    }
    return numbers;
}

template <typename Number, typename Entry, typename Read>
void Records::read_numbers(const Entry& entry, const Read& read) {
    const std::vector<Number> numbers = values<Number>(entry.name, 1, read);
    for (std::size_t k = 0; k < visits_.size(); ++k) entry.member(visits_[k]) = numbers[k];
}

template <typename Number, typename Entry, typename Read>
void Records::read_rows(const Entry& entry, std::size_t width, const Read& read) {
    const std::vector<Number> numbers = values<Number>(entry.name, width, read);
    for (std::size_t k = 0; k < visits_.size(); ++k) {
        const auto row = numbers.begin() + static_cast<std::ptrdiff_t>(k * width);
        entry.member(visits_[k]).assign(row, row + static_cast<std::ptrdiff_t>(width));
    }
}

void Records::read_purposes() {
    const std::vector<int> purposes = values<int>(purpose_variable, 1, nc_get_vara_int);
    for (std::size_t k = 0; k < visits_.size(); ++k) {
        if (visits_[k].record_time == 0) continue;
        if (purposes[k] < 0 || purposes[k] >= static_cast<int>(all_visit_purposes.size()))
            file_.refuse(fmt::format("visit {} has the unknown purpose {}", first_ + k, purposes[k]));
        visits_[k].purpose = all_visit_purposes[static_cast<std::size_t>(purposes[k])];
    }
}

void Records::read_last_ranks() {
    const std::vector<int> ranks = values<int>(last_rank_variable, samples_, nc_get_vara_int);
    for (std::size_t k = 0; k < visits_.size(); ++k) {
        const auto row = ranks.begin() + static_cast<std::ptrdiff_t>(k * samples_);
        visits_[k].last_rank.assign(row, row + static_cast<std::ptrdiff_t>(samples_));
    }
}

/// A visit may have fewer runs than there is room for.
void Records::drop_runs_not_made() {
    for (CollectiveVisit& visit : visits_) {
        std::size_t made = visit.completion.size();
        while (made > 0 && std::isnan(visit.completion[made - 1]) && std::isnan(visit.longest[made - 1]))
            --made;
        for (const RunTimes& entry : run_times) entry.member(visit).resize(made);
        visit.last_rank.resize(made);
    }
}

void Records::check_indices() const {
    const auto check = [&](std::size_t k, std::string_view what, int index, std::size_t size) {
        if (index < no_index || index >= static_cast<int>(size))
            file_.refuse(fmt::format("visit {} has the {} {}, of {}", first_ + k, what, index, size));
    };
    for (std::size_t k = 0; k < visits_.size(); ++k) {
        const CollectiveVisit& visit = visits_[k];
        if (visit.record_time == 0) continue;
        check(k, "operation", visit.cell.operation, run_.operations.size());
        check(k, "mock_up", visit.cell.mock_up, run_.mock_ups.size());
        check(k, "algorithm", visit.cell.algorithm, run_.algorithms.size());
        check(k, "root", visit.cell.root, ranks_);
        check(k, "number of ranks", visit.cell.ranks, ranks_ + 1);
        for (const int rank : visit.last_rank) check(k, "last rank", rank, ranks_);
        if (visit.cell.operation == no_index)
            file_.refuse(fmt::format("visit {} has no operation", first_ + k));
    }
}

std::vector<CollectiveVisit> Records::read() {
    const std::vector<double> times = values<double>(record_time_variable, 1, nc_get_vara_double);
    for (std::size_t k = 0; k < visits_.size(); ++k) visits_[k].record_time = times[k] > 0 ? times[k] : 0;
    // The library's numbers of 64 bits are long long.
    for (const VisitInteger& entry : visit_integers) read_numbers<int>(entry, nc_get_vara_int);
    for (const VisitLength& entry : visit_lengths) read_numbers<long long>(entry, nc_get_vara_longlong);
    for (const VisitTime& entry : visit_times) read_numbers<double>(entry, nc_get_vara_double);
    for (const RunTimes& entry : run_times) read_rows<double>(entry, samples_, nc_get_vara_double);
    for (const RankTimes& entry : rank_times) read_rows<float>(entry, ranks_, nc_get_vara_float);
    read_purposes();
    read_last_ranks();
    check_indices();
    drop_runs_not_made();
    return std::move(visits_);
}

}  // namespace

std::size_t visit_records(const NetcdfFile& file) {
    const std::size_t records = file.dimension_length("n").value_or(0);
    const auto whole = static_cast<std::size_t>(std::min<std::uint64_t>(file.whole_records(), records));
    const bool complete = file.integer_attribute("complete") == 1;
    // A kill within a write may leave the end of it away; a copy that broke off lacks more.
    if (records > whole && (complete || records > whole + visits_at_once)) {
        file.refuse(
            fmt::format("the file is cut off: {} of its {} visits are there; copy it again", whole, records));
    }
    return whole;
}

std::vector<CollectiveVisit> read_visit_records(const NetcdfFile& file, const CollectiveRun& run,
                                                std::size_t first, std::size_t count) {
    return Records(file, run, first, count).read();
}

}  // namespace fabricmap
