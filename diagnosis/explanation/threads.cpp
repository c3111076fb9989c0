// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/threads.hpp"

#include "base/workers.hpp"

#include <algorithm>
#include <thread>

namespace fabricmap::diagnosis {

void split_among_threads(std::size_t count, std::size_t values,
                         const std::function<void(std::size_t, std::size_t)>& body) {
    constexpr std::size_t min_values = 1U << 20U;
    if (values < min_values) return body(0, count);
    Workers workers(std::max(1U, std::thread::hardware_concurrency()));
    workers.split(count, body);
}

}  // namespace fabricmap::diagnosis
