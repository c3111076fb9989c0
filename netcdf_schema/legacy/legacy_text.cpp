// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/memory_stack.hpp"
#include "netcdf_schema/file/plane_stack.hpp"
#include "netcdf_schema/layouts/reader.hpp"
#include "netcdf_schema/legacy/legacy_header.hpp"
#include "netcdf_schema/legacy/text_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace fabricmap {
namespace {

struct TextFile {
    TextContent content;
    AscendingRecords planes;
};

/// The planes in the order of their lengths.
std::vector<Matrix> take_planes(TextFile& file) {
    std::vector<Matrix> planes;
    for (const std::size_t record : file.planes.records)
        planes.push_back(std::move(file.content.planes[record]));
    return planes;
}

bool is_legacy_text(const Content& content) {
    if (content.netcdf) return false;
    const std::size_t start = content.beginning.find_first_not_of(" \t\r\n");
    return start != std::string::npos &&
           std::string_view(content.beginning).substr(start).starts_with(first_word_of_legacy_text);
}

std::optional<TextFile> open_text_file(const Content& content, std::optional<std::size_t> run_number) {
    if (!is_legacy_text(content)) return std::nullopt;
    TextContent text = parse_legacy_text(content.path, run_number);
    AscendingRecords planes =
        ascending_records(text.message_lengths, std::vector<bool>(text.message_lengths.size(), true));
    return TextFile{std::move(text), std::move(planes)};
}

bool same_text_run(const TextFile& first, const TextFile& other) {
    return same_legacy_run(first.content.header, other.content.header) &&
           first.content.hosts == other.content.hosts &&
           first.planes.message_lengths == other.planes.message_lengths;
}

Run open_legacy_text(const Request& request, const Content& content) {
    const auto open_file = [&](const Content& one) { return open_text_file(one, request.run_number); };
    auto files = open_family<TextFile>(request, content, open_file, same_text_run);
    const TextContent& first = files.front().content;
    const std::vector<std::int64_t>& lengths = files.front().planes.message_lengths;
    Run::Stacks stacks;
    for (TextFile& file : files) {
        const Statistic statistic = file.content.statistic;
        if (stacks.contains(statistic)) continue;
        stacks.emplace(statistic, std::make_shared<MemoryStack>(
                                      statistic, static_cast<std::int64_t>(file.content.header.ranks),
                                      lengths, take_planes(file),
                                      legacy_repairs(file.content.header.mode, statistic), request.label));
    }
    repair_round_trip_deviation(first.header.mode, stacks);
    if (stacks.empty()) {
        throw FileError(fmt::format(
            "{}: the deviation of this mode can be used only with the average beside it", request.label));
    }
    RunDescription description;
    description.mode = first.header.mode;
    description.ranks = rank_locations_of(first.hosts);
    description.message_lengths = lengths;
    description.repeats = first.header.repeats;
    description.noise = first.header.noise;
    description.complete = !lengths.empty() && lengths.back() + first.header.step >= first.header.end;
    const auto named = request.names_file ? std::optional(first.statistic) : std::nullopt;
    return {request.label, std::move(description), std::move(stacks), named};
}

}  // namespace

extern constinit const Reader legacy_text{"text of the older toolkit", is_legacy_text, open_legacy_text,
                                          true};

}  // namespace fabricmap
