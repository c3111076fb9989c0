// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/preload/module_list.hpp"

#include <climits>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <utility>

namespace fabricmap::tracing {
namespace {

struct Changes {
    unsigned long long added = 0;
    unsigned long long removed = 0;
};

int read_changes(dl_phdr_info* info, std::size_t /*size*/, void* changes) {
    *static_cast<Changes*>(changes) = {info->dlpi_adds, info->dlpi_subs};
    return 1;
}

}  // namespace

std::string_view folder_of(std::string_view path) noexcept {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : std::string_view(path.data(), slash);
}

PathText real_folder_of(const char* path) noexcept {
    PathText result;
    std::array<char, PATH_MAX> real{};
    if (realpath(path, real.data()) == nullptr) return result;
    const std::string_view folder = folder_of(real.data());
    std::snprintf(result.text.data(), max_path, "%.*s", static_cast<int>(folder.size()), folder.data());
    return result;
}

std::string_view ListedModule::file() const noexcept {
    // Nothing here may throw: that would need C++'s library.
    const std::string_view all(path.data());
    return {all.data() + all.rfind('/') + 1};
}

bool ModuleList::reserve() noexcept {
    if (size_ < capacity_) return true;
    const std::size_t capacity = std::max<std::size_t>(64, 2 * capacity_);
    void* const larger = std::realloc(all_, capacity * sizeof(ListedModule));
    if (larger == nullptr) return false;
    all_ = static_cast<ListedModule*>(larger);
    capacity_ = capacity;
    return true;
}

int ModuleList::add(dl_phdr_info* info, std::size_t /*size*/, void* list) noexcept {
    auto& own = *static_cast<ModuleList*>(list);
    if (!own.reserve()) return 1;
    ListedModule& added = own.all_[own.size_++];
    added = {};
    added.base = info->dlpi_addr;
    added.headers = info->dlpi_phdr;
    added.header_count = info->dlpi_phnum;
    if (info->dlpi_name != nullptr) std::snprintf(added.path.data(), max_path, "%s", info->dlpi_name);
    return 0;
}

bool ModuleList::update() noexcept {
    Changes now;
    dl_iterate_phdr(read_changes, &now);
    if (now.added == added_ && now.removed == removed_) return false;
    const bool may_be_others = now.removed != removed_;
    added_ = now.added;
    removed_ = now.removed;
    ModuleList before;
    std::swap(all_, before.all_);
    std::swap(size_, before.size_);
    capacity_ = 0;
    dl_iterate_phdr(add, this);
    for (std::size_t index = 0; index < size_; ++index) {
        ListedModule& listed = all_[index];
        // Where some have gone, others may lie in their place.
        listed.is_new =
            may_be_others || std::none_of(before.all_, before.all_ + before.size_, [&](const auto& one) {
                return one.base == listed.base && one.headers == listed.headers;
            });
    }
    std::free(before.all_);
    return true;
}

void ModuleList::forget_known() noexcept {
    for (std::size_t index = 0; index < size_; ++index) all_[index].is_new = true;
}

HeldModule::HeldModule(const ListedModule& listed) noexcept
    : handle_(dlopen(listed.is_program() ? nullptr : listed.path.data(), RTLD_NOLOAD | RTLD_LAZY)) {
    if (handle_ == nullptr) (void)dlerror();
}

HeldModule::~HeldModule() {
    if (handle_ != nullptr) (void)dlclose(handle_);
}

}  // namespace fabricmap::tracing
