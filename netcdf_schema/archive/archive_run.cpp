// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/archive/archive_layout.hpp"
#include "netcdf_schema/layouts/header.hpp"
#include "netcdf_schema/layouts/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricmap {
namespace {

class ArchiveStack : public DelayStack {
  public:
    ArchiveStack(Archive archive, Source source)
        : DelayStack(archive.header().statistic, archive.header().run.rank_count(),
                     archive.header().run.message_lengths, source),
          archive_(std::move(archive)) {}

    [[nodiscard]] const RunDescription& run() const { return archive_.header().run; }
    [[nodiscard]] const ArchiveFacts& facts() const { return archive_.header().facts; }

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        return archive_.rows(k, first_sender, senders);
    }
    [[nodiscard]] std::vector<double> read_cells(std::size_t k, std::span<const Cell> cells) const override {
        std::vector<double> values;
        values.reserve(cells.size());
        for (const auto& [sender, receiver] : cells) values.push_back(archive_.value(k, sender, receiver));
        return values;
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        const Matrix room = room_for(line);
        return Matrix::NullaryExpr(room.rows(), room.cols(), [&](Eigen::Index k, Eigen::Index other) {
            return archive_.value(static_cast<std::size_t>(k), line.sender.value_or(other),
                                  line.receiver.value_or(other));
        });
    }

    Archive archive_;
};

using Member = std::shared_ptr<const ArchiveStack>;

bool is_own_archive(const Content& content) {
    return content.netcdf && is_archive(*content.netcdf);
}

std::optional<Member> open_member(const Content& content) {
    if (!is_own_archive(content)) return std::nullopt;
    return std::make_shared<const ArchiveStack>(Archive(content.netcdf), DelayStack::Source::file);
}

bool same_archived_run(const Member& first, const Member& other) {
    return first->run().run_id == other->run().run_id && first->rank_count() == other->rank_count() &&
           first->message_lengths() == other->message_lengths();
}

double error_of(const std::vector<Member>& members, Statistic statistic) {
    const auto member = std::find_if(members.begin(), members.end(), [statistic](const Member& candidate) {
        return candidate->statistic() == statistic;
    });
    return (*member)->facts().largest_relative_error;
}

Run open_own_archive(const Request& request, const Content& content) {
    const auto members = open_family<Member>(request, content, open_member, same_archived_run);
    RunDescription description = members.front()->run();
    description.complete = std::all_of(members.begin(), members.end(),
                                       [](const Member& member) { return member->run().complete; });
    Run::Stacks stacks;
    for (const Member& member : members) stacks.try_emplace(member->statistic(), member);
    const auto named = request.names_file ? std::optional(members.front()->statistic()) : std::nullopt;
    const Run run(request.label, description, std::move(stacks), named);
    // Whoever looks at the values is to know that they stand for others. Deviations hardly form clusters, and
    // are far off where medians are not.
    description.archive_error = error_of(members, run.preferred());
    description.title += fmt::format(" (from clusters of pairs, largest error {})",
                                     format_share(description.archive_error, 2));
    return run.described_as(std::move(description));
}

}  // namespace

extern constinit const Reader own_archive{"archive of fabricmap", is_own_archive, open_own_archive};

std::shared_ptr<const DelayStack> open_archive_stack(const std::filesystem::path& path) {
    return std::make_shared<const ArchiveStack>(Archive(path), DelayStack::Source::other);
}

bool holds_archive(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && is_own_archive(look_into(path));
}

}  // namespace fabricmap
