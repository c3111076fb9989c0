// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/mixing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <unordered_map>
#include <vector>

namespace fabricmap::tracing {

/// What all parts of an operation have in common.
using MatchKey = std::array<std::int32_t, 4>;

/// Numbers keys in the order in which they are met.
class MatchKeys {
  public:
    std::uint32_t number_of(const MatchKey& key) {
        const auto [found, is_new] = numbers_.emplace(key, static_cast<std::uint32_t>(keys_.size()));
        if (is_new) keys_.push_back(key);
        return found->second;
    }
    [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }
    [[nodiscard]] const MatchKey& operator[](std::uint32_t number) const noexcept { return keys_[number]; }
    /// Their numbers, in the order of the keys.
    [[nodiscard]] std::vector<std::uint32_t> sorted() const {
        std::vector<std::uint32_t> numbers(keys_.size());
        std::iota(numbers.begin(), numbers.end(), 0U);
        std::sort(numbers.begin(), numbers.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return keys_[a] < keys_[b]; });
        return numbers;
    }

  private:
    struct Hash {
        std::size_t operator()(const MatchKey& key) const noexcept {
            const auto pack = [](std::int32_t high, std::int32_t low) {
                return std::uint64_t{static_cast<std::uint32_t>(high)} << 32U |
                       static_cast<std::uint32_t>(low);
            };
            return mix(pack(key[0], key[1]), pack(key[2], key[3]));
        }
    };

    std::unordered_map<MatchKey, std::uint32_t, Hash> numbers_;
    std::vector<MatchKey> keys_;
};

/// Parts by the numbers of their keys, those of a key in the order of their times. Parts are large and many:
/// what is sorted is their positions.
template <typename Part>
class PartsByKey {
  public:
    /// `keys`: of each part, below `count`; `time`: of a part.
    template <typename Time>
    PartsByKey(const std::vector<Part>& parts, const std::vector<std::uint32_t>& keys, std::size_t count,
               const Time& time)
        : parts_(&parts), first_(count + 1, 0), positions_(parts.size()) {
        for (const std::uint32_t key : keys) ++first_[key + 1];
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
        for (std::size_t part = 0; part < keys.size(); ++part) {
            positions_[next[keys[part]]++] = static_cast<std::uint32_t>(part);
        }
        const auto is_earlier = [&](std::uint32_t a, std::uint32_t b) {
            return time(parts[a]) < time(parts[b]);
        };
        // What was recorded first mostly is first, but for probes and threads.
        for (std::size_t key = 0; key < count; ++key) {
            const std::span<std::uint32_t> own =
                std::span(positions_).subspan(first_[key], first_[key + 1] - first_[key]);
            if (!std::is_sorted(own.begin(), own.end(), is_earlier)) {
                std::stable_sort(own.begin(), own.end(), is_earlier);
            }
        }
    }

    [[nodiscard]] std::size_t count(std::uint32_t key) const noexcept {
        return first_[key + 1] - first_[key];
    }
    [[nodiscard]] const Part& part(std::uint32_t key, std::size_t index) const noexcept {
        return (*parts_)[positions_[first_[key] + index]];
    }

  private:
    const std::vector<Part>* parts_;
    std::vector<std::size_t> first_;  ///< of a key, in positions_
    std::vector<std::uint32_t> positions_;
};

}  // namespace fabricmap::tracing
