// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "netcdf_schema/file/block_stack.hpp"
#include "netcdf_schema/legacy/legacy_header.hpp"
#include "netcdf_schema/other_tools/mpigraph_parser.hpp"
#include "netcdf_schema/reader.hpp"

#include <fmt/format.h>

#include <utility>

namespace fabricmap {
namespace {

class MpigraphStack : public BlockStack {
  public:
    MpigraphStack(std::int64_t length_bytes, Matrix delay_s, std::string label)
        : BlockStack(Statistic::average, delay_s.rows(), {length_bytes}, Repairs{false, false, true, 1},
                     std::move(label)),
          delay_s_(std::move(delay_s)) {}

  private:
    [[nodiscard]] Matrix read_block(std::size_t /*plane*/, const Block& block) const override {
        const auto index = [](std::size_t value) { return static_cast<Eigen::Index>(value); };
        return delay_s_.block(index(block.row), index(block.column), index(block.rows), index(block.columns));
    }

    Matrix delay_s_;
};

RunDescription describe_mpigraph(const MpigraphContent& content) {
    RunDescription description;
    description.source = content.version.empty() ? "mpiGraph" : fmt::format("mpiGraph {}", content.version);
    description.title = description.source + ", times computed from bandwidths";
    description.comment = fmt::format(
        "The delay of a message is its length, {} bytes, divided by the bandwidth that {} printed (MB of "
        "2^20 bytes), the lower one of its sender and its receiver; {} at once, and every rank sends to "
        "one rank while it receives from another",
        content.message_bytes, description.source, counted(content.window, "message"));
    description.ranks = rank_locations_of(content.hosts);
    description.message_lengths = {content.message_bytes};
    description.repeats = content.times;
    description.pairs_at_once = description.rank_count();
    description.complete = true;
    return description;
}

}  // namespace

bool is_mpigraph(const Content& content) {
    return !content.netcdf && (content.beginning.starts_with("START mpiGraph") ||
                               content.beginning.find("\nSTART mpiGraph") != std::string::npos);
}

Run open_mpigraph(const Request& request, const Content& content) {
    MpigraphContent parsed = parse_mpigraph(content.path);
    RunDescription description = describe_mpigraph(parsed);
    Run::Stacks stacks;
    stacks.try_emplace(
        Statistic::average,
        std::make_shared<MpigraphStack>(parsed.message_bytes, std::move(parsed.delay_s), request.label));
    return {request.label, std::move(description), std::move(stacks), Statistic::average};
}

}  // namespace fabricmap
