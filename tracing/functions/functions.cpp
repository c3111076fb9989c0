// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"

#include <unordered_map>

namespace fabricmap::tracing {

const std::vector<FunctionInfo>& all_functions() {
    static const std::vector<FunctionInfo> all = [] {
        std::vector<FunctionInfo> functions;
        for (const auto part :
             {lifetime_functions(), message_functions(), request_functions(), collective_functions(),
              communicator_functions(), window_functions(), file_functions(), openshmem_functions()}) {
            functions.insert(functions.end(), part.begin(), part.end());
        }
        return functions;
    }();
    return all;
}

const FunctionInfo* find_function(std::string_view name) {
    static const std::unordered_map<std::string_view, const FunctionInfo*> functions = [] {
        std::unordered_map<std::string_view, const FunctionInfo*> made;
        for (const FunctionInfo& info : all_functions()) made.emplace(info.name, &info);
        return made;
    }();
    const auto found = functions.find(name);
    return found == functions.end() ? nullptr : found->second;
}

}  // namespace fabricmap::tracing
