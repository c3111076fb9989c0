// SPDX-License-Identifier: Apache-2.0
#include "site/check/idle_job.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "base/installed.hpp"
#include "base/remark.hpp"
#include "site/launch/replace_by.hpp"
#include "site/slurm/idle_nodes.hpp"

#include <fmt/format.h>

namespace fabricmap::site {
namespace {

constexpr std::chrono::minutes time_on_idle_nodes{10};
/// Of the job, beyond what is measured: starts, diagnoses, a host that hangs.
constexpr std::chrono::minutes beyond_measuring_on_idle_nodes{10};

}  // namespace

void become_job_on_idle_nodes(const CheckOptions& options, std::vector<std::string> words) {
    if (!options.hosts.empty()) throw UsageError("--idle: Slurm says which hosts are idle; remove --hosts");
    const std::vector<std::string> nodes = idle_nodes();
    if (nodes.size() < 2)
        throw Error(ExitCode::undecided, "fewer than two nodes are idle: nothing can be measured now");
    std::erase(words, "--idle");
    if (!options.time) words.insert(words.end(), {"--time", fmt::format("{}m", time_on_idle_nodes.count())});
    const auto minutes = std::chrono::ceil<std::chrono::minutes>(options.time.value_or(time_on_idle_nodes)) +
                         beyond_measuring_on_idle_nodes;
    remark(fmt::format("fabricmap: a job of low priority on {} idle nodes: {}\n", nodes.size(),
                       format_host_list(nodes)));
    std::vector<std::string> job{"salloc",
                                 "--quiet",
                                 "--job-name=fabricmap",
                                 "--nice=10000",
                                 "--immediate=60",
                                 "--exclusive",
                                 fmt::format("--time={}", minutes.count()),
                                 fmt::format("--nodes={}", nodes.size()),
                                 "--ntasks-per-node=1",
                                 "--nodelist=" + format_host_list(nodes),
                                 sibling_program("fabricmap").string(),
                                 "check"};
    job.insert(job.end(), words.begin(), words.end());
    job.insert(job.begin(), {"-c", R"(exec "$0" "$@")"});
    replace_by("/bin/sh", job);
}

}  // namespace fabricmap::site
