// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/program/jobs.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "command_line/program.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"

#include <fmt/format.h>

#include <set>
#include <string>

namespace fabricmap::clusterizer {
namespace {

namespace fs = std::filesystem;

std::vector<Statistic> wanted_statistics(const Run& run, const Options& options) {
    if (options.statistic) return {run.stack(*options.statistic)->statistic()};
    if (run.named()) return {*run.named()};
    return run.statistics();
}

/// PREFIX for RUN: what is left of PREFIX_median.nc, or of a scenario's name.
fs::path prefix_of(const std::string& run, std::optional<Statistic> named) {
    if (is_synthetic(run)) {
        const std::string rest = run.substr(synthetic_prefix.size());
        return fs::path(rest.substr(0, rest.find_first_of(",;"))).stem();
    }
    if (!named) return run;
    fs::path prefix = fs::path(run).replace_extension();
    const std::string name = prefix.filename().string();
    for (const char* const ending : {"_{}", "_{}_arc"}) {
        const std::string tail = fmt::format(fmt::runtime(ending), name_of(*named));
        if (name.ends_with(tail)) return prefix.replace_filename(name.substr(0, name.size() - tail.size()));
    }
    return prefix;
}

void require_no_input(const fs::path& output, const Options& options) {
    for (const std::string& run : options.runs) {
        require_another(output, run);
        for (const Statistic statistic : all_statistics)
            require_another(output, statistic_path(run, statistic));
    }
}

void check_output(const fs::path& output, const Options& options) {
    require_no_input(output, options);
    require_free(output, options.overwrite);
    // Tells at once what hours of work would end with.
    const PartialFile probe(output);
}

void check_jobs(const std::vector<Job>& jobs, const Options& options) {
    if (options.labels && jobs.size() > 1) {
        throw UsageError("--labels: it takes one statistic; name its file, or choose one with --statistic");
    }
    if (options.output && jobs.size() > 1 && options.output->extension() == ".nc") {
        throw UsageError(fmt::format("-o {}: there are {} archives to write; give a prefix, without .nc",
                                     options.output->string(), jobs.size()));
    }
    std::set<fs::path> seen;
    for (const Job& job : jobs) {
        if (!seen.insert(job.path).second) {
            throw UsageError(fmt::format("{}: two archives would have this name; give one run at a time",
                                         job.path.string()));
        }
        check_output(job.path, options);
    }
    if (options.labels && *options.labels != standard_output) check_output(*options.labels, options);
}

}  // namespace

std::vector<Job> plan_jobs(const std::vector<Run>& runs, const Options& options) {
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const fs::path prefix = options.output.value_or(prefix_of(options.runs[i], runs[i].named()));
        for (const Statistic statistic : wanted_statistics(runs[i], options)) {
            jobs.push_back({&runs[i], statistic, archive_path(prefix, statistic)});
        }
    }
    if (jobs.size() == 1 && options.output) jobs.front().path = *options.output;
    check_jobs(jobs, options);
    return jobs;
}

}  // namespace fabricmap::clusterizer
