// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/delay_stack.hpp"

#include <cstddef>
#include <future>

namespace fabricmap::diagnosis {

/// The planes of a stack one after another, the next one being read while one is looked at. Nobody else may
/// read meanwhile.
class PlanesAhead {
  public:
    explicit PlanesAhead(const DelayStack& stack) : stack_(&stack) { read(); }

    /// The next plane; each length once. Throws what reading throws.
    [[nodiscard]] Matrix next() {
        Matrix plane = coming_.get();
        read();
        return plane;
    }

  private:
    void read() {
        if (number_ == stack_->message_lengths().size()) return;
        coming_ = std::async(std::launch::async, [this, k = number_++] { return stack_->plane(k); });
    }

    const DelayStack* stack_;
    std::size_t number_ = 0;
    std::future<Matrix> coming_;
};

}  // namespace fabricmap::diagnosis
