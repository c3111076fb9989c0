// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/callers.hpp"

namespace fabricmap::tracing {

std::vector<std::string> callers_of(const RankRecording& rank, std::span<const std::uint64_t> path,
                                    SourceLines& lines) {
    std::vector<std::string> own;
    std::vector<std::string> all;
    for (const std::uint64_t address : path) {
        const std::string& name = lines.name_with_function(rank, address);
        all.push_back(name);
        // The first that is loaded is the program; a script is one, too.
        const LoadedModule* const module = module_at(rank, address);
        const bool is_of_program = module != nullptr && module == &rank.modules.front();
        if (is_of_program || script_place_at(rank, address) != nullptr) own.push_back(name);
    }
    return own.empty() ? all : own;
}

}  // namespace fabricmap::tracing
