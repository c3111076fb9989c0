// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/finding.hpp"

#include "base/message_lengths.hpp"
#include "base/units.hpp"
#include "diagnosis/model/finding_kinds.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace fabricmap::diagnosis {
namespace {

/// Whether the part is well at an end of its curve, the first length or the last.
bool is_well_at(std::size_t end, const Finding& finding) {
    const std::vector<double>& curve = finding.evidence.curve;
    return curve.size() > 1 && finding.effect && finding.effect->factor > 1 &&
           curve[end] < std::pow(finding.effect->factor, 0.25);
}

/// Whether only one length is known to be slow.
bool is_at_one_length(const Finding& finding) {
    if (finding.from_length_bytes != finding.to_length_bytes) return false;
    return spares_long_messages(finding) ||
           (finding.from_length_bytes > 0 && finding.evidence.curve.size() == 1);
}

}  // namespace

std::string_view name_of(Side side) noexcept {
    constexpr std::array<std::string_view, 3> names{"sender", "receiver", "both"};
    return names[static_cast<std::size_t>(side)];
}

std::string_view name_of(Doubt doubt) noexcept {
    constexpr std::array<std::string_view, 5> names{"unconfirmed", "unconfirmed_both_ways", "shared_cores",
                                                    "imprecise", "few_slow_samples"};
    return names[static_cast<std::size_t>(doubt)];
}

bool spares_long_messages(const Finding& finding) {
    return is_well_at(finding.evidence.curve.size() - 1, finding);
}

bool spares_short_messages(const Finding& finding) {
    return finding.from_length_bytes > 0 && is_well_at(0, finding);
}

std::string part_of(const Finding& finding, const Language& in) {
    return text_of(finding.part, finding.side != Side::both, in);
}

std::string predicate_of(const Finding& finding, const Language& in) {
    if (finding.predicate) return finding.predicate->text(in);
    std::string predicate = predicate_text(finding, in);
    if (const auto& rates = finding.evidence.rates; rates && rates->streamed) {
        predicate = filled_phrase(in, "{} ({})", {predicate, format_rate_of(rates->here, rates->healthy)});
    }
    if (is_at_one_length(finding))
        return filled_phrase(in, "{} at {}", {predicate, format_size(finding.from_length_bytes)});
    if (spares_long_messages(finding)) {
        return filled_phrase(
            in, "{} at {} to {}",
            {predicate, format_size(finding.from_length_bytes), format_size(finding.to_length_bytes)});
    }
    if (finding.from_length_bytes > 0 && !finding.evidence.curve.empty())
        return filled_phrase(in, "{} from {} on", {predicate, format_size(finding.from_length_bytes)});
    return predicate;
}

std::string sentence_of(const Finding& finding, const Language& in) {
    return fmt::format("{} {}", part_of(finding, in), predicate_of(finding, in));
}

}  // namespace fabricmap::diagnosis
