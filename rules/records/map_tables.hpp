// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/record_schema.hpp"
#include "rules/records/measured_map.hpp"
#include "rules/records/record_values.hpp"
#include "rules/records/text_numbers.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace fabricmap::rules {

/// Where a sample comes from.
struct SamplePlane {
    std::size_t run = 0;
    std::size_t length = 0;  ///< its number in the run
    std::size_t first = 0;   ///< position of its first cell
    std::size_t end = 0;
};

/// The records of a map, as columns that are made when they are asked for first: samples from the values of
/// its runs, classes, thresholds and findings from their diagnosis.
class MapTables {
  public:
    /// `texts` must outlive this.
    MapTables(std::vector<Run> runs, TextNumbers& texts) : map_(std::move(runs)), texts_(texts) {}

    /// `type`: one of those of maps.
    [[nodiscard]] std::size_t size(TypeIndex type);
    [[nodiscard]] ColumnView column(TypeIndex type, std::size_t field);
    [[nodiscard]] const MeasuredMap& map() const noexcept { return map_; }

  private:
    void find_samples();
    [[nodiscard]] Column make_column(TypeIndex type, std::size_t field);
    [[nodiscard]] Column sample_column(std::string_view field);
    [[nodiscard]] Column statistic_column(Statistic statistic);
    [[nodiscard]] Column class_of_samples();

    MeasuredMap map_;
    TextNumbers& texts_;
    bool has_samples_ = false;
    std::vector<SamplePlane> planes_;
    std::vector<Cell> cells_;
    std::map<std::pair<TypeIndex, std::size_t>, Column> columns_;
};

}  // namespace fabricmap::rules
