// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace fabricmap {

// Numbers of things, counted from 0. They serve as integers, but none becomes that of another thing, or an
// integer that of a thing, unless it is said: HostIndex(number). Matrices of Eigen take them (and enum
// classes not).
enum HostIndex : std::int32_t {};
enum RankIndex : std::int32_t {};

/// Numbers from the first, or 0, to that before the end, for loops.
template <typename Number>
class IndexRange {
  public:
    class Iterator {
      public:
        constexpr explicit Iterator(std::int32_t number) noexcept : number_(number) {}
        constexpr Number operator*() const noexcept { return Number(number_); }
        constexpr Iterator& operator++() noexcept {
            ++number_;
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

      private:
        std::int32_t number_;
    };

    constexpr explicit IndexRange(std::integral auto end) noexcept : IndexRange(0, end) {}
    constexpr IndexRange(std::integral auto first, std::integral auto end) noexcept
        : first_(static_cast<std::int32_t>(first)), end_(static_cast<std::int32_t>(end)) {}
    [[nodiscard]] constexpr Iterator begin() const noexcept { return Iterator(first_); }
    [[nodiscard]] constexpr Iterator end() const noexcept { return Iterator(end_); }
    [[nodiscard]] std::vector<Number> list() const {
        std::vector<Number> numbers;
        for (const Number number : *this) numbers.push_back(number);
        return numbers;
    }

  private:
    std::int32_t first_;
    std::int32_t end_;
};

/// A value for each thing of a sort, found by numbers of that sort alone. They are signed, as those of Eigen
/// are.
template <typename Number, typename Value>
class Indexed : public std::vector<Value> {
  public:
    using std::vector<Value>::vector;
    Indexed() = default;
    explicit Indexed(std::signed_integral auto count, const Value& value = {})
        : std::vector<Value>(static_cast<std::size_t>(count), value) {}
    explicit Indexed(std::vector<Value> values) : std::vector<Value>(std::move(values)) {}

    [[nodiscard]] decltype(auto) operator[](Number number) {
        return std::vector<Value>::operator[](static_cast<std::size_t>(number));
    }
    [[nodiscard]] decltype(auto) operator[](Number number) const {
        return std::vector<Value>::operator[](static_cast<std::size_t>(number));
    }
    [[nodiscard]] IndexRange<Number> indices() const { return IndexRange<Number>(std::ssize(*this)); }
};

template <typename Value>
using PerHost = Indexed<HostIndex, Value>;
template <typename Value>
using PerRank = Indexed<RankIndex, Value>;
/// A vector with the signed indices of Eigen.
template <typename Value>
using List = Indexed<std::ptrdiff_t, Value>;

}  // namespace fabricmap
