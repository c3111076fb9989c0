// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/other_memories.hpp"

#include "diagnosis/model/machine.hpp"
#include "diagnosis/survey/class_medians.hpp"

#include <algorithm>
#include <limits>

namespace fabricmap::diagnosis {

bool have_same_memory(const Run& one, const Run& other) {
    return memory_of(one.description()) == memory_of(other.description());
}

bool were_measured_alike(const Run& one, const Run& other) {
    return have_same_memory(one, other) &&
           are_hosts_together(one.description()) == are_hosts_together(other.description());
}

bool stands_beside(const Run& judged, const Run& other) {
    const RunDescription& here = judged.description();
    const RunDescription& there = other.description();
    if (have_same_memory(judged, other) || here.mode != there.mode || here.timing != there.timing)
        return false;
    if (judged.preferred() != other.preferred() || are_hosts_together(here) != are_hosts_together(there))
        return false;
    return have_same_ranks(here, there);
}

std::vector<OtherMemory> medians_in_other_memories(const Request& request, const Run& judged,
                                                   const Survey& survey) {
    constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();
    std::vector<OtherMemory> memories;
    for (const Run& run : request.runs) {
        if (!stands_beside(judged, run)) continue;
        const auto stack = run.stack(run.preferred());
        const std::vector<std::int64_t>& lengths = stack->message_lengths();
        OtherMemory other{run.label(), memory_of(run.description()), {}};
        for (const PairClass& pair_class : survey.classes.all)
            other.classes.push_back({pair_class.name, pair_class.between_hosts, pair_class.pairs, {}});
        for (const std::int64_t length : survey.lengths) {
            const auto found = std::find(lengths.begin(), lengths.end(), length);
            std::vector<double> medians(other.classes.size(), not_measured);
            if (found != lengths.end()) {
                medians = class_medians_of(*stack, static_cast<std::size_t>(found - lengths.begin()),
                                           survey.classes);
            }
            for (std::size_t number = 0; number < medians.size(); ++number)
                other.classes[number].median_s.push_back(medians[number]);
        }
        memories.push_back(std::move(other));
    }
    return memories;
}

}  // namespace fabricmap::diagnosis
