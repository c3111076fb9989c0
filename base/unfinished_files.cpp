// SPDX-License-Identifier: Apache-2.0
#include "base/unfinished_files.hpp"

#include <algorithm>
#include <mutex>
#include <system_error>
#include <utility>

namespace fabricmap {
namespace {

struct AllUnfinished {
    std::mutex mutex;
    std::vector<const std::vector<std::filesystem::path>*> sets;
};

/// Never destroyed: a thread may ask for it while the program ends.
AllUnfinished& all_unfinished() {
    static AllUnfinished* const all = new AllUnfinished;
    return *all;
}

void remove_each(const std::vector<std::filesystem::path>& paths) noexcept {
    std::error_code ignored;
    for (const std::filesystem::path& path : paths) std::filesystem::remove_all(path, ignored);
}

}  // namespace

UnfinishedFiles::UnfinishedFiles(std::vector<std::filesystem::path> paths) : paths_(std::move(paths)) {
    for (std::filesystem::path& path : paths_) path = std::filesystem::absolute(path);
    const std::scoped_lock lock(all_unfinished().mutex);
    all_unfinished().sets.push_back(&paths_);
}

UnfinishedFiles::~UnfinishedFiles() {
    remove_each(paths_);
    keep();
}

void UnfinishedFiles::keep() noexcept {
    const std::scoped_lock lock(all_unfinished().mutex);
    std::erase(all_unfinished().sets, &paths_);
    paths_.clear();
}

void remove_unfinished_files() noexcept {
    const std::scoped_lock lock(all_unfinished().mutex);
    for (const auto* const paths : all_unfinished().sets) remove_each(*paths);
}

}  // namespace fabricmap
