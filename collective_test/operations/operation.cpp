// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/operation.hpp"

#include <algorithm>
#include <vector>

namespace fabricmap::collective_test {

std::span<const Operation> operations() {
    static const std::vector<Operation> all = [] {
        std::vector<Operation> list;
        for (const Twins* const twins : all_twins()) list.push_back(twins->blocking);
        for (const Twins* const twins : all_twins()) list.push_back(twins->non_blocking);
        list.insert(list.end(), waits().begin(), waits().end());
        return list;
    }();
    return all;
}

const Operation* find_operation(std::string_view name) {
    const std::span<const Operation> all = operations();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Operation& entry) { return entry.name == name; });
    return found == all.end() ? nullptr : &*found;
}

std::int64_t length_of(const Operation& operation, std::int64_t message_length) {
    constexpr std::int64_t whole = sizeof(double);
    if (!operation.has_length) return 0;
    return operation.reduces ? (message_length + whole - 1) / whole * whole : message_length;
}

std::string_view unsupported_reason(const Operation& operation, std::int64_t message_length, int ranks,
                                    bool simulated) {
    return operation.limit == nullptr ? std::string_view()
                                      : operation.limit(message_length, ranks, simulated);
}

}  // namespace fabricmap::collective_test
