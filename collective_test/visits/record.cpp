// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/record.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fabricmap::collective_test {
namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

// A record is the slot, the clocks' error, the number of runs and that of missed ones, then these rows of one
// number a run, then the ranks that ended last, then four numbers a rank: median, least and greatest end and
// median entry.
enum Row : std::size_t { completion, longest, lateness, init, computed, wait, row_count };
constexpr std::size_t head_size = 4;
constexpr std::size_t numbers_of_a_rank = 4;

/// This rank's part in the rows, whose largest count.
std::vector<double> own_rows(std::span<const RunStamps> runs, const RecordTerms& terms, int rank) {
    std::vector<double> rows;
    rows.reserve(row_count * runs.size());
    const auto add = [&](auto value_of) {
        for (const RunStamps& run : runs) rows.push_back(value_of(run));
    };
    const auto span = [](Nanoseconds from, Nanoseconds to) { return static_cast<double>(to - from); };
    add([&](const RunStamps& run) {
        if (terms.timing != CollectiveTiming::root) return static_cast<double>(run.left);
        return rank == terms.root ? span(run.entered, run.confirmed) - terms.barrier_ns : nothing;
    });
    add([&](const RunStamps& run) { return span(run.entered, run.left); });
    add([&](const RunStamps& run) {
        // Back to back nobody is late.
        return terms.start == CollectiveStart::none ? nothing : static_cast<double>(run.entered);
    });
    add([&](const RunStamps& run) { return run.non_blocking ? span(run.entered, run.started) : nothing; });
    add([&](const RunStamps& run) { return run.non_blocking ? static_cast<double>(run.worked) : nothing; });
    add([&](const RunStamps& run) { return run.non_blocking ? span(run.computed, run.left) : nothing; });
    return rows;
}

std::vector<double> ends_of(std::span<const RunStamps> runs) {
    std::vector<double> ends;
    ends.reserve(runs.size());
    for (const RunStamps& run : runs) ends.push_back(static_cast<double>(run.left));
    return ends;
}

std::array<double, numbers_of_a_rank> own_numbers(std::span<const RunStamps> runs) {
    std::vector<double> ends = ends_of(runs);
    std::vector<double> entries;
    entries.reserve(runs.size());
    for (const RunStamps& run : runs) entries.push_back(static_cast<double>(run.entered));
    const auto [least, greatest] = std::minmax_element(ends.begin(), ends.end());
    const std::array extremes{*least, *greatest};
    return {median_of(ends), extremes[0], extremes[1], median_of(entries)};
}

/// The rank of the group that ended last, for each run.
std::vector<double> last_ranks(std::span<const RunStamps> runs, MPI_Comm comm, int rank) {
    struct EndOfRank {
        double end;
        int rank;
    };
    std::vector<EndOfRank> ends;
    for (const double end : ends_of(runs)) ends.push_back({end, rank});
    std::vector<EndOfRank> latest(ends.size());
    MPI_Reduce(ends.data(), latest.data(), static_cast<int>(ends.size()), MPI_DOUBLE_INT, MPI_MAXLOC, 0,
               comm);
    std::vector<double> ranks;
    ranks.reserve(latest.size());
    for (const EndOfRank& end : latest) ranks.push_back(end.rank);
    return ranks;
}

double in_seconds(double ns) noexcept {
    return ns == nothing ? std::numeric_limits<double>::quiet_NaN() : ns / nanoseconds_per_second;
}

}  // namespace

std::size_t record_size(int runs, std::size_t ranks) noexcept {
    return head_size + (row_count + 1) * static_cast<std::size_t>(runs) + numbers_of_a_rank * ranks;
}

std::vector<double> gather_record(std::span<const RunStamps> runs, const RecordTerms& terms, MPI_Comm comm) {
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    std::vector<double> rows = own_rows(runs, terms, rank);
    std::vector<double> largest(rows.size());
    MPI_Reduce(rows.data(), largest.data(), static_cast<int>(rows.size()), MPI_DOUBLE, MPI_MAX, 0, comm);
    const std::vector<double> last = last_ranks(runs, comm, rank);
    const auto numbers = own_numbers(runs);
    std::vector<double> of_ranks(numbers.size() * static_cast<std::size_t>(ranks));
    MPI_Gather(numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, of_ranks.data(),
               static_cast<int>(numbers.size()), MPI_DOUBLE, 0, comm);
    if (rank != 0) return {};
    std::vector<double> record{static_cast<double>(terms.slot), terms.clock_error_s,
                               static_cast<double>(runs.size()), static_cast<double>(terms.missed)};
    for (const auto& part : {largest, last, of_ranks}) record.insert(record.end(), part.begin(), part.end());
    return record;
}

int missed_runs_of(std::span<const double> record) {
    return static_cast<int>(record[3]);
}

CollectiveVisit read_record(std::span<const double> record, std::span<const int> members,
                            std::size_t run_ranks) {
    const auto count = static_cast<std::size_t>(record[2]);
    CollectiveVisit visit;
    visit.slot_s = in_seconds(record[0]);
    visit.clock_error_s = record[1];
    const std::array rows{&visit.completion, &visit.longest,  &visit.lateness,
                          &visit.init,       &visit.computed, &visit.wait};
    std::span<const double> rest = record.subspan(head_size);
    for (std::vector<double>* const row : rows) {
        for (const double ns : rest.first(count)) row->push_back(in_seconds(ns));
        rest = rest.subspan(count);
    }
    for (const double rank : rest.first(count))
        visit.last_rank.push_back(members[static_cast<std::size_t>(rank)]);
    rest = rest.subspan(count);
    const std::array columns{&visit.finish_median, &visit.finish_min, &visit.finish_max,
                             &visit.lateness_median};
    for (std::vector<float>* const column : columns) column->assign(run_ranks, no_value);
    for (std::size_t member = 0; member < members.size(); ++member) {
        for (std::size_t number = 0; number < columns.size(); ++number) {
            columns.at(number)->at(static_cast<std::size_t>(members[member])) =
                static_cast<float>(in_seconds(rest[member * numbers_of_a_rank + number]));
        }
    }
    return visit;
}

}  // namespace fabricmap::collective_test
