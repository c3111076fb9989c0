// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/run_output.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "clusterizer/growing_archive.hpp"
#include "measuring/mpi/session.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/parts/run_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace fabricmap::network_test {
namespace {

using clusterizer::GrowingArchive;

constexpr std::int64_t many_ranks = 4096;
// Clusters need little; what a rank may use is meant for its messages.
constexpr std::int64_t min_clustering_memory = std::int64_t{64} << 20;
constexpr std::int64_t max_clustering_memory = std::int64_t{256} << 20;

clusterizer::Growth growth_for(const Options& options) {
    clusterizer::Growth growth;
    growth.reaches_disk = !options.no_sync;
    growth.clustering.memory_limit = static_cast<std::size_t>(std::clamp(
        options.max_memory.value_or(max_clustering_memory), min_clustering_memory, max_clustering_memory));
    // Between two lengths nothing is measured that threads could disturb.
    if (!is_simulated()) growth.clustering.threads = std::max(1U, std::thread::hardware_concurrency());
    return growth;
}

bool any_plain_file(const std::filesystem::path& prefix) {
    return std::any_of(all_statistics.begin(), all_statistics.end(), [&](Statistic statistic) {
        std::error_code error;
        return std::filesystem::exists(statistic_path(prefix, statistic), error);
    });
}

RunWriter::Existing existing_for(const Options& options) {
    return options.overwrite ? RunWriter::Existing::overwrite : RunWriter::Existing::refuse;
}

/// Of the run that stands at the prefix; nothing where none can be read.
std::optional<std::string> id_of_earlier_run(const std::filesystem::path& prefix) {
    try {
        const auto earlier =
            any_plain_file(prefix) ? describe_for_resume(prefix) : describe_parts_for_resume(prefix);
        return earlier ? std::optional(earlier->run_id) : std::nullopt;
    } catch (const FileError&) {
        return std::nullopt;
    }
}

std::string id_of_archive(const std::filesystem::path& path) {
    try {
        return Archive(path).header().run.run_id;
    } catch (const FileError&) {
        return {};
    }
}

/// A run's archives go with it: they would pass for those of the run that takes its place.
void remove_archives_of(const std::filesystem::path& prefix, const std::string& run_id) {
    for (const auto& path : archives_at(prefix)) {
        std::error_code error;
        if (id_of_archive(path) == run_id) std::filesystem::remove(path, error);
        if (error) throw FileError(fmt::format("{}: cannot replace it: {}", path.string(), error.message()));
    }
}

RunWriter create_plain(const Options& options, const RunDescription& run) {
    if (!options.overwrite) refuse_archives(options.file);
    const auto replaced = options.overwrite ? id_of_earlier_run(options.file) : std::nullopt;
    RunWriter writer = RunWriter::create(options.file, run, existing_for(options));
    if (replaced && !replaced->empty()) remove_archives_of(options.file, *replaced);
    return writer;
}

[[noreturn]] void refuse_other_output(const Options& options, std::string_view started_with) {
    throw UsageError(fmt::format("--resume: the run at {} was started with --output {}: give the same",
                                 options.file.string(), started_with));
}

}  // namespace

std::optional<RunDescription> describe_earlier_run(const Options& options) {
    if (options.output == OutputKind::plain) {
        const bool archived = !any_plain_file(options.file) && !archives_at(options.file).empty();
        if (archived || holds_parts(options.file)) refuse_other_output(options, "archive");
        return describe_for_resume(options.file);
    }
    if (any_plain_file(options.file)) refuse_other_output(options, "plain");
    return describe_parts_for_resume(options.file);
}

void check_destination(const Options& options, const RunDescription& run) {
    const auto existing = existing_for(options);
    if (options.output == OutputKind::archive) {
        GrowingArchive::check_destination(options.file, run, existing, growth_for(options));
        return;
    }
    RunWriter::check_destination(options.file, run, existing);
    if (!options.overwrite) refuse_archives(options.file);
}

