// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json_values.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A store, and a fabric whose truth is known in the place of a machine: its launcher starts network_lab, of
/// which each job is a run with noise of its own.
class StoreOfChecks {
  public:
    StoreOfChecks();

    /// From now on the machine is that scenario.
    void become(const std::string& scenario) const;
    /// The same for the run of that name alone, until it becomes another.
    void become_in(const std::string& run, const std::string& scenario) const;
    [[nodiscard]] const std::filesystem::path& store() const noexcept { return store_; }
    /// Runs fabricmap with that command, on this store.
    [[nodiscard]] Outcome fabricmap(std::vector<std::string> words) const;
    [[nodiscard]] Outcome check(const std::vector<std::string>& words = {}) const;
    [[nodiscard]] std::vector<std::string> check_words(const std::vector<std::string>& words = {}) const;
    /// The check.json of the last check.
    [[nodiscard]] Json last() const;
    /// Ids of the checks, the oldest first.
    [[nodiscard]] std::vector<std::string> checks() const;

  private:
    TemporaryFolder folder_;
    std::filesystem::path store_ = folder_ / "store";
};

}  // namespace fabricmap::testing
