// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/check_record.hpp"
#include "site/store/marks.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::site {

/// What a store keeps of each host, so that `state` reads this file alone.
inline constexpr std::string_view hosts_file = "hosts.json";

/// The folder of all checks:
///
///     2026-11-22T15-05-19Z_3f2a/  the runs of a check, diagnosis.json, report.html and check.json
///     accepted                    which checks show the healthy machine
///     hosts.json                  what the last check that measured it said of each host
///     version, lock
///
/// A check lies under another name until it is whole. Reading takes no lock. Everything throws FileError with
/// the path where a file cannot be read, or was written by a newer fabricmap.
class Store {
  public:
    /// The folder need not be there yet.
    explicit Store(std::filesystem::path folder);

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
    [[nodiscard]] std::filesystem::path folder_of(const std::string& id) const { return folder_ / id; }
    /// The ids of all checks, the oldest first.
    [[nodiscard]] std::vector<std::string> checks() const;
    [[nodiscard]] CheckRecord record(const std::string& id) const;
    /// All of them, the oldest first.
    [[nodiscard]] std::vector<CheckRecord> records() const;
    [[nodiscard]] Marks marks() const;
    /// The check that a user means by "last", by an id or by the beginning of one alone. Throws UsageError.
    [[nodiscard]] std::string find(const std::string& word) const;

  private:
    std::filesystem::path folder_;
};

/// What lies in a folder. Throws FileError with its path.
[[nodiscard]] std::vector<std::filesystem::directory_entry> entries_in(const std::filesystem::path& folder);

/// What a file holds; nothing where there is none. Throws FileError with the path.
[[nodiscard]] std::optional<Json> json_in(const std::filesystem::path& path);

}  // namespace fabricmap::site
