// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/strings.hpp"

#include <string_view>

namespace fabricmap::rules {

/// Numbers strings, equal ones alike: those of a trace by their numbers there, others after them.
class TextNumbers {
  public:
    /// `strings` must outlive this, and get no more strings.
    explicit TextNumbers(const tracing::Strings& strings) : strings_(strings) {}

    [[nodiscard]] tracing::StringId number_of(std::string_view text);
    /// Empty for no_string; valid as long as this object.
    [[nodiscard]] std::string_view text_of(tracing::StringId number) const;

  private:
    const tracing::Strings& strings_;
    tracing::Strings others_;
};

}  // namespace fabricmap::rules