std::unique_ptr<RunSink> open_output(const Options& options, const RunDescription& run, bool resumes) {
    if (options.output == OutputKind::plain) {
        const auto lost = options.fill ? RunWriter::Lost::fill : RunWriter::Lost::leave;
        auto writer = std::make_unique<RunWriter>(resumes ? RunWriter::resume(options.file, run, lost)
                                                          : create_plain(options, run));
        writer->reach_disk(!options.no_sync);
        return writer;
    }
    const clusterizer::Growth growth = growth_for(options);
    return std::make_unique<GrowingArchive>(
        resumes ? GrowingArchive::resume(options.file, run, growth)
                : GrowingArchive::create(options.file, run, existing_for(options), growth));
}

double bytes_on_disk(const Options& options, std::int64_t ranks, std::size_t lengths) {
    if (options.output == OutputKind::archive) {
        return clusterizer::bytes_for_growing(ranks, lengths, growth_for(options));
    }
    return plain_bytes(ranks, lengths);
}

double disk_seconds_of_a_length(const Options& options) {
    if (options.no_sync) return 0;
    std::string name = fmt::format("{}.trial-XXXXXX", options.file.string());
    const int file = mkostemp(name.data(), O_CLOEXEC);
    if (file < 0) return 0;
    unlink(name.c_str());
    // The values of a length reach the disk before the time that says they are there. Waits differ by much,
    // as some come when the disk is at it anyway: their mean is what counts.
    constexpr int max_lengths = 12;
    constexpr std::chrono::duration<double> enough{0.25};
    const std::array<char, 512> values{};
    const auto begin = std::chrono::steady_clock::now();
    std::chrono::duration<double> took{};
    int lengths = 0;
    for (; lengths < max_lengths && took < enough; ++lengths) {
        for (const off_t place : {lengths * std::ssize(values), std::ptrdiff_t{0}}) {
            [[maybe_unused]] const auto written = pwrite(file, values.data(), values.size(), place);
            fsync(file);
        }
        took = std::chrono::steady_clock::now() - begin;
    }
    ::close(file);
    return static_cast<double>(all_statistics.size()) * took.count() / lengths;
}

std::string path_of_unfinished(const Options& options) {
    if (options.output == OutputKind::archive) return parts_folder(options.file).string();
    return fmt::format("{}_*.nc", options.file.string());
}

std::vector<std::string> notes_of_resumed(const Options& options, const RunDescription& run,
                                          const RunSink& sink) {
    const std::size_t there = sink.complete_lengths().size();
    const std::size_t planned = run.message_lengths.size();
    std::vector<std::string> notes{
        fmt::format("{} has {} of {} lengths; {} left", path_of_unfinished(options), there, planned,
                    planned == there ? "none is" : fmt::format("{} are", planned - there))};
    if (!run.unresponsive_hosts.empty()) {
        notes.push_back(fmt::format(
            "{} answered nobody when the run hung and is left out; --exclude-hosts none includes it again",
            joined_by(run.unresponsive_hosts, ", ")));
    }
    const auto* const writer = dynamic_cast<const RunWriter*>(&sink);
    if (writer == nullptr) return notes;
    for (const Statistic statistic : writer->missing()) {
        notes.push_back(fmt::format(
            "{} is missing: the run continues without it; with --fill it starts again at the next length",
            statistic_path(options.file, statistic).string()));
    }
    return notes;
}

std::vector<std::string> output_notes(const Options& options, std::int64_t ranks, std::size_t lengths) {
    std::vector<std::string> notes;
    if (options.output == OutputKind::archive) return notes;
    if (options.overwrite) {
        for (const auto& path : archives_at(options.file))
            notes.push_back(fmt::format("{} is of another run and stays: remove it", path.string()));
    }
    if (options.shuffle_lengths || ranks <= many_ranks) return notes;
    Options archived = options;
    archived.output = OutputKind::archive;
    notes.push_back(
        fmt::format("the files will take {}; --output archive needs {} at its peak and leaves far less",
                    format_bytes(bytes_on_disk(options, ranks, lengths)),
                    format_bytes(bytes_on_disk(archived, ranks, lengths))));
    return notes;
}

}  // namespace fabricmap::network_test
