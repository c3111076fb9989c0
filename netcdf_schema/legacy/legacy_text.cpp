// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/plane_stack.hpp"
#include "netcdf_schema/legacy/legacy_header.hpp"
#include "netcdf_schema/legacy/text_parser.hpp"
#include "netcdf_schema/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricmap {
namespace {

struct TextFile {
    std::shared_ptr<const TextContent> content;
    AscendingRecords planes;
};

class TextStack : public BlockStack {
  public:
    TextStack(const TextFile& file, std::vector<std::int64_t> lengths, std::string label)
        : BlockStack(file.content->statistic, static_cast<std::int64_t>(file.content->header.ranks),
                     std::move(lengths), legacy_repairs(file.content->header.mode, file.content->statistic),
                     std::move(label)),
          content_(file.content),
          records_(file.planes.records) {}

  private:
    [[nodiscard]] Matrix read_block(std::size_t plane, const Block& block) const override {
        const auto index = [](std::size_t value) { return static_cast<Eigen::Index>(value); };
        return content_->planes[records_[plane]].block(index(block.row), index(block.column),
                                                       index(block.rows), index(block.columns));
    }

    std::shared_ptr<const TextContent> content_;
    std::vector<std::size_t> records_;
};

std::optional<TextFile> open_text_file(const Content& content) {
    if (!is_legacy_text(content)) return std::nullopt;
    auto text = std::make_shared<const TextContent>(parse_legacy_text(content.path));
    AscendingRecords planes =
        ascending_records(text->message_lengths, std::vector<bool>(text->message_lengths.size(), true));
    return TextFile{std::move(text), std::move(planes)};
}

bool same_text_run(const TextFile& first, const TextFile& other) {
    return same_legacy_run(first.content->header, other.content->header) &&
           first.content->hosts == other.content->hosts &&
           first.planes.message_lengths == other.planes.message_lengths;
}

}  // namespace

bool is_legacy_text(const Content& content) {
    if (content.netcdf) return false;
    const std::size_t start = content.beginning.find_first_not_of(" \t\r\n");
    return start != std::string::npos && content.beginning.compare(start, 10, "processors") == 0;
}

Run open_legacy_text(const Request& request, const Content& content) {
    const auto files = open_family<TextFile>(request, content, open_text_file, same_text_run);
    const TextContent& first = *files.front().content;
    const std::vector<std::int64_t>& lengths = files.front().planes.message_lengths;
    Run::Stacks stacks;
    for (const TextFile& file : files) {
        stacks.try_emplace(file.content->statistic,
                           std::make_shared<TextStack>(file, lengths, request.label));
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

}  // namespace fabricmap
