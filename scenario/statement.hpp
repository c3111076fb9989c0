// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap {

/// One statement of a scenario: a name, words, and keys with values. What is taken from it is gone, so that
/// what remains at the end is known to be meant for nobody.
class Statement {
  public:
    /// `where` begins every message: "rack.lab:3".
    Statement(std::string where, const std::vector<std::string>& words);

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// The next word without "="; nothing where there is none.
    std::optional<std::string> take_word();
    /// The value of a key; nothing where it is not given.
    std::optional<std::string> take(const std::string& key);

    /// A whole number from `least` to `most`.
    std::optional<int> take_count(const std::string& key, int least, int most);
    /// The same, and an error where it is not given.
    int require_count(const std::string& key, int least, int most);
    /// Numbers of at least 1 with "x" between them: 8x8x4.
    std::vector<int> take_shape(const std::string& key);
    /// A positive span of time, in seconds.
    std::optional<double> take_seconds(const std::string& key);
    /// Bytes a second.
    std::optional<double> take_rate(const std::string& key);
    /// A number above zero.
    std::optional<double> take_factor(const std::string& key);
    /// A share from 0 to 1.
    std::optional<double> take_fraction(const std::string& key);
    /// Bytes.
    std::optional<std::int64_t> take_size(const std::string& key);

    /// Throws FileError where something was not taken.
    void refuse_rest() const;
    /// Throws FileError "WHERE: NAME: PROBLEM".
    [[noreturn]] void refuse(const std::string& problem) const;

  private:
    std::string where_;
    std::string name_;
    std::vector<std::string> words_;
    std::vector<std::pair<std::string, std::string>> values_;
    std::vector<std::string> known_;  ///< keys that somebody asked for
};

}  // namespace fabricmap
