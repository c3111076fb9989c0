// SPDX-License-Identifier: Apache-2.0
#include "placement/replay/commands.hpp"

#include "base/remark.hpp"
#include "base/units.hpp"
#include "command_line/program.hpp"
#include "placement/patterns/open_pattern.hpp"
#include "placement/replay/step.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace fabricmap::placement {
namespace {

std::string replay_report(const Pattern& pattern, std::vector<double> times,
                          const std::vector<std::string>& hosts, bool quiet) {
    const double least = *std::min_element(times.begin(), times.end());
    const double most = *std::max_element(times.begin(), times.end());
    const std::size_t steps = times.size();
    const double median = median_of(times);
    std::string text;
    if (!quiet) {
        text += fmt::format("A step of {} takes {} (median of {}; {} to {}).\n", pattern.name,
                            format_delay(median), steps, format_delay(least), format_delay(most));
        for (std::size_t rank = 0; rank < hosts.size(); ++rank)
            text += fmt::format("rank {} {}\n", rank, hosts[rank]);
    }
    return text + fmt::format("RESULT: step_s={:.6g} min_s={:.6g} max_s={:.6g} steps={} ranks={}\n", median,
                              least, most, steps, hosts.size());
}

/// An error of another rank, which tells it.
class ToldElsewhere : public Error {
  public:
    explicit ToldElsewhere(ExitCode code) : Error(code, "") {}
};

/// What `make` makes, where it succeeds on all ranks; else the lowest rank that fails throws its Error, and
/// the others ToldElsewhere: nobody waits for a rank that has left.
Pattern together(MPI_Comm comm, const std::function<Pattern()>& make) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    std::optional<Error> error;
    Pattern made;
    try {
        made = make();
    } catch (const Error& thrown) {
        error.emplace(thrown);
    }
    // The lowest rank comes first, its code behind it.
    constexpr int codes = 256;
    int own = error ? rank * codes + static_cast<int>(error->code()) : size * codes;
    int first = own;
    MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, comm);
    if (first == size * codes) return made;
    if (error && first / codes == rank) throw Error(*error);
    throw ToldElsewhere(static_cast<ExitCode>(first % codes));
}

}  // namespace

ExitCode replay(const ReplayOptions& options, MPI_Comm comm) {
    int size = 0;
    int rank = 0;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    const Pattern pattern = together(comm, [&] {
        Pattern own = pattern_of(options.pattern, options.messages, size);
        require_lengths_of_mpi(own);
        if (own.ranks == size) return own;
        throw UsageError(fmt::format("{}: it has {} ranks, and the job has {}: start {} of them", own.name,
                                     own.ranks, size, own.ranks));
    });
    const std::vector<std::string> hosts = hosts_of_ranks(comm);
    const std::vector<double> times = times_of_steps(pattern, options.steps, comm);
    if (rank == 0) print_out(replay_report(pattern, times, hosts, options.quiet));
    return ExitCode::success;
}

int run_replay(const std::vector<std::string>& words, MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    ReplayOptions options;
    try {
        options = parse_replay_options(words);
    } catch (const Error& error) {
        // The same on all ranks.
        if (rank == 0) remark(fmt::format("network_replay: {}\n", error.what()));
        return static_cast<int>(error.code());
    }
    try {
        if (options.answer.empty()) return static_cast<int>(replay(options, comm));
        if (rank == 0) print_out(options.answer);
        return static_cast<int>(ExitCode::success);
    } catch (const ToldElsewhere& error) {
        return static_cast<int>(error.code());
    } catch (const Error& error) {
        remark(fmt::format("network_replay: {}\n", error.what()));
        return static_cast<int>(error.code());
    }
}

}  // namespace fabricmap::placement
