// SPDX-License-Identifier: Apache-2.0
#include "site/store/store_folder.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <unistd.h>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

/// Empty where it is not set.
std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : value;
}

fs::path default_folder() {
    if (geteuid() == 0) return "/var/lib/fabricmap";
    const std::string data = variable("XDG_DATA_HOME");
    if (!data.empty()) return fs::path(data) / "fabricmap";
    const std::string home = variable("HOME");
    if (home.empty()) throw UsageError("HOME is not set: say with --store where checks are kept");
    return fs::path(home) / ".local" / "share" / "fabricmap";
}

}  // namespace

std::filesystem::path store_folder(const fs::path& option) {
    fs::path folder = option;
    if (folder.empty()) folder = variable("FABRICMAP_STORE");
    if (folder.empty()) folder = default_folder();
    folder = absolute_folder(folder);
    if (folder.string().find(',') != std::string::npos)
        throw UsageError(fmt::format("--store {}: choose a path without a comma", folder.string()));
    return folder;
}

fs::path store_to_read(const fs::path& option) {
    const bool is_named = !option.empty() || !variable("FABRICMAP_STORE").empty();
    fs::path folder = store_folder(option);
    std::error_code ignored;
    if (!is_named || fs::exists(folder, ignored)) return folder;
    throw FileError(fmt::format("{} {}: there is no such folder; name the one of fabricmap check",
                                option.empty() ? "FABRICMAP_STORE" : "--store", folder.string()));
}

}  // namespace fabricmap::site
