// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/threads.hpp"

#include "base/workers.hpp"

#include <algorithm>
#include <thread>

namespace fabricmap::diagnosis {

void split_among_threads(std::size_t count, std::size_t values, const std::function<void()>& look,
                         const std::function<void(std::size_t, std::size_t)>& body) {
    constexpr std::size_t min_values = std::size_t{1} << 20U;
    if (look) look();
    if (count * values < min_values) return body(0, count);
    Workers workers(std::max(1U, std::thread::hardware_concurrency()));
    const std::size_t at_once =
        std::max<std::size_t>(1, values_between_looks / std::max<std::size_t>(1, values));
    for (std::size_t begin = 0; begin < count; begin += at_once) {
        if (begin > 0 && look) look();
        workers.split(std::min(at_once, count - begin),
                      [&](std::size_t first, std::size_t end) { body(begin + first, begin + end); });
    }
}

}  // namespace fabricmap::diagnosis
