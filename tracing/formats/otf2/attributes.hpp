// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fabricmap::tracing {

/// Attributes of events in our archives: what operations have beside the format's own.
enum class Otf2Attribute : std::uint8_t {
    message,              ///< number that both sides of a message share
    instance,             ///< of a collective operation
    phase,                ///< of the operation
    signal_process_rank,  ///< who wrote what was waited for
    signal_start_time,    ///< picoseconds
    signal_source_code,
    communicator,  ///< name of a collective operation's
    caller,        ///< of the function that calls
    thread,        ///< number in its process, + 1
};

struct Otf2AttributeInfo {
    Otf2Attribute attribute;
    std::string_view name;
    bool is_text = false;
};

inline constexpr std::array otf2_attributes{
    Otf2AttributeInfo{Otf2Attribute::message, "fabricmap message"},
    Otf2AttributeInfo{Otf2Attribute::instance, "fabricmap instance"},
    Otf2AttributeInfo{Otf2Attribute::phase, "fabricmap phase", true},
    Otf2AttributeInfo{Otf2Attribute::signal_process_rank, "fabricmap signal rank"},
    Otf2AttributeInfo{Otf2Attribute::signal_start_time, "fabricmap signal start"},
    Otf2AttributeInfo{Otf2Attribute::signal_source_code, "fabricmap signal place", true},
    Otf2AttributeInfo{Otf2Attribute::communicator, "fabricmap communicator", true},
    Otf2AttributeInfo{Otf2Attribute::caller, "fabricmap caller", true},
    Otf2AttributeInfo{Otf2Attribute::thread, "fabricmap thread"},
};

/// Properties of our archives, beside those that events tell.
inline constexpr const char* otf2_time_origin = "FABRICMAP::TIME_ORIGIN";
inline constexpr const char* otf2_total_time = "FABRICMAP::TOTAL_TIME";
inline constexpr const char* otf2_communication_time = "FABRICMAP::TOTAL_COMMUNICATION_TIME";
inline constexpr const char* otf2_clock_error = "FABRICMAP::CLOCK_ERROR";
inline constexpr const char* otf2_complete = "FABRICMAP::COMPLETE";

inline constexpr std::uint64_t otf2_ticks_per_second = 1'000'000'000'000;

}  // namespace fabricmap::tracing
