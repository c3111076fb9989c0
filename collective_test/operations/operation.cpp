// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/operation.hpp"

#include "collective_test/operations/persistent.hpp"
#include "collective_test/operations/user_operation.hpp"

#include <algorithm>
#include <map>
#include <string>
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
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Operation& entry) { return entry.name == plain_name(name); });
    if (found == all.end()) return find_user_operation(name);
    if (found->name == name) return &*found;
    const auto variation = read_variation(name.substr(found->name.size() + 1));
    return variation ? find_variation(*found, *variation) : nullptr;
}

const Operation* find_variation(const Operation& operation, const Variation& variation) {
    if (variation == Variation()) return &operation;
    if (variation.in_place && !operation.allows_in_place) return nullptr;
    if (variation.persistent && (!persistent::is_available || !operation.is_non_blocking())) return nullptr;
    if (variation.graph && !operation.has_neighbours) return nullptr;
    const bool combines_otherwise = variation.type != ElementType() || variation.reduction != Reduction();
    if (combines_otherwise && !operation.reduces) return nullptr;
    // Names of operations are views of what lives as long as the program.
    static std::map<std::string, Operation, std::less<>> known;
    const auto [entry, is_new] =
        known.try_emplace(std::string(operation.name) + suffix_of(variation), operation);
    if (is_new) {
        entry->second.name = entry->first;
        entry->second.variation = variation;
    }
    return &entry->second;
}

BufferNeed buffers_of(const Operation& operation, std::int64_t message_length, int ranks, bool is_root) {
    return operation.user != nullptr ? operation.user->buffers(message_length, ranks)
                                     : operation.buffers(message_length, ranks, is_root);
}

std::string_view plain_name(std::string_view name) noexcept {
    return name.substr(0, name.find(':'));
}

std::int64_t length_of(const Operation& operation, std::int64_t message_length) {
    constexpr std::int64_t whole = sizeof(double);
    if (!operation.has_length) return 0;
    return operation.reduces ? (message_length + whole - 1) / whole * whole : message_length;
}

std::string_view unsupported_reason(const Operation& operation, std::int64_t message_length, int ranks,
                                    bool simulated) {
    if (operation.limit == nullptr) return {};
    // Limits of sums count doubles.
    constexpr std::int64_t bytes_of_double = sizeof(double);
    const std::int64_t scale = operation.reduces ? bytes_of_double / bytes_of(operation.variation.type) : 1;
    return operation.limit(scale * message_length, ranks, simulated);
}

}  // namespace fabricmap::collective_test
