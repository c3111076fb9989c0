// SPDX-License-Identifier: Apache-2.0
#include "site/store/store.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "site/store/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

void require_known_version(const fs::path& path, int version) {
    if (version <= store_version) return;
    throw FileError(
        fmt::format("{}: a newer fabricmap wrote it (store version {}, this one knows {}); use that one",
                    path.string(), version, store_version));
}

/// Reads what a file of ours says. Throws FileError where it says something else.
template <typename Value>
Value read_as(const fs::path& path, const Json& json, Value (*read)(const Json&)) {
    try {
        require_known_version(path, json.at("store_version").get<int>());
        return read(json);
    } catch (const Json::exception& error) {
        throw FileError(
            fmt::format("{}: it is damaged ({}); remove it or restore it", path.string(), error.what()));
    } catch (const std::invalid_argument& error) {
        throw FileError(
            fmt::format("{}: it is damaged ({}); remove it or restore it", path.string(), error.what()));
    }
}

int version_of(const Json& json) {
    return json.at("store_version").get<int>();
}

bool is_check(const fs::directory_entry& entry) {
    const std::string name = entry.path().filename();
    return !name.starts_with('.') && entry.is_directory() && fs::exists(entry.path() / "check.json");
}

}  // namespace

std::vector<fs::directory_entry> entries_in(const fs::path& folder) {
    std::error_code error;
    const fs::directory_iterator entries(folder, error);
    if (error) throw system_error(folder, "read this folder", error.value());
    return {begin(entries), end(entries)};
}

std::optional<Json> json_in(const fs::path& path) {
    if (!fs::exists(path)) return std::nullopt;
    std::ifstream file = open_regular_file(path);
    try {
        return Json::parse(file);
    } catch (const Json::exception& error) {
        throw FileError(
            fmt::format("{}: it is damaged ({}); remove it or restore it", path.string(), error.what()));
    }
}

Store::Store(fs::path folder) : folder_(std::move(folder)) {
    const fs::path version = folder_ / "version";
    if (const auto json = json_in(version)) (void)read_as(version, *json, version_of);
}

std::vector<std::string> Store::checks() const {
    std::vector<std::string> ids;
    if (!fs::exists(folder_)) return ids;
    for (const fs::directory_entry& entry : entries_in(folder_)) {
        if (is_check(entry)) ids.push_back(entry.path().filename());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

CheckRecord Store::record(const std::string& id) const {
    const fs::path path = folder_of(id) / "check.json";
    const auto json = json_in(path);
    if (!json) throw FileError(fmt::format("{}: there is no such check", folder_of(id).string()));
    return read_as(path, *json, check_of);
}

std::vector<CheckRecord> Store::records() const {
    std::vector<CheckRecord> checks;
    for (const std::string& id : this->checks()) checks.push_back(record(id));
    return checks;
}

Marks Store::marks() const {
    const fs::path path = folder_ / "accepted";
    const auto json = json_in(path);
    return json ? read_as(path, *json, marks_of) : Marks{};
}

std::string Store::find(const std::string& word) const {
    const std::vector<std::string> ids = checks();
    if (ids.empty())
        throw UsageError(
            fmt::format("{}: there is no check yet; make one with fabricmap check", folder_.string()));
    if (word == "last") return ids.back();
    std::vector<std::string> meant;
    std::copy_if(ids.begin(), ids.end(), std::back_inserter(meant),
                 [&](const std::string& id) { return id.starts_with(word); });
    if (meant.size() == 1) return meant.front();
    throw UsageError(fmt::format("{}: {} in {}; fabricmap history lists them", word,
                                 meant.empty() ? "there is no such check" : "several checks begin so",
                                 folder_.string()));
}

}  // namespace fabricmap::site
