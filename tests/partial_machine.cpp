// SPDX-License-Identifier: Apache-2.0
#include "tests/partial_machine.hpp"

#include "netcdf_schema/own/run_writer.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>

namespace fabricmap::testing {
namespace {

constexpr std::array<std::int64_t, 3> lengths{0, 65536, 262144};
constexpr int samples = 50;
constexpr double latency_s = 2e-6;
constexpr double bytes_per_s = 12e9;

using Random = std::mt19937_64;

double log_normal(Random& random, double deviation) {
    return std::exp(std::normal_distribution<double>(0, deviation)(random));
}

/// The same in all jobs.
double factor_of_host(int host) {
    Random random(1000U + static_cast<unsigned>(host));
    return log_normal(random, .01);
}

double true_delay(const PartOfMachine& part, int from, int to, std::int64_t length) {
    double delay = (latency_s + static_cast<double>(length) / bytes_per_s) * part.all_slower *
                   factor_of_host(from) * factor_of_host(to);
    if (to == part.slow_host) delay *= 2.5;
    if (part.slow_link && std::minmax(from, to) == std::minmax(part.slow_link->first, part.slow_link->second))
        delay *= 3;
    if (from == part.other_host || to == part.other_host) delay *= 1.6;
    return delay;
}

/// Samples are the delay and what disturbs them.
CellStatistics measured(Random& random, double delay) {
    const double of_pair = delay * log_normal(random, .01);
    std::vector<double> values(samples);
    for (double& value : values)
        value = of_pair * std::exp(std::abs(std::normal_distribution<double>(0, .03)(random)));
    std::sort(values.begin(), values.end());
    CellStatistics cell;
    cell.minimum = values.front();
    cell.maximum = values.back();
    cell.median = (values[samples / 2 - 1] + values[samples / 2]) / 2;
    cell.average = std::accumulate(values.begin(), values.end(), 0.0) / samples;
    for (const double value : values)
        cell.deviation += (value - cell.average) * (value - cell.average) / (samples - 1);
    cell.deviation = std::sqrt(cell.deviation);
    cell.count = samples;
    cell.flag(Quality::in_round);
    return cell;
}

RunDescription describe(const PartOfMachine& part) {
    RunDescription description;
    description.mode = Mode::one_to_one;
    description.timing = Timing::one_way;
    description.schedule = Schedule{ScheduleKind::rounds, 1, PairSample{}, true};
    std::vector<std::string> hosts;
    for (const int host : part.hosts) hosts.push_back(host_of_partial_machine(host));
    description.ranks = rank_locations_of(hosts);
    description.message_lengths.assign(lengths.begin(), lengths.end());
    description.repeats = samples;
    description.mpi_library = part.mpi_library;
    description.command_line = part.command_line;
    const auto when = std::chrono::system_clock::now() -
                      std::chrono::seconds(static_cast<std::int64_t>(std::llround(part.age_s)));
    description.started =
        fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(when)));
    return description;
}

}  // namespace

std::string host_of_partial_machine(int number) {
    return fmt::format("cn{:02}", number);
}

void measure_part(const std::filesystem::path& prefix, const PartOfMachine& part) {
    const RunDescription description = describe(part);
    RunWriter writer = RunWriter::create(prefix, description, RunWriter::Existing::refuse);
    Random random(part.seed);
    const double of_run = log_normal(random, .02);
    for (const std::int64_t length : lengths) {
        writer.begin_plane(length);
        for (std::size_t from = 0; from < part.hosts.size(); ++from) {
            std::vector<CellStatistics> row(part.hosts.size());
            for (std::size_t to = 0; to < row.size(); ++to) {
                if (from == to) continue;
                row[to] =
                    measured(random, of_run * true_delay(part, part.hosts[from], part.hosts[to], length));
            }
            writer.write_row(static_cast<std::int64_t>(from), row);
        }
        writer.commit_plane();
        if (part.is_cut_short) return;
    }
    writer.finish(description.started);
}

std::vector<int> drawn_hosts(std::uint64_t seed, int count) {
    std::vector<int> hosts(hosts_of_partial_machine);
    std::iota(hosts.begin(), hosts.end(), 0);
    std::shuffle(hosts.begin(), hosts.end(), Random(seed));
    hosts.resize(static_cast<std::size_t>(count));
    std::sort(hosts.begin(), hosts.end());
    return hosts;
}

}  // namespace fabricmap::testing
