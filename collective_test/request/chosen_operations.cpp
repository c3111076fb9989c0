// SPDX-License-Identifier: Apache-2.0
#include "collective_test/request/chosen_operations.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "collective_test/operations/user_operation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::collective_test {
namespace {

bool is_of_kind(const Operation& operation, std::string_view kind) {
    if (kind == "neighbourhood") return operation.has_neighbours;
    if (operation.has_neighbours) return false;
    if (kind == "all") return !operation.only_waits;
    if (kind == "blocking") return !operation.only_waits && !operation.is_non_blocking();
    if (kind == "non-blocking") return operation.is_non_blocking();
    return kind == "waits" && operation.only_waits;
}

}  // namespace

std::string operation_names() {
    constexpr std::size_t width = 78;
    std::string text;
    std::string line;
    for (const Operation& operation : operations()) {
        if (line.size() + 1 + operation.name.size() > width) {
            text += line + '\n';
            line.clear();
        }
        line += fmt::format("{} {}", line.empty() ? " " : "", operation.name);
    }
    return text + line;
}

std::vector<std::string> operation_words() {
    std::vector<std::string> words{"all", "blocking", "non-blocking", "neighbourhood", "waits"};
    for (const Operation& operation : operations()) words.emplace_back(operation.name);
    return words;
}

std::vector<const Operation*> read_operations(std::string_view word) {
    std::vector<const Operation*> chosen;
    std::vector<const Operation*> own;
    for (const std::string& name : split(word, ',')) {
        if (is_shared_object(name)) {
            own.push_back(&load_user_operation(name));
            continue;
        }
        const std::size_t before = chosen.size();
        for (const Operation& operation : operations()) {
            if (operation.name == name || is_of_kind(operation, name)) chosen.push_back(&operation);
        }
        if (chosen.size() > before) continue;
        throw UsageError(fmt::format(
            "-t {}: there is no such operation; give all, blocking, non-blocking, "
            "neighbourhood, waits, some of those that collective_test --help lists, or a shared object",
            name));
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    chosen.insert(chosen.end(), own.begin(), own.end());
    return chosen;
}

std::vector<const Operation*> with_variations(const Options& options) {
    std::vector<const Operation*> all;
    const auto add_one = [&](const Operation& operation, const Variation& variation) {
        const Operation* const found = find_variation(operation, variation);
        if (found != nullptr && std::find(all.begin(), all.end(), found) == all.end()) all.push_back(found);
    };
    const auto add = [&](const Operation& operation, Variation variation) {
        add_one(operation, variation);
        variation.persistent = true;
        if (options.persistent) add_one(operation, variation);
    };
    for (const Operation* const operation : options.operations) {
        for (const Topology topology : options.topologies) {
            Variation variation;
            variation.graph = topology == Topology::graph;
            if (operation->has_neighbours) add(*operation, variation);
        }
        if (operation->has_neighbours) continue;
        for (const ElementType type : options.types) {
            for (const Reduction reduction : options.reductions) {
                Variation variation;
                if (operation->reduces) variation = {type, reduction};
                add(*operation, variation);
                variation.in_place = true;
                if (options.in_place) add(*operation, variation);
            }
        }
    }
    return all;
}

}  // namespace fabricmap::collective_test
