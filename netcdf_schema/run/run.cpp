// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/run.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace fabricmap {

Run::Run(std::string label, RunDescription description, Stacks stacks, std::optional<Statistic> named)
    : label_(std::move(label)),
      description_(std::move(description)),
      stacks_(std::move(stacks)),
      named_(named) {}

Run Run::described_as(RunDescription description) const {
    Run other = *this;
    other.description_ = std::move(description);
    return other;
}

std::vector<Statistic> Run::statistics() const {
    std::vector<Statistic> present;
    std::copy_if(all_statistics.begin(), all_statistics.end(), std::back_inserter(present),
                 [this](Statistic statistic) { return has(statistic); });
    return present;
}

Statistic Run::preferred() const {
    if (named_ && has(*named_)) return *named_;
    const std::vector<Statistic> present = statistics();
    if (present.empty()) throw FileError(fmt::format("{}: the run holds no statistic", label_));
    return has(Statistic::median) ? Statistic::median : present.front();
}

std::shared_ptr<const DelayStack> Run::stack(Statistic statistic) const {
    const auto found = stacks_.find(statistic);
    if (found != stacks_.end()) return found->second;
    std::string present;
    for (const Statistic other : statistics())
        present += fmt::format("{}{}", present.empty() ? "" : ", ", name_of(other));
    throw FileError(
        fmt::format("{}: the run has no statistic '{}'; it has: {}", label_, name_of(statistic), present));
}

std::size_t Run::implausible_values() const {
    std::size_t values = 0;
    for (const auto& [statistic, stack] : stacks_) values += stack->implausible_values();
    return values;
}

std::string describe_implausible_values(std::size_t values) {
    constexpr std::string_view why = "(negative, not finite or above 10⁶ s)";
    if (values == 1) return fmt::format("1 value is not a valid delay {} and counts as not measured", why);
    // More than a million of a file are not counted.
    return fmt::format("{}{} values are not valid delays {} and count as not measured",
                       values < 1'000'000 ? "" : "at least ", values, why);
}

}  // namespace fabricmap
