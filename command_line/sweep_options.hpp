// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/message_lengths.hpp"
#include "netcdf_schema/run/vocabulary.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

class Command;

/// The options that say what is swept, the same in every program that makes a run. Readers throw UsageError
/// that names the option and the remedy.
class SweepOptions {
  public:
    /// What --help shows as the values that count where nothing is given.
    struct Defaults {
        std::string mode = " [one_to_one]";
        std::string lengths = " [0,1K,64K,1M]";
        std::string repeats = " [100]";
        std::string timing = " [one_way]";
        std::string seed = " [random]";
        bool probes = true;  ///< whether this program finds lengths by measuring
    };
    /// They come from elsewhere.
    static Defaults no_defaults() { return {"", "", "", "", "", false}; }

    /// Adds them to the program's options; `this` must outlive the parsing.
    void declare(Command& app, const Defaults& defaults);

    /// Whether the user gave one of them.
    [[nodiscard]] bool gives_mode() const noexcept { return type_.has_value(); }
    [[nodiscard]] bool gives_lengths() const noexcept { return lengths_ || gives_row(); }
    [[nodiscard]] bool gives_repeats() const noexcept { return repeats_.has_value(); }
    [[nodiscard]] bool gives_timing() const noexcept { return timing_.has_value(); }

    [[nodiscard]] Mode mode() const;
    /// Bytes, ascending. For programs that measure nothing: they refuse `probe`.
    [[nodiscard]] std::vector<std::int64_t> lengths() const;
    [[nodiscard]] LengthRequest length_request() const;
    [[nodiscard]] std::int64_t repeats() const;
    /// What was chosen, else the mode's usual one.
    [[nodiscard]] std::optional<Timing> timing() const { return timing_of(mode()); }
    [[nodiscard]] std::optional<Timing> timing_of(Mode mode) const;
    [[nodiscard]] std::optional<std::uint64_t> seed() const;

  private:
    [[nodiscard]] bool gives_row() const noexcept { return begin_ || end_ || step_; }
    [[nodiscard]] std::vector<std::int64_t> row() const;
    void refuse_row_beside_list() const;

    std::optional<std::string> type_;
    std::optional<std::string> begin_;
    std::optional<std::string> end_;
    std::optional<std::string> step_;
    std::optional<std::string> lengths_;
    std::optional<std::string> repeats_;
    std::optional<std::string> timing_;
    std::optional<std::string> seed_;
};

/// The words of all modes, with a space before each.
[[nodiscard]] std::string mode_names();

/// Those of the modes of which `holds` is true, with a word before the last: "a, b and c".
[[nodiscard]] std::string mode_names_where(const std::function<bool(const ModeTraits&)>& holds,
                                           std::string_view word = "and");

/// For completion of `--statistic`.
[[nodiscard]] std::vector<std::string> statistic_names();

/// What `--statistic` says. Throws UsageError with the word and the names there are.
[[nodiscard]] Statistic read_statistic(std::string_view word);

}  // namespace fabricmap
