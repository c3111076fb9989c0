// SPDX-License-Identifier: Apache-2.0
// Where the real Open MPI was reported to change its protocol, --lengths probe finds the byte.
#include "base/errors.hpp"
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <span>

namespace fabricmap::testing {
namespace {

/// What others do on the machine may hide a jump of a few hundred nanoseconds, for some seconds at a time,
/// and in one sweep of ten the first length beyond it is still measured between the two levels.
constexpr int sweeps = 5;
constexpr int probes = 60;
constexpr int probes_that_find_it = 2;

/// Smaller ones are found on some machines, where the delays around are even. On others the cores that a job
/// gets change by as much what either protocol takes.
constexpr double plain_jump = 1.3;

/// Two ranks whose library changes its way of sending a little below 10000 bytes.
Outcome run_with_threshold(const std::vector<std::string>& words) {
    Job job{.words = words};
    job.mpirun_options.insert(job.mpirun_options.end(), {"--mca", "pml", "ob1", "--mca", "btl", "self,vader",
                                                         "--mca", "btl_vader_eager_limit", "10000", "--mca",
                                                         "btl_vader_max_send_size", "65536"});
    return run(job);
}

double median(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
}

double deviation_from_median(std::span<const double> values) {
    const double middle = median(values);
    double sum = 0;
    for (const double value : values) sum += std::abs(value - middle);
    return sum;
}

/// A jump, up or down: which of two protocols is faster depends on the machine and on the cores that a job
/// gets.
struct Jump {
    std::int64_t last_before_bytes;
    double before_s;
    double after_s;
};

struct EveryByte {
    std::vector<std::int64_t> lengths_bytes;
    std::vector<double> delays_s;
};

/// Of each length the median over some sweeps.
EveryByte sweep_every_byte(const TemporaryFolder& folder) {
    EveryByte swept;
    std::vector<std::vector<double>> of_lengths;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        const Outcome outcome = run_with_threshold(
            {"-b", "9930", "-e", "9960", "-s", "1", "--overwrite", "-f", folder / "every"});
        if (outcome.exit_code != 0) throw RunError(outcome.err);
        const Run run = open_run(folder / "every");
        const auto medians = run.stack(Statistic::median);
        const auto lengths = medians->message_lengths();
        swept.lengths_bytes.assign(lengths.begin(), lengths.end());
        of_lengths.resize(lengths.size());
        for (std::size_t k = 0; k < lengths.size(); ++k)
            of_lengths[k].push_back((medians->plane(k)(0, 1) + medians->plane(k)(1, 0)) / 2);
    }
    for (const std::vector<double>& delays_s : of_lengths) swept.delays_s.push_back(median(delays_s));
    return swept;
}

/// Where two constants describe the sweep of every byte best.
Jump jump_in(const EveryByte& swept) {
    Jump best{};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t split = 1; split < swept.delays_s.size(); ++split) {
        const auto before = std::span(swept.delays_s).first(split);
        const auto after = std::span(swept.delays_s).subspan(split);
        const double deviation = deviation_from_median(before) + deviation_from_median(after);
        if (deviation >= least) continue;
        least = deviation;
        best = {swept.lengths_bytes[split - 1], median(before), median(after)};
    }
    return best;
}

TEST(Probing, FindsTheByteThatASweepOfEveryByteShows) {
    const TemporaryFolder folder;
    const Jump jump = jump_in(sweep_every_byte(folder));
    const double ratio = jump.after_s / jump.before_s;
    if (std::max(ratio, 1 / ratio) < plain_jump)
        GTEST_SKIP() << "both protocols take about as long on this machine: " << ratio;

    const std::int64_t before = jump.last_before_bytes;
    const std::string line = fmt::format("within a host: from {} bytes on, ", before + 1);
    int found = 0;
    std::string said;
    for (int probe = 0; probe < probes && found < probes_that_find_it; ++probe) {
        const Outcome outcome = run_with_threshold(
            {"--lengths", "probe:4K:16K", "-n", "15", "--overwrite", "-f", folder / "probed"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const std::vector<std::int64_t> lengths = lengths_of(folder / "probed");
        EXPECT_THAT(lengths,
                    ::testing::IsSupersetOf({4096, 4097, 6144, 8191, 8192, 8193, 12'288, 16'383, 16'384}));
        const bool named = outcome.err.find(line) != std::string::npos;
        const bool swept = std::count(lengths.begin(), lengths.end(), before) == 1 &&
                           std::count(lengths.begin(), lengths.end(), before + 1) == 1;
        EXPECT_TRUE(swept || !named) << "a jump that is told must be swept\n" << outcome.err;
        found += named && swept ? 1 : 0;
        said += outcome.err;
    }
    EXPECT_EQ(found, probes_that_find_it) << line << " is not in\n" << said;
}

}  // namespace
}  // namespace fabricmap::testing
