// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"

namespace fabricmap::tracing {

const std::vector<FunctionInfo>& all_functions() {
    static const std::vector<FunctionInfo> all = [] {
        std::vector<FunctionInfo> functions;
        for (const auto part : {lifetime_functions(), message_functions(), request_functions(),
                                collective_functions(), communicator_functions(), window_functions()}) {
            functions.insert(functions.end(), part.begin(), part.end());
        }
        return functions;
    }();
    return all;
}

}  // namespace fabricmap::tracing
