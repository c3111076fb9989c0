// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/memory_table.hpp"

#include "base/message_lengths.hpp"
#include "base/units.hpp"
#include "diagnosis/reports/plain_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fabricmap::diagnosis {
namespace {

std::string delay_in_table(double seconds) {
    return std::isfinite(seconds) ? format_delay(seconds) : "-";
}

}  // namespace

std::string memory_section(const Diagnosis& diagnosis) {
    if (diagnosis.other_memories.empty()) return {};
    std::string head = fmt::format("{:>14}", name_of(memory_of(diagnosis.runs.front().description)));
    for (const OtherMemory& other : diagnosis.other_memories)
        head += fmt::format("{:>14}", name_of(other.memory));
    std::string text = "\nMemory of the messages, medians\n";
    for (std::size_t number = 0; number < diagnosis.classes.size(); ++number) {
        const ClassCurve& curve = diagnosis.classes[number];
        text += fmt::format("  {}\n  {:>8}{}\n", printable(curve.name), "length", head);
        for (std::size_t k = 0; k < diagnosis.lengths.size(); ++k) {
            text += fmt::format("  {:>8}{:>14}", format_size(diagnosis.lengths[k]),
                                delay_in_table(curve.median_s[k]));
            for (const OtherMemory& other : diagnosis.other_memories)
                text += fmt::format("{:>14}", delay_in_table(other.classes[number].median_s[k]));
            text += '\n';
        }
    }
    return text;
}

}  // namespace fabricmap::diagnosis
