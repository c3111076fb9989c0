// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/parts/part_stack.hpp"

#include "netcdf_schema/archive/archive.hpp"

#include <algorithm>

namespace fabricmap {
namespace {

// A tenth of what a process usually may have: several runs may be read at once.
constexpr std::size_t max_open = 96;

}  // namespace

void OpenArchives::add(const std::filesystem::path& path, Stack stack) {
    if (last_read_first_.size() == max_open) last_read_first_.pop_back();
    last_read_first_.emplace_front(path, std::move(stack));
}

OpenArchives::Stack OpenArchives::stack(const std::filesystem::path& path) {
    const auto open = std::find_if(last_read_first_.begin(), last_read_first_.end(),
                                   [&](const auto& entry) { return entry.first == path; });
    if (open == last_read_first_.end()) {
        add(path, open_archive_stack(path));
    } else {
        last_read_first_.splice(last_read_first_.begin(), last_read_first_, open);
    }
    return last_read_first_.front().second;
}

PartStack::PartStack(std::shared_ptr<OpenArchives> archives, std::filesystem::path path,
                     const OpenArchives::Stack& stack)
    : DelayStack(stack->statistic(), stack->rank_count(), stack->message_lengths(), Source::file),
      archives_(std::move(archives)),
      path_(std::move(path)) {
    archives_->add(path_, stack);
}

Matrix PartStack::read_rows(std::size_t k, std::int64_t first_sender, std::int64_t senders) const {
    return archives_->stack(path_)->rows(k, first_sender, senders);
}

std::vector<double> PartStack::read_cells(std::size_t k, std::span<const Cell> cells) const {
    return archives_->stack(path_)->cells(k, cells);
}

Matrix PartStack::read_line(const Line& line) const {
    return archives_->stack(path_)->line(line);
}

}  // namespace fabricmap
