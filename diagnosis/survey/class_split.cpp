// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/class_split.hpp"

#include <fmt/format.h>

namespace fabricmap::diagnosis {

void split_classes(PairClasses& classes, const std::function<std::size_t(RankIndex, RankIndex)>& part_of,
                   const std::vector<std::string>& names, const Machine& machine) {
    if (classes.all.size() * names.size() >= no_class) return;
    std::vector<PairClass> parts;
    for (std::size_t number = 0; number < classes.all.size(); ++number) {
        for (std::size_t part = 0; part < names.size(); ++part) {
            PairClass& pair_class = parts.emplace_back(classes.all[number]);
            pair_class.split = {number, part};
            if (pair_class.between_hosts && !names[part].empty())
                pair_class.name += fmt::format(", {}", names[part]);
        }
    }
    for (const RankIndex sender : machine.host_of.indices()) {
        for (const RankIndex receiver : machine.host_of.indices()) {
            std::uint8_t& number = classes.of(sender, receiver);
            if (number == no_class) continue;
            const bool is_between = machine.host_of[sender] != machine.host_of[receiver];
            const std::size_t part = is_between ? part_of(sender, receiver) : 0;
            number = static_cast<std::uint8_t>(number * names.size() + part);
        }
    }
    classes.all = std::move(parts);
    tidy_classes(classes);
}

}  // namespace fabricmap::diagnosis
