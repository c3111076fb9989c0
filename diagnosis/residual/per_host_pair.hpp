// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// A value of each pair of two hosts, for both directions: half the memory of hosts × hosts. Of the pairs of
/// a host with itself only a machine of one host has that, for the ranks on it.
template <typename Value>
class PerHostPair {
  public:
    explicit PerHostPair(int hosts)
        : hosts_(hosts),
          values_(std::max<std::size_t>(
              1, static_cast<std::size_t>(hosts) * static_cast<std::size_t>(hosts) / 2)) {}

    [[nodiscard]] int host_count() const noexcept { return hosts_; }
    [[nodiscard]] Value& operator()(HostIndex host, HostIndex other) {
        return values_[place_of(host, other)];
    }
    [[nodiscard]] const Value& operator()(HostIndex host, HostIndex other) const {
        return values_[place_of(host, other)];
    }

    /// Calls act(host, other, value) for each pair once, as they lie in memory.
    template <typename Act>
    void for_each(const Act& act) const {
        std::size_t place = 0;
        for (const HostIndex host : IndexRange<HostIndex>(hosts_)) {
            for (const HostIndex other : IndexRange<HostIndex>(+host)) act(host, other, values_[place++]);
        }
    }

  private:
    [[nodiscard]] static std::size_t place_of(HostIndex host, HostIndex other) {
        const auto less = static_cast<std::size_t>(std::min(host, other));
        const auto more = static_cast<std::size_t>(std::max(host, other));
        return more * (more - 1) / 2 + less;
    }

    int hosts_;
    std::vector<Value> values_;
};

}  // namespace fabricmap::diagnosis
