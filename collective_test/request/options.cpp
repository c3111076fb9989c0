// SPDX-License-Identifier: Apache-2.0
#include "collective_test/request/options.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "collective_test/operations/persistent.hpp"
#include "collective_test/request/chosen_operations.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "command_line/sweep_options.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/rank_locations.hpp"
#include "netcdf_schema/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace fabricmap::collective_test {
namespace {

constexpr int min_hosts_of_search = 3;

/// One of the values whose name the word is.
template <typename Values>
typename Values::value_type read_choice(std::string_view word, std::string_view option,
                                        const Values& values) {
    std::vector<std::string_view> names;
    names.reserve(values.size());
    for (const auto value : values) names.push_back(name_of(value));
    return values.at(place_of_word(word, option, names));
}

/// A list of values by their names.
template <typename Values>
std::vector<typename Values::value_type> read_list(std::string_view word, std::string_view option,
                                                   const Values& values) {
    std::vector<typename Values::value_type> chosen;
    for (const std::string& part : split(word, ',')) chosen.push_back(read_choice(part, option, values));
    return chosen;
}

/// "adaptive", "adaptive:1K:1M" or a list.
void read_lengths(const std::string& word, Options& to) {
    constexpr std::string_view adaptive = "adaptive";
    constexpr std::string_view probe = "probe";
    const bool is_adaptive = word.starts_with(adaptive);
    // Bounds are given as network_test's probe has them.
    const LengthRequest request =
        parse_length_request(is_adaptive ? std::string(probe) + word.substr(adaptive.size()) : word);
    if (request.probe.has_value() != is_adaptive || (is_adaptive && !request.lengths.empty())) {
        throw UsageError(fmt::format(
            "--lengths {}: give a list such as 0,1K,64K, pow2:8:64K or count:20, or adaptive:1:4M alone",
            word));
    }
    to.lengths = request.lengths;
    to.adaptive = request.probe;
}

RankCounts read_rank_counts(std::string_view word) {
    RankCounts ranks;
    for (const std::string& part : split(word, ',')) {
        const auto count = read_number<int>(part);
        if (part == "all") {
            ranks.all = true;
        } else if (part == "pow2") {
            ranks.powers_of_two = true;
        } else if (count && *count >= 2) {
            ranks.counts.push_back(*count);
        } else {
            throw UsageError(fmt::format(
                "--ranks {}: give numbers of at least 2, pow2, all, or several joined by commas", part));
        }
    }
    return ranks;
}

PickRanks read_pick(std::string_view word) {
    if (word == "first") return PickRanks::first;
    if (word == "spread") return PickRanks::spread;
    throw UsageError(fmt::format("--pick {}: give first or spread", word));
}

Roots read_roots(std::string_view word) {
    if (word == "all") return {true, std::nullopt};
    const auto rank = read_number<int>(word);
    if (!rank || *rank < 0) throw UsageError(fmt::format("--roots {}: give a rank, or all", word));
    return {false, *rank};
}

void read_algorithms(const std::string& word, Options& to) {
    to.all_algorithms = word == "all";
    if (to.all_algorithms) return;
    for (const std::string& part : split(word, ',')) {
        const auto number = read_number<int>(part);
        if (!number || *number < 0) {
            throw UsageError(fmt::format(
                "--algorithms {}: give numbers of the MPI library, 0 for its own choice, or all", part));
        }
        to.algorithms.push_back(*number);
    }
}

MessageMemory read_memory_of_all(std::string_view word) {
    const MessageMemory memory = read_memory(word);
    if (memory.sent_from == memory.received_into) return memory;
    throw UsageError(
        fmt::format("--memory {}: collective operations have all buffers in one memory: give --memory {}",
                    word, name_of(memory.device())));
}

std::int64_t read_some(std::string_view word, std::string_view option, std::int64_t least, std::int64_t most,
                       std::string_view unit) {
    const std::int64_t count = read_count(word, option, least, unit);
    if (count > most)
        throw UsageError(fmt::format("{} {}: at most {} {} are possible", option, word, most, unit));
    return count;
}

using CollectiveRow = OptionRow<Options>;
using Typed = const std::string&;

const std::array collective_rows{
    CollectiveRow{"-t,--type", "OPERATION,... [blocking]",
                  "What is measured: operations listed below, all, blocking, non-blocking, neighbourhood, "
                  "waits, or a shared object "
                  "with one of your own",
                  [](Typed word, Options& to) { to.operations = read_operations(word); }}
        .completed_by(operation_words),
    CollectiveRow{"-f,--file", "PREFIX [network]", "Write PREFIX_collectives.nc",
                  [](Typed word, Options& to) { to.file = read_prefix(word); }},
    CollectiveRow{"--lengths", "LIST [pow2:8:64K]",
                  "Message lengths: 0,1K,64K, pow2:1:4M, count:20, several joined by commas, or "
                  "adaptive:1:4M: as many as it takes to draw the curve",
                  read_lengths},
    CollectiveRow{"--ranks", "LIST [all]", "How many ranks take part: 2,4,pow2,all",
                  [](Typed word, Options& to) { to.ranks = read_rank_counts(word); }},
    CollectiveRow{"--pick", "HOW [first]",
                  "Which ranks, where not all take part: first, or spread over the hosts",
                  [](Typed word, Options& to) { to.pick = read_pick(word); }}
        .completed_by([] { return split("first spread", ' '); }),
    CollectiveRow{"--roots", "RANK [the first]",
                  "Root of bcast, gather, ...: a rank, or all, one after another",
                  [](Typed word, Options& to) { to.roots = read_roots(word); }},
    CollectiveRow{"--algorithms", "LIST [0]",
                  "Compare algorithms of the MPI library: its numbers as in 1,4, or all; 0: as it decides",
                  read_algorithms},
    CollectiveRow{
        "--datatype", "TYPE,... [double]", "Elements of reductions: double, float, int64, int32",
        [](Typed word, Options& to) { to.types = read_list(word, "--datatype", all_element_types); }}
        .completed_by(names_of<all_element_types>),
    CollectiveRow{"--op", "OP,... [sum]", "What reductions do: sum, max, min",
                  [](Typed word, Options& to) { to.reductions = read_list(word, "--op", all_reductions); }}
        .completed_by(names_of<all_reductions>),
    CollectiveRow{
        "--topology", "KIND,... [grid]", "Neighbours of neighbourhood collectives: grid (Cartesian), graph",
        [](Typed word, Options& to) { to.topologies = read_list(word, "--topology", all_topologies); }}
        .completed_by(names_of<all_topologies>),
    CollectiveRow{"--in-place", nullptr, "Make the calls with MPI_IN_PLACE as well, where they allow it",
                  nullptr, &Options::in_place},
    CollectiveRow{
        "--persistent", nullptr,
        "Measure non-blocking operations as persistent ones as well: initialised once, then started", nullptr,
        &Options::persistent},
    CollectiveRow{"--memory", "KIND [host]", "Memory of all buffers: host, or of devices: cuda, rocm, ze",
                  [](Typed word, Options& to) { to.memory = read_memory_of_all(word); }}
        .completed_by([] { return split("host cuda rocm ze", ' '); }),
    CollectiveRow{"--sysfs", "FOLDER [/sys]", "Where the system tells its network adapters and GPUs",
                  [](Typed word, Options& to) { to.sysfs = read_sysfs(word); }},
    CollectiveRow{"--guidelines", nullptr, "Find calls that are slower than other calls that do the same",
                  nullptr, &Options::guidelines},
    CollectiveRow{"--find-slow", nullptr, "Find the host that makes the operation slow", nullptr,
                  &Options::find_slow},
    CollectiveRow{
        "--groups", "COUNT [none]",
        "Measure so many equal groups of ranks as well, each on a communicator of its own, at once",
        [](Typed word, Options& to) { to.groups = read_some(word, "--groups", 2, 1'000'000, "groups"); }},
    CollectiveRow{"--overlap", nullptr, "Measure how much work non-blocking operations hide", nullptr,
                  &Options::overlap},
    CollectiveRow{"--compute-steps", "COUNT [5]",
                  "With --overlap: amounts of work, from none to twice the time",
                  [](Typed word, Options& to) {
                      to.compute_steps = read_some(word, "--compute-steps", 2, 100, "steps");
                      to.overlap = true;
                  }},
    CollectiveRow{
        "--tests", "COUNT [4]", "With --overlap: calls of MPI_Test during the work",
        [](Typed word, Options& to) { to.tests = read_some(word, "--tests", 0, 1'000'000, "calls"); }},
    CollectiveRow{
        "--start", "HOW [slots]",
        "How the ranks start a run: slots of a common clock, barrier, or none (back to back)",
        [](Typed word, Options& to) { to.start = read_choice(word, "--start", all_collective_starts); }}
        .completed_by(names_of<all_collective_starts>),
    CollectiveRow{
        "--timing", "WHAT [global]",
        "What counts: global, from the start to the latest end; max, the longest time in the call; "
        "root, the root's time and a barrier (with --start barrier)",
        [](Typed word, Options& to) { to.timing = read_choice(word, "--timing", all_collective_timings); }}
        .completed_by(names_of<all_collective_timings>),
    CollectiveRow{"--clock", "CLOCK [monotonic]", "monotonic, mpi or tsc",
                  [](Typed word, Options& to) { to.clock = read_choice(word, "--clock", all_clock_kinds); }}
        .completed_by(names_of<all_clock_kinds>),
    CollectiveRow{
        "--clock-sync", "HOW [tree]", "How clocks of hosts are compared: tree, linear or ring",
        [](Typed word, Options& to) { to.clock_sync = read_choice(word, "--clock-sync", all_clock_syncs); }}
        .completed_by(names_of<all_clock_syncs>),
    CollectiveRow{
        "--visits", "COUNT [24]", "Measurements of a value, at most",
        [](Typed word, Options& to) { to.visits = read_some(word, "--visits", 1, 10'000, "measurements"); }},
    CollectiveRow{"--runs", "COUNT [16, of calls longer than 30 us fewer, 5 at least]",
                  "Runs in a measurement",
                  [](Typed word, Options& to) { to.runs = read_some(word, "--runs", 1, 10'000, "runs"); }},
    CollectiveRow{"--fixed", nullptr, "Take exactly that many measurements", nullptr, &Options::fixed},
    CollectiveRow{
        "--precision", "PERCENT [5%]",
        "Stop measuring a value when the confidence interval of its median is within this of it",
        [](Typed word, Options& to) {
            to.precision = read_precision(word);
            if (to.fixed) {
                throw UsageError(
                    "--precision and --fixed exclude each other: precision decides how many measurements "
                    "to make");
            }
        }},
    CollectiveRow{"--max-time", "TIME [no limit]",
                  "Finish within this time, as in 90s, 30m or 2h: all values first, then precision",
                  [](Typed word, Options& to) { to.max_time = read_duration(word, "--max-time"); }},
    CollectiveRow{"--seed", "NUMBER [random]", "Seed of everything that is drawn",
                  [](Typed word, Options& to) { to.seed = read_seed(word); }},
    CollectiveRow{"--exclude-hosts", "HOST,... [none]",
                  "Leave the ranks of these hosts out; with --resume the job may lack them",
                  [](Typed word, Options& to) { to.excluded_hosts = read_hosts(word); }},
    CollectiveRow{"--check", nullptr, "Verify the results of all calls (slower)", nullptr, &Options::check},
    CollectiveRow{"--cold", nullptr, "Use other memory in each run, more than caches hold", nullptr,
                  &Options::cold},
    CollectiveRow{"--timeout", "TIME [30s]", "End the job when a rank does not go on for so long",
                  [](Typed word, Options& to) { to.timeouts.timeout = read_duration(word, "--timeout"); }},
    CollectiveRow{
        "--start-timeout", "TIME [5m]", "End the job when MPI does not start for so long",
        [](Typed word, Options& to) { to.timeouts.start_timeout = read_duration(word, "--start-timeout"); }},
    CollectiveRow{"--max-memory", "SIZE [half of the host's free memory, divided by its ranks]",
                  "Memory that a rank may use; what needs more is left out",
                  [](Typed word, Options& to) { to.max_memory = parse_size(word, "--max-memory"); }},
    CollectiveRow{"--overwrite", nullptr, "Replace the file of an earlier run", nullptr, &Options::overwrite},
    CollectiveRow{"--resume", nullptr, "Continue an interrupted run", nullptr, &Options::resume},
    CollectiveRow{"--dry-run", nullptr, "Print the plan and an estimate of time and memory, and stop",
                  nullptr, &Options::dry_run},
    CollectiveRow{"--quiet", nullptr, "No progress and no summary", nullptr, &Options::quiet},
};

void check_together(const Options& options) {
    const auto refuse_if = [](bool is_wrong, const char* why) {
        if (is_wrong) throw UsageError(why);
    };
    const auto none = [&](auto is_so) {
        return std::none_of(options.operations.begin(), options.operations.end(), is_so);
    };
    refuse_if(options.overwrite && options.resume, "--overwrite and --resume exclude each other");
    refuse_if(options.max_time && options.fixed,
              "--max-time and --fixed exclude each other: a budget decides how many measurements to make");
    refuse_if(options.timing == CollectiveTiming::root && options.start != CollectiveStart::barrier,
              "--timing root: the barrier that confirms is compared with those before a run: give --start "
              "barrier as well");
    refuse_if(options.overlap && none([](const Operation* each) { return each->is_non_blocking(); }),
              "--overlap: none of the operations is non-blocking; give some, as in -t iallreduce");
    refuse_if(options.forces_algorithms() && none([](const Operation* each) { return !each->only_waits; }),
              "--algorithms: waits have none; leave it out");
    refuse_if(options.in_place && none([](const Operation* each) { return each->allows_in_place; }),
              "--in-place: none of the operations has calls in place here; give some of reduce, allreduce, "
              "scan, exscan, gather, allgather, alltoall and gatherv, allgatherv");
    refuse_if(
        (options.types != std::vector{ElementType()} || options.reductions != std::vector{Reduction()}) &&
            none([](const Operation* each) { return each->reduces; }),
        "--datatype and --op: none of the operations reduces; give some, as in -t allreduce");
    refuse_if(options.topologies != std::vector{Topology::grid} &&
                  none([](const Operation* each) { return each->has_neighbours; }),
              "--topology: none of the operations has neighbours; give some, as in -t neighbourhood");
    refuse_if(options.persistent && options.cold,
              "--persistent and --cold exclude each other: a persistent call is initialised for one pair of "
              "buffers, and --cold takes others for each run");
    refuse_if(
        options.persistent && !persistent::is_available,
        "--persistent: this MPI library has no persistent collectives, which are of MPI 4 or an extension of "
        "Open MPI 4; leave it out");
    refuse_if(options.persistent && none([](const Operation* each) { return each->is_non_blocking(); }),
              "--persistent: none of the operations is non-blocking; give some, as in -t iallreduce");
    refuse_if(options.memory.has_device() && is_simulated(),
              "--memory: a simulated job has host memory alone; remove it");
    refuse_if(options.memory.has_device() && options.guidelines,
              "--guidelines: some of the other calls copy within host memory: leave --memory out");
    refuse_if(options.memory.has_device() &&
                  none([](const Operation* each) { return each->has_length || each->user != nullptr; }),
              "--memory: none of the operations has buffers; give some, as in -t bcast");
    refuse_if(options.find_slow && options.start == CollectiveStart::none,
              "--find-slow: groups of hosts are compared by when they end: leave --start none out");
}

}  // namespace

std::string_view name_of(Topology topology) noexcept {
    return topology == Topology::grid ? "grid" : "graph";
}

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
    CommandLine command_line;
    Options& options = command_line.options;
    OptionTable table(collective_rows, options);
    Command app(
        "Measures how long collective MPI operations take and writes every run into PREFIX_collectives.nc.\n"
        "Start it with mpirun, two ranks or more:\n"
        "  mpirun -np 8 collective_test -t bcast,allreduce --lengths pow2:8:1M -f results/rack1\n"
        "Sizes are bytes, or have K, M or G (powers of 1024).",
        "collective_test");
    app.set_footer("Operations (-t):\n" + operation_names() +
                   "\n\nExit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be " +
                   "read or written, 130 interrupted (mpirun may turn it into 1).\n");
    table.declare(app);
    app.add_help();
    app.add_version(version_text("collective_test", mpi_library_text()));
    command_line.answer = app.parse(arguments);
    if (!command_line.answer.empty()) return command_line;
    options.operations = read_operations("blocking");
    options.lengths = parse_lengths("pow2:8:64K");
    table.read();
    check_together(options);
    options.operations = with_variations(options);
    return command_line;
}

void check_against_job(const Options& options, const std::vector<RankLocation>& locations) {
    const auto ranks = static_cast<int>(locations.size());
    if (ranks < 2)
        throw UsageError("one rank has no partner: start at least two, as in mpirun -np 2 collective_test");
    for (const int count : options.ranks.counts) {
        if (count <= ranks) continue;
        throw UsageError(
            fmt::format("--ranks {}: the job has {} ranks: start more, or take fewer", count, ranks));
    }
    if (options.roots.rank && *options.roots.rank >= ranks) {
        throw UsageError(fmt::format("--roots {}: the job has {} ranks, the last is {}", *options.roots.rank,
                                     ranks, ranks - 1));
    }
    if (options.find_slow && host_count(locations) < min_hosts_of_search) {
        throw UsageError(
            fmt::format("--find-slow: hosts are compared with each other: start ranks on at least {}, not {}",
                        min_hosts_of_search, host_count(locations)));
    }
}

void check_against_roster(const Options& options, const Roster& roster) {
    const auto ranks = roster.endpoints().size();
    if (options.groups <= 1 || 2 * static_cast<std::size_t>(options.groups) <= ranks) return;
    throw UsageError(fmt::format(
        "--groups {}: {} take part, and a group has two at least: start more, or take fewer groups",
        options.groups, counted(static_cast<std::int64_t>(ranks), "rank")));
}

std::vector<int> rank_counts(const RankCounts& asked, int ranks) {
    std::vector<int> counts = asked.counts;
    if (asked.all) counts.push_back(ranks);
    for (int count = 2; asked.powers_of_two && count <= ranks && count < std::numeric_limits<int>::max() / 2;
         count *= 2)
        counts.push_back(count);
    std::erase_if(counts, [&](int count) { return count > ranks; });
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

}  // namespace fabricmap::collective_test
