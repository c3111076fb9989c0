// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/run_output.hpp"

#include "clusterizer/growing_archive.hpp"
#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/quantities.hpp"
#include "netcdf_schema/run_parts.hpp"
#include "netcdf_schema/run_writer.hpp"
#include "network_test/mpi/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace fabricmap::network_test {
namespace {

using clusterizer::GrowingArchive;

constexpr std::int64_t many_ranks = 4096;
// Clusters need little; what a rank may use is meant for its messages.
constexpr std::int64_t least_clustering_memory = std::int64_t{64} << 20;
constexpr std::int64_t most_clustering_memory = std::int64_t{256} << 20;

clusterizer::Growth growth_for(const Options& options) {
    clusterizer::Growth growth;
    growth.clustering.most_memory =
        static_cast<std::size_t>(std::clamp(options.max_memory.value_or(most_clustering_memory),
                                            least_clustering_memory, most_clustering_memory));
    // Between two lengths nothing is measured that threads could disturb.
    if (!is_simulated()) growth.clustering.threads = std::max(1U, std::thread::hardware_concurrency());
    return growth;
}

bool any_plain_file(const std::filesystem::path& prefix) {
    return std::any_of(all_statistics.begin(), all_statistics.end(), [&](Statistic statistic) {
        return std::filesystem::exists(statistic_path(prefix, statistic));
    });
}

RunWriter::Existing existing_for(const Options& options) {
    return options.overwrite ? RunWriter::Existing::overwrite : RunWriter::Existing::refuse;
}

[[noreturn]] void refuse_other_output(const Options& options, std::string_view begun_with) {
    throw UsageError(fmt::format("--resume: the run at {} was begun with --output {}: give the same",
                                 options.file.string(), begun_with));
}

}  // namespace

std::optional<RunDescription> describe_earlier_run(const Options& options) {
    if (options.output == OutputKind::plain) {
        if (holds_parts(options.file)) refuse_other_output(options, "archive");
        return describe_for_resume(options.file);
    }
    if (any_plain_file(options.file)) refuse_other_output(options, "plain");
    return describe_parts_for_resume(options.file);
}

void check_place(const Options& options, const RunDescription& run) {
    if (options.output == OutputKind::plain) RunWriter::check_place(options.file, run, existing_for(options));
}

std::unique_ptr<RunSink> open_output(const Options& options, const RunDescription& run, bool resumes) {
    const auto existing = existing_for(options);
    if (options.output == OutputKind::plain) {
        return std::make_unique<RunWriter>(resumes ? RunWriter::resume(options.file, run)
                                                   : RunWriter::create(options.file, run, existing));
    }
    const clusterizer::Growth growth = growth_for(options);
    return std::make_unique<GrowingArchive>(
        resumes ? GrowingArchive::resume(options.file, run, growth)
                : GrowingArchive::create(options.file, run, existing, growth));
}

double bytes_on_disk(const Options& options, std::int64_t ranks, std::size_t lengths) {
    if (options.output == OutputKind::archive) {
        return clusterizer::bytes_for_growing(ranks, lengths, growth_for(options));
    }
    const double cells = static_cast<double>(ranks) * static_cast<double>(ranks);
    return cells * static_cast<double>(lengths) *
           static_cast<double>(all_statistics.size() * sizeof(double) + 1);
}

std::string place_of_unfinished(const Options& options) {
    if (options.output == OutputKind::archive) return parts_folder(options.file).string();
    return fmt::format("{}_*.nc", options.file.string());
}

std::string recommendation(const Options& options, std::int64_t ranks, std::size_t lengths) {
    if (options.output == OutputKind::archive || options.shuffle_lengths || ranks <= many_ranks) return {};
    Options archived = options;
    archived.output = OutputKind::archive;
    return fmt::format("the files will take {}; --output archive needs {} at its peak and leaves far less",
                       format_bytes(bytes_on_disk(options, ranks, lengths)),
                       format_bytes(bytes_on_disk(archived, ranks, lengths)));
}

}  // namespace fabricmap::network_test
