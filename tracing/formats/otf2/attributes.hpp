// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/field_tables.hpp"

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
    poll_type,
    file_type,
    source,  ///< rank
    tag,
    bytes,
    count,
    found,
    inside,  ///< picoseconds
    file,
    wait_start,  ///< of the call that found a message, or completes what was started; picoseconds
    wait_finish,
    wait_source_code,
    tests_start,  ///< of the first of those in a row that have completed a request; picoseconds
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
    Otf2AttributeInfo{Otf2Attribute::poll_type, "fabricmap poll", true},
    Otf2AttributeInfo{Otf2Attribute::file_type, "fabricmap access", true},
    Otf2AttributeInfo{Otf2Attribute::source, "fabricmap source rank"},
    Otf2AttributeInfo{Otf2Attribute::tag, "fabricmap tag"},
    Otf2AttributeInfo{Otf2Attribute::bytes, "fabricmap bytes"},
    Otf2AttributeInfo{Otf2Attribute::count, "fabricmap calls"},
    Otf2AttributeInfo{Otf2Attribute::found, "fabricmap found"},
    Otf2AttributeInfo{Otf2Attribute::inside, "fabricmap time inside"},
    Otf2AttributeInfo{Otf2Attribute::file, "fabricmap file", true},
    Otf2AttributeInfo{Otf2Attribute::wait_start, "fabricmap wait start"},
    Otf2AttributeInfo{Otf2Attribute::wait_finish, "fabricmap wait finish"},
    Otf2AttributeInfo{Otf2Attribute::wait_source_code, "fabricmap wait place", true},
    Otf2AttributeInfo{Otf2Attribute::tests_start, "fabricmap tests start"},
};

/// What the begin of a call tells of a record that the format has no event for. The first is there of all.
struct Otf2Detail {
    Otf2Attribute attribute;
    FieldIndex field;
};
inline constexpr std::array otf2_poll_details{
    Otf2Detail{Otf2Attribute::poll_type, field(RecordType::poll, "op_type")},
    Otf2Detail{Otf2Attribute::source, field(RecordType::poll, "source_process_rank")},
    Otf2Detail{Otf2Attribute::tag, field(RecordType::poll, "tag")},
    Otf2Detail{Otf2Attribute::bytes, field(RecordType::poll, "bytes")},
    Otf2Detail{Otf2Attribute::count, field(RecordType::poll, "count")},
    Otf2Detail{Otf2Attribute::found, field(RecordType::poll, "found")},
    Otf2Detail{Otf2Attribute::inside, field(RecordType::poll, "inside_time")},
    Otf2Detail{Otf2Attribute::communicator, field(RecordType::poll, "communicator")},
};
inline constexpr std::array otf2_file_details{
    Otf2Detail{Otf2Attribute::file_type, field(RecordType::file_access, "op_type")},
    Otf2Detail{Otf2Attribute::file, field(RecordType::file_access, "file")},
    Otf2Detail{Otf2Attribute::bytes, field(RecordType::file_access, "bytes")},
    Otf2Detail{Otf2Attribute::phase, field(RecordType::file_access, "phase")},
};

/// Properties of our archives, beside those that events tell.
inline constexpr const char* otf2_time_origin = "FABRICMAP::TIME_ORIGIN";
inline constexpr const char* otf2_total_time = "FABRICMAP::TOTAL_TIME";
inline constexpr const char* otf2_communication_time = "FABRICMAP::TOTAL_COMMUNICATION_TIME";
inline constexpr const char* otf2_clock_error = "FABRICMAP::CLOCK_ERROR";
inline constexpr const char* otf2_eager_bytes = "FABRICMAP::EAGER_BYTES";
inline constexpr const char* otf2_ranks_per_processor = "FABRICMAP::RANKS_PER_PROCESSOR";
inline constexpr const char* otf2_complete = "FABRICMAP::COMPLETE";

inline constexpr std::uint64_t otf2_ticks_per_second = 1'000'000'000'000;

}  // namespace fabricmap::tracing
