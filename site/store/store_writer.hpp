// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/store.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::site {

/// The one who may change a store, as long as it lives: others are refused meanwhile. What it writes appears
/// whole or not at all, whenever its process is killed.
class StoreWriter {
  public:
    /// Makes the folder where there is none, and removes what killed checks have left. `command` is what the
    /// others are told of. Throws FileError where the store cannot be written or another process changes it.
    StoreWriter(const Store& store, std::string_view command);
    ~StoreWriter();
    StoreWriter(const StoreWriter&) = delete;
    StoreWriter& operator=(const StoreWriter&) = delete;

    /// The ids of checks that were not finished, and are removed now.
    [[nodiscard]] const std::vector<std::string>& unfinished() const noexcept { return unfinished_; }
    /// Where the files of a new check are made; publish gives the folder its name.
    [[nodiscard]] std::filesystem::path begin(const std::string& id) const;
    /// Writes check.json beside the files of a check, and makes all of it a part of the store.
    void publish(const CheckRecord& check) const;
    /// Removes what was begun.
    void give_up(const std::string& id) const noexcept;
    void write_marks(const Marks& marks) const;
    /// Removes a check. Its mark stays.
    void remove(const std::string& id) const;

  private:
    void remove_leftovers();
    /// hosts.json follows from the checks.
    void write_hosts() const;

    const Store& store_;
    int lock_ = -1;
    std::vector<std::string> unfinished_;
};

}  // namespace fabricmap::site
