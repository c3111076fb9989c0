// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/class_split.hpp"

#include <fmt/format.h>

namespace fabricmap::diagnosis {

void split_classes(PairClasses& classes, const std::function<std::size_t(int, int)>& part_of,
                   const std::vector<std::string>& names, const Machine& machine) {
    if (classes.all.size() * names.size() >= PairClasses::none) return;
    std::vector<PairClass> parts;
    for (std::size_t number = 0; number < classes.all.size(); ++number) {
        for (std::size_t part = 0; part < names.size(); ++part) {
            PairClass& pair_class = parts.emplace_back(classes.all[number]);
            pair_class.split = {number, part};
            if (pair_class.between_hosts && !names[part].empty())
                pair_class.name += fmt::format(", {}", names[part]);
        }
    }
    for (Eigen::Index sender = 0; sender < classes.of.rows(); ++sender) {
        const int from = machine.host_of[static_cast<std::size_t>(sender)];
        for (Eigen::Index receiver = 0; receiver < classes.of.cols(); ++receiver) {
            std::uint8_t& number = classes.of(sender, receiver);
            if (number == PairClasses::none) continue;
            const bool is_between = machine.host_of[static_cast<std::size_t>(receiver)] != from;
            const std::size_t part =
                is_between ? part_of(static_cast<int>(sender), static_cast<int>(receiver)) : 0;
            number = static_cast<std::uint8_t>(number * names.size() + part);
        }
    }
    classes.all = std::move(parts);
    tidy_classes(classes);
}

}  // namespace fabricmap::diagnosis
