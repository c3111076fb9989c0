// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/plane_stack.hpp"
#include "netcdf_schema/layouts/header.hpp"
#include "netcdf_schema/layouts/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricmap {
namespace {

struct OwnFile {
    std::shared_ptr<const NetcdfFile> file;
    PlaneVariables variables;
    Statistic statistic;
    std::vector<bool> complete;
    std::vector<std::int64_t> lengths;
};

bool is_own_set(const Content& content) {
    return content.netcdf && has_our_schema(*content.netcdf) && !is_archive(*content.netcdf) &&
           !holds_collectives(*content.netcdf);
}

std::optional<OwnFile> open_own_file(const Content& content) {
    if (!is_own_set(content)) return std::nullopt;
    const NetcdfFile& file = *content.netcdf;
    const PlaneVariables variables = find_plane_variables(file);
    const Statistic statistic =
        read_statistic(file).value_or(statistic_in_name(content.path).value_or(Statistic::median));
    std::vector<bool> complete = read_complete_records(file, variables);
    std::vector<std::int64_t> lengths = read_record_lengths(file, variables, complete.size());
    for (std::size_t record = 0; record < lengths.size(); ++record) {
        if (complete[record] && lengths[record] < 0) {
            file.refuse(fmt::format("the message length of plane {} is {}", record, lengths[record]));
        }
    }
    return OwnFile{content.netcdf, variables, statistic, std::move(complete), std::move(lengths)};
}

bool same_own_run(const OwnFile& first, const OwnFile& other) {
    return read_run_id(*first.file) == read_run_id(*other.file) &&
           first.file->shape(first.variables.data)[1] == other.file->shape(other.variables.data)[1];
}

/// A plane counts when it is complete, and of one length, in every file.
std::vector<bool> complete_everywhere(const std::vector<OwnFile>& files) {
    std::vector<bool> complete = files.front().complete;
    for (const OwnFile& other : files) {
        complete.resize(std::min(complete.size(), other.complete.size()));
        for (std::size_t record = 0; record < complete.size(); ++record) {
            complete[record] = complete[record] && other.complete[record] &&
                               other.lengths[record] == files.front().lengths[record];
        }
    }
    return complete;
}

Run open_own_set(const Request& request, const Content& content) {
    const auto files = open_family<OwnFile>(request, content, open_own_file, same_own_run);
    const std::vector<bool> complete = complete_everywhere(files);
    std::vector<std::int64_t> lengths = files.front().lengths;
    lengths.resize(complete.size());
    const AscendingRecords ascending = ascending_records(lengths, complete);

    RunDescription description = read_description(*files.front().file);
    description.message_lengths = ascending.message_lengths;
    description.complete = std::all_of(files.begin(), files.end(), [](const OwnFile& entry) {
        return entry.file->integer_attribute("complete") == 1;
    });
    Run::Stacks stacks;
    std::shared_ptr<const DelayStack> quality;
    std::shared_ptr<const DelayStack> outliers;
    std::shared_ptr<const DelayStack> bytes;
    for (const OwnFile& entry : files) {
        const auto stack_of = [&](int variable, const Repairs& repairs) {
            return std::make_shared<PlaneStack>(entry.file, variable, entry.statistic,
                                                description.rank_count(), ascending.message_lengths,
                                                ascending.records, repairs);
        };
        stacks.try_emplace(entry.statistic, stack_of(entry.variables.data, {}));
        if (entry.variables.bytes >= 0) bytes = stack_of(entry.variables.bytes, {});
        if (entry.variables.outliers >= 0)
            outliers = stack_of(entry.variables.outliers, {.drop_marks = true});
        if (entry.variables.quality < 0) continue;
        quality = stack_of(entry.variables.quality, {.keep_implausible = true});
    }
    const auto named = request.names_file ? std::optional(files.front().statistic) : std::nullopt;
    Run run(request.label, std::move(description), std::move(stacks), named);
    run.set_quality(std::move(quality));
    run.set_outliers(std::move(outliers));
    run.set_bytes(std::move(bytes));
    return run;
}

}  // namespace

extern constinit const Reader own_set{"run of fabricmap", is_own_set, open_own_set};

}  // namespace fabricmap
