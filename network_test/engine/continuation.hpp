// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "netcdf_schema/run/run_sink.hpp"
#include "network_test/request/options.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// How a job that hung is continued: keeps with the run which hosts answered nobody, and prints the command.
/// For rank 0. Its watchdog's thread calls `leave_out` while the thread that writes the run waits within MPI.
class Continuation {
  public:
    /// `arguments`: of the job.
    Continuation(const Options& options, std::vector<std::string> arguments);
    ~Continuation();
    Continuation(const Continuation&) = delete;
    Continuation& operator=(const Continuation&) = delete;

    /// Through what it returns the run is written; neither may outlive the sink. `run`: its ranks, and what
    /// is left out.
    [[nodiscard]] std::unique_ptr<RunSink> guard(RunSink& sink, const RunDescription& run);
    /// Stores the hosts where a run is being written that can do without them. Returns a line that says how
    /// to go on; in a check, which goes on by itself, that it does.
    [[nodiscard]] std::string leave_out(const std::vector<std::string>& hosts);

  private:
    class GuardedSink;
    [[nodiscard]] std::string store_and_advise(const std::vector<std::string>& hosts);
    [[nodiscard]] bool is_stored(const std::vector<std::string>& hosts);

    const Options options_;
    const std::vector<std::string> arguments_;
    std::timed_mutex mutex_;
    RunSink* sink_ = nullptr;
    RunDescription run_;
};

/// The hosts that a job with these options leaves out of the run that it resumes: those asked for, and those
/// that answered nobody before, unless `--exclude-hosts none` takes them back.
[[nodiscard]] std::vector<std::string> hosts_to_exclude(const Options& options,
                                                        const RunDescription& earlier);

/// The command line of network_test with these arguments, but for the hosts that they exclude, that resumes
/// the run without those hosts.
[[nodiscard]] std::string command_to_resume(const std::vector<std::string>& arguments,
                                            const std::vector<std::string>& excluded_hosts);

}  // namespace fabricmap::network_test
