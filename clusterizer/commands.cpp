// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/commands.hpp"

#include "clusterizer/clustering.hpp"
#include "clusterizer/labels.hpp"
#include "clusterizer/report.hpp"
#include "lab/synthetic/source.hpp"
#include "netcdf_schema/archive_writer.hpp"
#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/message_lengths.hpp"
#include "netcdf_schema/output_file.hpp"
#include "netcdf_schema/run_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricmap::clusterizer {
namespace {

namespace fs = std::filesystem;

/// An archive that is to be made.
struct Job {
    const Run* run = nullptr;
    Statistic statistic = Statistic::median;
    fs::path path;
};

std::vector<Statistic> wanted_statistics(const Run& run, const Options& options) {
    if (options.statistic) return {run.stack(*options.statistic)->statistic()};
    if (run.named()) return {*run.named()};
    return run.statistics();
}

/// PREFIX for RUN: what is left of PREFIX_median.nc, or of a scenario's name.
fs::path prefix_of(const std::string& run, std::optional<Statistic> named) {
    if (run.starts_with(lab::synthetic_prefix)) {
        const std::string rest = run.substr(lab::synthetic_prefix.size());
        return fs::path(rest.substr(0, rest.find_first_of(",;"))).stem();
    }
    if (!named) return run;
    fs::path prefix = fs::path(run).replace_extension();
    const std::string ending = fmt::format("_{}", name_of(*named));
    const std::string name = prefix.filename().string();
    return name.ends_with(ending) ? prefix.replace_filename(name.substr(0, name.size() - ending.size()))
                                  : prefix;
}

void check_jobs(const std::vector<Job>& jobs, const Options& options) {
    std::set<fs::path> seen;
    for (const Job& job : jobs) {
        if (!seen.insert(job.path).second) {
            throw UsageError(
                fmt::format("{}: two archives would have this name; give one run at a time, or one "
                            "statistic with --statistic",
                            job.path.string()));
        }
        require_free(job.path, options.overwrite);
    }
    if (options.labels && jobs.size() > 1) {
        throw UsageError("--labels: it takes one statistic; name its file, or choose one with --statistic");
    }
}

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

void make_archives(const Options& options) {
    std::vector<Run> runs;
    for (const std::string& run : options.runs) runs.push_back(lab::open_source(run));
    for (const Job& job : plan_jobs(runs, options)) {
        Progress progress(!options.quiet);
        write_archive(*job.run, job.statistic, options.settings,
                      {job.path, options.overwrite, options.command_line}, progress);
        const Archive archive(job.path);
        if (!options.quiet) fmt::print(stderr, "{}\n", summary_of(archive.header(), job.path));
        if (options.labels) write_labels(archive, *options.labels, options.overwrite, progress);
    }
}

/// The file itself, or the archives that have the prefix.
std::vector<fs::path> archives_at(const fs::path& path, std::optional<Statistic> statistic) {
    std::error_code error;
    if (fs::exists(path, error) && !fs::is_directory(path, error)) return {path};
    std::vector<fs::path> archives;
    for (const Statistic candidate : all_statistics) {
        const fs::path archive = archive_path(path, candidate);
        if (fs::exists(archive, error) && candidate == statistic.value_or(candidate))
            archives.push_back(archive);
    }
    if (!archives.empty()) return archives;
    throw FileError(fmt::format("{}: no such file, and no archive has this prefix (there is no {})",
                                path.string(),
                                archive_path(path, statistic.value_or(Statistic::median)).string()));
}

Archive only_archive(const Options& options) {
    const std::vector<fs::path> archives = archives_at(options.runs.front(), options.statistic);
    if (archives.size() == 1) return Archive(archives.front());
    throw UsageError(
        fmt::format("{}: there are {} archives of this prefix; name one of them, or choose with --statistic",
                    options.runs.front(), archives.size()));
}

void print_info(const Options& options) {
    bool first = true;
    for (const fs::path& path : archives_at(options.runs.front(), options.statistic)) {
        fmt::print("{}{}", first ? "" : "\n", report_on(Archive(path), path));
        first = false;
    }
}

void print_value(const Options& options) {
    const Archive archive = only_archive(options);
    const Query& query = *options.query;
    const std::vector<std::int64_t>& lengths = archive.header().run.message_lengths;
    const auto place = std::lower_bound(lengths.begin(), lengths.end(), query.length_bytes);
    if (place == lengths.end() || *place != query.length_bytes) {
        const std::int64_t nearest = place == lengths.end() ? lengths.back() : *place;
        throw UsageError(fmt::format("--query: the run has no length {}; the next is {}",
                                     format_size(query.length_bytes), format_size(nearest)));
    }
    const std::int64_t ranks = archive.header().run.rank_count();
    if (std::max(query.sender, query.receiver) >= ranks) {
        throw UsageError(fmt::format("--query: there is no rank {}; ranks are 0 to {}",
                                     std::max(query.sender, query.receiver), ranks - 1));
    }
    const auto plane = static_cast<std::size_t>(place - lengths.begin());
    fmt::print("{}\n", archive.value(plane, query.sender, query.receiver));
}

void expand(const Options& options) {
    const Run run = lab::open_source(options.runs.front());
    Progress progress(!options.quiet);
    const std::vector<Statistic> statistics = wanted_statistics(run, options);
    const auto existing = options.overwrite ? RunWriter::Existing::overwrite : RunWriter::Existing::refuse;
    progress.begin(run.description().message_lengths.size());
    copy_run(run, statistics, {*options.output, existing, options.command_line}, [&] { progress.step(); });
}

}  // namespace

void carry_out(const Options& options) {
    if (options.info) return print_info(options);
    if (options.query) return print_value(options);
    if (options.expand) return expand(options);
    if (options.labels && options.runs.size() == 1 && holds_archive(options.runs.front())) {
        Progress progress(!options.quiet);
        return write_labels(only_archive(options), *options.labels, options.overwrite, progress);
    }
    make_archives(options);
}

}  // namespace fabricmap::clusterizer
