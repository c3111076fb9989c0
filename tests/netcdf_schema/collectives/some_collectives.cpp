// SPDX-License-Identifier: Apache-2.0
#include "tests/netcdf_schema/collectives/some_collectives.hpp"

#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_runs.hpp"

namespace fabricmap::testing {
namespace {

template <typename Number>
std::vector<Number> row(std::size_t size, double first) {
    std::vector<Number> numbers(size);
    for (std::size_t k = 0; k < size; ++k) numbers[k] = static_cast<Number>(first + static_cast<double>(k));
    return numbers;
}

template <typename Number>
void expect_row(const std::vector<Number>& read, const std::vector<Number>& wrote) {
    ASSERT_EQ(read.size(), wrote.size());
    for (std::size_t k = 0; k < read.size(); ++k)
        EXPECT_TRUE(same_number(read[k], wrote[k])) << k << ": " << read[k] << " for " << wrote[k];
}

}  // namespace

CollectiveRun some_collectives(std::size_t ranks) {
    CollectiveRun run;
    run.description = some_description(ranks, {8, 64, 1024});
    run.description.mode.reset();
    run.description.timing.reset();
    run.start = CollectiveStart::barrier;
    run.timing = CollectiveTiming::longest;
    run.clock = "tsc";
    run.clock_sync = "ring";
    run.runs_per_visit = 5;
    run.precision = 0.03;
    run.operations = {"bcast", "allgather", "barrier"};
    run.mock_ups = {"gather+bcast"};
    run.algorithms = {"bcast/1/basic_linear", "bcast/6/binomial"};
    return run;
}

CollectiveVisit telltale_visit(const CollectiveRun& run, int number) {
    CollectiveVisit visit;
    visit.cell = {number % 3, number % 2 - 1,        number % 3 - 1, 2,
                  number % 2, std::int64_t{1} << 33, number % 4 - 1};
    visit.purpose = all_visit_purposes[static_cast<std::size_t>(number) % all_visit_purposes.size()];
    visit.pass = number / 3;
    visit.total_length = (std::int64_t{1} << 40) + number;
    visit.slot_s = 1e-3 * number;
    visit.compute_s = 2e-3 * number;
    visit.clock_error_s = 1e-9 * number;
    visit.record_time = 1e9 + number;
    const auto runs = static_cast<std::size_t>(run.runs_per_visit);
    const std::size_t ranks = run.description.ranks.size();
    visit.completion = row<double>(runs, 10 * number);
    visit.longest = row<double>(runs, 20 * number);
    visit.lateness = row<double>(runs, 30 * number);
    visit.init = row<double>(runs, 40 * number);
    visit.computed = row<double>(runs, 50 * number);
    visit.wait = row<double>(runs, 60 * number);
    visit.last_rank.assign(runs, number % static_cast<int>(ranks));
    visit.finish_median = row<float>(ranks, 70 * number);
    visit.finish_min = row<float>(ranks, 80 * number);
    visit.finish_max = row<float>(ranks, 90 * number);
    visit.lateness_median = row<float>(ranks, 100 * number);
    return visit;
}

void expect_same(const CollectiveVisit& read, const CollectiveVisit& wrote) {
    EXPECT_TRUE(read.cell == wrote.cell);
    EXPECT_EQ(read.purpose, wrote.purpose);
    EXPECT_EQ(read.pass, wrote.pass);
    EXPECT_EQ(read.total_length, wrote.total_length);
    EXPECT_EQ(read.slot_s, wrote.slot_s);
    EXPECT_EQ(read.compute_s, wrote.compute_s);
    EXPECT_EQ(read.clock_error_s, wrote.clock_error_s);
    EXPECT_EQ(read.record_time, wrote.record_time);
    expect_row(read.completion, wrote.completion);
    expect_row(read.longest, wrote.longest);
    expect_row(read.lateness, wrote.lateness);
    expect_row(read.init, wrote.init);
    expect_row(read.computed, wrote.computed);
    expect_row(read.wait, wrote.wait);
    EXPECT_EQ(read.last_rank, wrote.last_rank);
    expect_row(read.finish_median, wrote.finish_median);
    expect_row(read.finish_min, wrote.finish_min);
    expect_row(read.finish_max, wrote.finish_max);
    expect_row(read.lateness_median, wrote.lateness_median);
}

}  // namespace fabricmap::testing
