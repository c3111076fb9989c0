// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/vocabulary.hpp"

#include <algorithm>

namespace fabricmap {
namespace {

template <typename Value, std::size_t size>
std::optional<Value> find_named(const std::array<Value, size>& values, std::string_view word) noexcept {
    const auto* const found =
        std::find_if(values.begin(), values.end(), [&](Value value) { return name_of(value) == word; });
    return found == values.end() ? std::nullopt : std::optional(*found);
}

template <typename Value, std::size_t size>
std::optional<Value> find_numbered(const std::array<Value, size>& values, int number) noexcept {
    const auto* const found = std::find_if(values.begin(), values.end(),
                                           [&](Value value) { return static_cast<int>(value) == number; });
    return found == values.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::string_view name_of(Statistic statistic) noexcept {
    switch (statistic) {
        case Statistic::average:
            return "average";
        case Statistic::median:
            return "median";
        case Statistic::deviation:
            return "deviation";
        case Statistic::minimum:
            return "min";
        case Statistic::maximum:
            return "max";
        case Statistic::count:
            return "count";
    }
    return "unknown";
}

std::string_view name_of(Timing timing) noexcept {
    switch (timing) {
        case Timing::one_way:
            return "one_way";
        case Timing::round_trip:
            return "round_trip";
        case Timing::receiver:
            return "receiver";
        case Timing::synchronized:
            return "synchronized";
    }
    return "unknown";
}

std::string_view name_of(ScheduleKind kind) noexcept {
    switch (kind) {
        case ScheduleKind::automatic:
            return "auto";
        case ScheduleKind::serial:
            return "serial";
        case ScheduleKind::rounds:
            return "rounds";
        case ScheduleKind::synthetic:
            return "synthetic";
    }
    return "unknown";
}

std::string_view name_of(RmaSync sync) noexcept {
    return sync == RmaSync::lock ? "lock" : "fence";
}

std::optional<Mode> mode_named(std::string_view word) noexcept {
    return find_named(all_modes, word);
}
std::optional<Statistic> statistic_named(std::string_view word) noexcept {
    return find_named(all_statistics, word);
}
std::optional<Timing> timing_named(std::string_view word) noexcept {
    return find_named(all_timings, word);
}
std::optional<ScheduleKind> schedule_kind_named(std::string_view word) noexcept {
    return find_named(all_schedule_kinds, word);
}
std::optional<RmaSync> rma_sync_named(std::string_view word) noexcept {
    return find_named(all_rma_syncs, word);
}
std::optional<Mode> mode_numbered(int number) noexcept {
    return find_numbered(all_modes, number);
}
std::optional<Statistic> statistic_numbered(int number) noexcept {
    return find_numbered(all_statistics, number);
}

}  // namespace fabricmap
