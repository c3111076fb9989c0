// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

/// A phrase of findings in a reader's language. What stands in braces is kept: it stands for a value.
using Language = std::function<std::string(std::string_view phrase)>;

/// The phrase itself.
[[nodiscard]] std::string english(std::string_view phrase);

/// The phrase in that language, with the values in the order of its braces.
[[nodiscard]] std::string filled_phrase(const Language& in, std::string_view phrase,
                                        const std::vector<std::string>& values);

/// A sentence whose values stand apart, so that it can be said in another language.
class Note {
  public:
    /// `phrase` has an empty pair of braces for each value.
    Note(std::string phrase, std::vector<std::string> values = {})
        : phrase_(std::move(phrase)), values_(std::move(values)) {}
    Note(const char* phrase) : Note(std::string(phrase)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] std::string text(const Language& in = english) const {
        return filled_phrase(in, phrase_, values_);
    }

  private:
    std::string phrase_;
    std::vector<std::string> values_;
};

}  // namespace fabricmap::diagnosis
