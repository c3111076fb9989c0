// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/class_medians.hpp"

#include "diagnosis/survey/host_rows.hpp"
#include "statistics/robust.hpp"

#include <cstdint>

namespace fabricmap::diagnosis {
namespace {

/// Of a class about so many values of a plane, from all over it, say enough of its median.
constexpr std::int64_t max_values_of_class = 200'000;

struct ClassValues {
    std::int64_t stride = 1;
    std::int64_t seen = 0;
    std::vector<float> taken;
};

}  // namespace

std::vector<double> class_medians_of(const DelayStack& stack, std::size_t k, const PairClasses& classes) {
    std::vector<ClassValues> values(classes.all.size());
    // Odd, so as not to follow the ranks of hosts.
    for (std::size_t number = 0; number < values.size(); ++number)
        values[number].stride = (classes.all[number].pairs / max_values_of_class) | 1;
    for_each_value(stack, k, [&](RankIndex sender, RankIndex receiver, double delay_s) {
        ClassValues& of_class = values[classes.of(sender, receiver)];
        if (of_class.seen++ % of_class.stride == 0) of_class.taken.push_back(static_cast<float>(delay_s));
    });
    std::vector<double> medians;
    medians.reserve(values.size());
    for (const ClassValues& of_class : values)
        medians.push_back(static_cast<double>(median_of_numbers(of_class.taken)));
    return medians;
}

}  // namespace fabricmap::diagnosis
