// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "netcdf_schema/run/run.hpp"
#include "rules/language/record_schema.hpp"
#include "rules/records/compared_trace.hpp"
#include "rules/records/expected_delays.hpp"
#include "rules/records/map_tables.hpp"
#include "rules/records/mpi_activity.hpp"
#include "rules/records/record_values.hpp"
#include "rules/records/text_numbers.hpp"
#include "tracing/model/trace.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fabricmap::rules {

/// Runs of a machine under the name by which rules ask for them: "in earlier". Those without a name are what
/// "in map", aggregates over records of maps, and expected() are about.
struct NamedMap {
    std::string name;
    std::vector<Run> runs;
};

/// The records that rules look at, as columns: those of the judged trace, which must outlive this, are not
/// copied; those of maps are made when they are asked for. Each value can be had as a double: strings by
/// their number, so that equal ones are equal numbers; what is unknown as NaN.
class Records {
  public:
    explicit Records(const tracing::Trace& trace, std::vector<NamedMap> maps = {},
                     std::vector<NamedTrace> compared = {});
    Records(const Records&) = delete;
    Records& operator=(const Records&) = delete;
    ~Records() = default;

    [[nodiscard]] bool has_map(std::string_view name) const { return maps_.contains(name); }
    [[nodiscard]] bool has_compared_trace(std::string_view name) const { return compared_.contains(name); }

    /// Records of a type, of the map or trace of that name; none where there is none.
    [[nodiscard]] std::size_t size(TypeIndex type, std::string_view input = {});
    [[nodiscard]] ColumnView column(TypeIndex type, std::size_t field, std::string_view input = {});
    [[nodiscard]] double value(TypeIndex type, std::size_t field, std::size_t record,
                               std::string_view input = {});
    /// What a record of the type "finding" is made of; the map must be there.
    [[nodiscard]] const diagnosis::Finding& finding(std::size_t record, std::string_view map);
    /// A field of the one record of a type; unknown where there is none.
    [[nodiscard]] double run_value(TypeIndex type, std::size_t field);

    /// The number of a string, also of one that no record has.
    [[nodiscard]] double number_of(std::string_view text) { return as_number(texts_.number_of(text)); }
    /// The string of a number that a record has.
    [[nodiscard]] std::string_view text_of(double number) const;

    /// The host of a rank of the trace, as the number of its name.
    [[nodiscard]] double host_of(double rank) const noexcept;
    /// Whether all processes are known to have run on one host.
    [[nodiscard]] bool are_on_one_host() const noexcept { return are_on_one_host_; }
    /// The median delay that the map has for such a message between two ranks of the trace, which are found
    /// there by host and slot, in seconds; unknown without a map. `mode`: the number of its name, unknown for
    /// that of the judged run.
    [[nodiscard]] double expected(double source, double target, double bytes, double mode = unknown);
    /// When the ranks of the trace are within MPI.
    [[nodiscard]] const MpiActivity& activity() {
        if (!activity_) activity_.emplace(trace_);
        return *activity_;
    }
    /// Seconds of the processes, summed.
    [[nodiscard]] double process_seconds() const noexcept;

  private:
    /// A question that is asked for each message.
    struct Route {
        double source;
        double target;
        double mode;  ///< -1 for that of the judged run
        bool operator==(const Route& other) const noexcept = default;
    };
    struct HashOfRoute {
        std::size_t operator()(const Route& route) const noexcept;
    };

    void place_ranks();
    [[nodiscard]] MapTables* map_named(std::string_view name);
    [[nodiscard]] ComparedTrace* trace_named(std::string_view name);
    [[nodiscard]] std::vector<DelayPoint> points_of(const Route& route);

    const tracing::Trace& trace_;
    TextNumbers texts_;
    std::map<std::string, MapTables, std::less<>> maps_;
    std::map<std::string, ComparedTrace, std::less<>> compared_;
    std::unordered_map<double, double> hosts_;
    bool are_on_one_host_ = false;
    std::unordered_map<double, RankPosition> positions_;
    std::unordered_map<Route, std::vector<DelayPoint>, HashOfRoute> routes_;
    std::optional<MpiActivity> activity_;  ///< since it was asked for
};

}  // namespace fabricmap::rules
