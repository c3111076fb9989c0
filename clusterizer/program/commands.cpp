// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/program/commands.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/output_file.hpp"
#include "base/remark.hpp"
#include "clusterizer/clustering.hpp"
#include "clusterizer/program/jobs.hpp"
#include "clusterizer/program/labels.hpp"
#include "clusterizer/program/report.hpp"
#include "command_line/program.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_copy.hpp"
#include "netcdf_schema/parts/run_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::clusterizer {
namespace {

namespace fs = std::filesystem;

void make_archives(const Options& options) {
    std::vector<Run> runs;
    for (const std::string& run : options.runs) runs.push_back(open_run(run));
    for (const Job& job : plan_jobs(runs, options)) {
        Progress progress(!options.quiet);
        const ArchiveHeader header =
            write_archive(*job.run, job.statistic, options.settings,
                          {job.path, options.overwrite, options.command_line}, progress);
        if (options.labels) write_labels(Archive(job.path), *options.labels, options.overwrite, progress);
        progress.end();
        if (!options.quiet) remark(fmt::format("{}\n", summary_of(header, job.path)));
    }
    for (const Run& run : runs) {
        if (const std::size_t values = run.implausible_values(); values > 0) {
            remark(fmt::format("network_clusterizer: warning: {}: {}\n", run.label(),
                               describe_implausible_values(values)));
        }
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
    if (holds_parts(path)) {
        throw FileError(fmt::format(
            "{}: this run has not ended and has no archives yet; where it was interrupted, network_test "
            "--resume completes it",
            parts_folder(path).string()));
    }
    throw FileError(fmt::format("{}: no such file, and no archive has this prefix (there is no {})",
                                path.string(),
                                archive_path(path, statistic.value_or(Statistic::median)).string()));
}

Archive only_archive(const Options& options) {
    const std::vector<fs::path> archives = archives_at(options.runs.front(), options.statistic);
    if (archives.size() == 1) {
        Archive archive(archives.front());
        const Statistic statistic = archive.header().statistic;
        if (options.statistic.value_or(statistic) == statistic) return archive;
        throw UsageError(fmt::format("--statistic {}: {} holds the {}", name_of(*options.statistic),
                                     archives.front().string(), name_of(statistic)));
    }
    throw UsageError(
        fmt::format("{}: there are {} archives of this prefix; name one of them, or choose with --statistic",
                    options.runs.front(), archives.size()));
}

void print_info(const Options& options) {
    bool first = true;
    for (const fs::path& path : archives_at(options.runs.front(), options.statistic)) {
        print_out(fmt::format("{}{}", first ? "" : "\n", report_on(Archive(path), path, options.verbose)));
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
    print_out(fmt::format("{}\n", archive.value(plane, query.sender, query.receiver)));
}

void expand(const Options& options) {
    const std::vector<fs::path> archives = archives_at(options.runs.front(), options.statistic);
    std::vector<Statistic> statistics;
    for (const fs::path& archive : archives) {
        statistics.push_back(Archive(archive).header().statistic);
        require_another(statistic_path(*options.output, statistics.back()), archive);
    }
    // Its siblings come with it.
    const Run run = open_run(archives.front());
    Progress progress(!options.quiet);
    const auto existing = options.overwrite ? RunWriter::Existing::overwrite : RunWriter::Existing::refuse;
    progress.begin(run.description().message_lengths.size());
    copy_run(run, statistics, {*options.output, existing, options.command_line}, [&] { progress.step(); });
}

/// Whether the name is that of an archive, or of archives beside which there are no plain files.
bool names_archives(const fs::path& path) {
    const auto exists = [](const fs::path& candidate) {
        std::error_code error;
        return fs::exists(candidate, error);
    };
    if (exists(path)) return holds_archive(path);
    const auto any = [&](auto path_of) {
        return std::any_of(all_statistics.begin(), all_statistics.end(),
                           [&](Statistic statistic) { return exists(path_of(path, statistic)); });
    };
    return any(archive_path) && !any(statistic_path);
}

void label_archive(const Options& options) {
    const Archive archive = only_archive(options);
    if (options.output)
        throw UsageError("-o: the archive exists already, and --labels names its table; remove -o");
    if (*options.labels != standard_output) require_another(*options.labels, options.runs.front());
    Progress progress(!options.quiet);
    write_labels(archive, *options.labels, options.overwrite, progress);
}

}  // namespace

void carry_out(const Options& options) {
    if (options.info) return print_info(options);
    if (options.query) return print_value(options);
    if (options.expand) return expand(options);
    if (options.labels && options.runs.size() == 1 && names_archives(options.runs.front())) {
        return label_archive(options);
    }
    make_archives(options);
}

}  // namespace fabricmap::clusterizer
