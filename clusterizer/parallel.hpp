// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace fabricmap::clusterizer {

/// Splits 0 … count - 1 into one stretch a thread and calls body(begin, end) for each; returns when all are
/// done. What one of them throws is thrown here.
template <typename Body>
void in_parallel(unsigned threads, std::size_t count, const Body& body) {
    if (threads < 2 || count < 2) {
        body(std::size_t{0}, count);
        return;
    }
    std::vector<std::exception_ptr> errors(threads);
    {
        std::vector<std::jthread> workers;
        for (unsigned thread = 0; thread < threads; ++thread) {
            workers.emplace_back([&, thread] {
                try {
                    body(count * thread / threads, count * (thread + 1) / threads);
                } catch (...) {
                    errors[thread] = std::current_exception();
                }
            });
        }
    }
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
}

}  // namespace fabricmap::clusterizer
