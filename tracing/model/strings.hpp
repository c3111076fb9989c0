// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fabricmap::tracing {

/// A string of a trace. Equal strings of one trace have equal numbers.
enum class StringId : std::uint32_t {};

/// Stands where a text field is unknown.
inline constexpr StringId no_string{0xffffffffU};

/// The strings of a trace, each of which is kept once.
class Strings {
  public:
    Strings() = default;
    Strings(Strings&&) noexcept = default;
    Strings& operator=(Strings&&) noexcept = default;
    Strings(const Strings&) = delete;
    Strings& operator=(const Strings&) = delete;
    ~Strings() = default;

    /// The number of the string, which is kept from now on.
    StringId intern(std::string_view text) {
        const auto found = ids_.find(text);
        if (found != ids_.end()) return found->second;
        const auto id = static_cast<StringId>(texts_.size());
        ids_.emplace(texts_.emplace_back(text), id);
        return id;
    }

    /// The number of a string that is kept; no_string where it is not.
    [[nodiscard]] StringId find(std::string_view text) const {
        const auto found = ids_.find(text);
        return found == ids_.end() ? no_string : found->second;
    }

    /// The string; valid as long as this object. Empty of no_string.
    [[nodiscard]] std::string_view operator[](StringId id) const {
        if (id == no_string) return {};
        return texts_[static_cast<std::size_t>(id)];
    }

    [[nodiscard]] std::size_t size() const noexcept { return texts_.size(); }

  private:
    std::deque<std::string> texts_;  // whose elements stay where they are, moved or not
    std::unordered_map<std::string_view, StringId> ids_;
};

}  // namespace fabricmap::tracing
