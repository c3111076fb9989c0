// SPDX-License-Identifier: Apache-2.0
#include "placement/placing/notes.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace fabricmap::placement {
namespace {

double fraction_of_messages(const Pattern& pattern, const std::function<bool(double)>& is_one) {
    double sum = 0;
    for (const Flow& flow : pattern.flows) sum += is_one(flow.length_bytes) ? flow.messages : 0;
    return sum / pattern.messages();
}

}  // namespace

void add_notes(Placement& placement) {
    const HostDelays& delays = placement.delays;
    const int slots_a_host =
        *std::max_element(placement.slots.capacity.begin(), placement.slots.capacity.end());
    std::vector<std::string>& notes = placement.notes;
    notes = placement.pattern.notes;
    if (delays.guessed_fraction > 0) {
        notes.push_back(
            fmt::format("{} of the pairs of hosts were not measured: their delays are estimated from their "
                        "class and their hosts.",
                        format_share(delays.guessed_fraction)));
    }
    if (delays.within_is_guessed && slots_a_host > 1) {
        notes.emplace_back(
            "Delays within hosts were not measured: they are taken as half of those between the nearest "
            "hosts. "
            "Measure with several ranks per host.");
    }
    if (!delays.noise_is_known) {
        notes.emplace_back(
            "The noise of the run cannot be told, so that pairs count as their class: measure several "
            "lengths, "
            "or both directions (--timing one_way).");
    }
    const auto longest = static_cast<double>(delays.lengths.back());
    const double beyond =
        fraction_of_messages(placement.pattern, [&](double length) { return length > longest; });
    if (beyond > 0) {
        notes.push_back(fmt::format(
            "{} of the messages are longer than {}, the longest measured: their delays are extrapolated{}.",
            format_share(beyond), format_size(delays.lengths.back()),
            delays.shows_rates() ? ""
                                 : ", with one rate for all hosts, as these hardly take longer than the "
                                   "shortest: measure up to 1M"));
    }
    const auto shortest = static_cast<double>(delays.lengths.front());
    const double below =
        fraction_of_messages(placement.pattern, [&](double length) { return length < shortest; });
    if (below > 0) {
        notes.push_back(
            fmt::format("{} of the messages are shorter than {}, the shortest measured: they count as "
                        "that.",
                        format_share(below), format_size(delays.lengths.front())));
    }
}

}  // namespace fabricmap::placement
