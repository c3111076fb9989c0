// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace fabricmap {

/// Threads that stay, since work comes in pieces that are shorter than the making of a thread.
class Workers {
  public:
    /// The caller's thread is one of them.
    explicit Workers(unsigned threads);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Splits 0 … count - 1 into one range a thread and calls body(begin, end) for each that is not empty;
    /// returns when all are done. What one of them throws is thrown here.
    void split(std::size_t count, const std::function<void(std::size_t, std::size_t)>& body);

  private:
    /// A thread's part of a round.
    struct Share {
        std::exception_ptr thrown;
    };

    void work(std::size_t share, const std::stop_token& stop);
    void do_share(std::size_t share) noexcept;

    std::mutex mutex_;
    std::condition_variable_any begun_;
    std::condition_variable_any ended_;
    std::size_t round_ = 0;    ///< counts calls of split
    std::size_t running_ = 0;  ///< threads that are not done with the round
    std::size_t count_ = 0;
    const std::function<void(std::size_t, std::size_t)>* body_ = nullptr;
    std::vector<Share> shares_;
    std::vector<std::jthread> threads_;
};

}  // namespace fabricmap
