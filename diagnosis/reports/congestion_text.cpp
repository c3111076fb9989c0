// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/congestion_text.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/reports/plain_text.hpp"
#include "diagnosis/reports/words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fabricmap::diagnosis {

std::string load_text(const LoadedRun& loaded) {
    std::string text = "load unknown";
    if (loaded.noise.processes > 0) {
        text = fmt::format(
            "{} beside each pair, bursts of {} of {}", counted(loaded.noise.processes, "noisy rank"),
            counted(loaded.noise.messages, "message"), format_size(loaded.noise.message_length));
    }
    if (std::isfinite(loaded.overlapped_fraction)) {
        text +=
            fmt::format("; {} of the samples met a burst of each", format_share(loaded.overlapped_fraction));
    }
    return text;
}

std::string congestion_text(const ValueInterval& factor) {
    if (!std::isfinite(factor.low) || !std::isfinite(factor.high)) return format_factor(factor.value);
    return fmt::format("{} ({} to {})", format_factor(factor.value), format_factor(factor.low),
                       format_factor(factor.high));
}

std::string congestion_section(const Diagnosis& diagnosis) {
    std::string text;
    for (const LoadedRun& loaded : diagnosis.loaded_runs) {
        text += fmt::format("\nBeside load, times as long as alone, between hosts\n{}",
                            wrapped("  ", fmt::format("{}: {}", loaded.label, load_text(loaded))));
        text += fmt::format("  {:>8}{:>24}{:>34}\n", "length", "in the median",
                            "a tenth of a host's pairs beyond");
        for (const Congestion& congestion : loaded.lengths) {
            text += fmt::format("  {:>8}{:>24}{:>34}\n", format_size(congestion.length_bytes),
                                congestion_text(congestion.typical), congestion_text(congestion.worst_tenth));
        }
    }
    return text;
}

}  // namespace fabricmap::diagnosis
