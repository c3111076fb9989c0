// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/other_tools/printed_run.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap {

/// Values of single pairs of hosts, as tools print them that measure a pair at a time: collected line by
/// line, and made a run that is a sample of all pairs where they are not all there.
class PairValues {
  public:
    /// Of messages from one host to the other; NaN is none. A host with itself says nothing about a pair and
    void add(const std::string& sender, const std::string& receiver, std::int64_t bytes, double seconds);

    [[nodiscard]] std::size_t of_one_host() const noexcept { return of_one_host_; }
    /// Whether a pair has values in both directions.
    [[nodiscard]] bool has_both_directions() const;

    /// The time of a pair and length is the average of its values. `is_directed`: a value holds for its
    /// direction alone; else for both, and the run is marked as one whose delays have no direction. Throws
    /// FileError that names the file where there is no value, or the matrices would not fit.
    [[nodiscard]] PrintedRun as_run(const std::filesystem::path& path, RunDescription description,
                                    bool is_directed) const;

  private:
    struct Value {
        std::size_t sender = 0;
        std::size_t receiver = 0;
        std::int64_t bytes = 0;
        double seconds = 0;
    };

    std::size_t index_of(const std::string& host);
    void describe_gaps(RunDescription& description, bool is_directed) const;
    [[nodiscard]] std::vector<Matrix> averages(const std::vector<std::int64_t>& lengths,
                                               bool is_directed) const;

    std::vector<std::string> hosts_;
    std::map<std::string, std::size_t> indices_;
    std::set<std::pair<std::size_t, std::size_t>> pairs_;
    std::vector<Value> values_;
    std::size_t of_one_host_ = 0;
};

}  // namespace fabricmap
