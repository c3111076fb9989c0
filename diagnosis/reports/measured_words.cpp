// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/reports/words.hpp"
#include "netcdf_schema/run/rated_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

std::int64_t size_of(const auto& list) {
    return static_cast<std::int64_t>(list.size());
}

/// Rounding must not make all of a share of pairs that lacks some.
std::string percent_below_all(double fraction) {
    constexpr double nearly_all = 0.9995;
    return fraction > nearly_all ? "over 99.9 %" : format_share(fraction);
}

}  // namespace

std::string machine_text(const Diagnosis& diagnosis) {
    const auto& lengths = diagnosis.lengths;
    std::string text =
        fmt::format("{} on {}, {}", counted(diagnosis.ranks, "rank"),
                    counted(size_of(diagnosis.hosts), "host"), counted(size_of(lengths), "length"));
    if (lengths.size() == 1) text += " of " + format_size(lengths.front());
    if (lengths.size() > 1) {
        text += fmt::format(" from {} to {}", format_size(lengths.front()), format_size(lengths.back()));
    }
    if (diagnosis.measured_pairs < diagnosis.pairs) {
        const double fraction =
            static_cast<double>(diagnosis.measured_pairs) / static_cast<double>(diagnosis.pairs);
        text += fmt::format("; {} of {} were measured ({})", diagnosis.measured_pairs,
                            counted(diagnosis.pairs, "pair"), percent_below_all(fraction));
    }
    return text;
}

std::string min_effect_text(const Diagnosis& diagnosis) {
    std::string text = fmt::format("{:.3g} %", 100 * diagnosis.min_effect);
    if (diagnosis.min_time_s > 0) text += fmt::format(" or {}", format_delay(diagnosis.min_time_s));
    const bool is_archives = diagnosis.archive_error > 0 && diagnosis.archive_error >= diagnosis.min_effect;
    return is_archives ? text + ", by which values of the archive may be off," : text;
}

std::string run_text(const JudgedRun& run) {
    const RunDescription& description = run.description;
    std::string text = run.label + ": ";
    if (run.measured.empty()) {
        text += fmt::format("{} of {}", name_of(run.statistic),
                            description.mode ? name_of(*description.mode) : "an unknown mode");
    }
    text += run.measured;
    const MessageMemory memory = memory_of(description);
    if (memory.has_device()) text += ", messages " + memory_text(memory);
    if (!description.mpi_library.empty()) text += ", " + description.mpi_library;
    if (!description.started.empty()) text += ", started " + description.started;
    if (!description.comment.empty()) text += ". " + description.comment;
    return text;
}

std::string curve_text(const ClassCurve& curve, const std::vector<std::int64_t>& lengths) {
    std::string text = counted(curve.pairs, "pair");
    if (curve.median_s.empty() || curve.median_s.size() != lengths.size()) return text;
    const auto at = [&](std::size_t index) {
        const double delay_s = curve.median_s[index];
        return fmt::format("{} at {}", std::isfinite(delay_s) ? format_delay(delay_s) : "nothing",
                           format_size(lengths[index]));
    };
    text += "; " + at(0);
    if (lengths.size() > 1) text += ", " + at(lengths.size() - 1);
    return curve.rate ? text + "; " + format_rate(*curve.rate) : text;
}

std::string bandwidth_text(double bytes_a_second) {
    if (!std::isfinite(bytes_a_second) || bytes_a_second <= 0) return "does not grow with the length";
    return format_rate(bytes_a_second);
}

bool has_rate(const Diagnosis& diagnosis, std::int64_t length_bytes) {
    if (diagnosis.runs.empty()) return false;
    const auto rated = rated_lengths(diagnosis.runs.front().description, diagnosis.lengths);
    return std::any_of(rated.begin(), rated.end(), [&](const RatedLength& length) {
        return diagnosis.lengths[length.at] == length_bytes;
    });
}

std::string segment_text(const Segment& segment) {
    // What a fit says of an empty message may lie below nothing.
    const std::string latency = segment.latency_s > 0 ? format_delay(segment.latency_s) : "about 0";
    return fmt::format("{} to {}: latency {}, {}", format_size(segment.first_length_bytes),
                       format_size(segment.last_length_bytes), latency, bandwidth_text(segment.bandwidth));
}

std::string jump_text(const Threshold& threshold) {
    if (!std::isfinite(threshold.jump_s)) return "unknown";
    std::string text =
        fmt::format("{}{}", threshold.jump_s < 0 ? "-" : "+", format_delay(std::abs(threshold.jump_s)));
    if (!std::isfinite(threshold.jump_fraction)) return text;
    constexpr double read_as_times = 1;
    if (threshold.jump_fraction >= read_as_times) {
        return text + fmt::format(" ({} times as long)", format_plain(1 + threshold.jump_fraction));
    }
    if (threshold.jump_fraction >= 0)
        return text + fmt::format(" (+{})", format_share(threshold.jump_fraction));
    // The delays themselves may still rise.
    return text + fmt::format(" ({}) against the trend", format_share(threshold.jump_fraction));
}

std::string scope_text(ThresholdScope scope) {
    switch (scope) {
        case ThresholdScope::software:
            return "a setting of the MPI library, as several classes change there";
        case ThresholdScope::transport:
            return "the transport of this class, as the others do not change there";
        case ThresholdScope::unknown:
            break;
    }
    return "the MPI library or the transport, which a single class cannot tell apart";
}

}  // namespace fabricmap::diagnosis
