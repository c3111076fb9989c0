// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/vocabulary.hpp"
#include "picture/scaling.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fabricmap::converters {

struct Format;

/// What the grey scale of a picture spans (`--range`).
enum class RangeOf : std::uint8_t { plane, run };
using RangeChoice = std::variant<RangeOf, picture::ValueRange>;

/// What becomes of the pairs of a rank with itself where the mode does not measure them (`--diagonal`).
enum class Diagonal : std::uint8_t { keep, nan, omit };

/// What the user asked for, checked as a whole as far as that is possible without the run.
struct Options {
    const Format* format = nullptr;
    std::string input;                            ///< as open_run takes it
    std::optional<std::filesystem::path> output;  ///< nothing: stdout
    std::optional<Statistic> statistic;           ///< nothing: the file's own, else the median
    bool all_statistics = false;                  ///< those of the run side by side, and its quality
    std::optional<std::int64_t> length_bytes;
    std::optional<std::pair<std::int64_t, std::int64_t>> pair;
    std::vector<std::string> beside;  ///< runs whose pairs of these ranks are drawn in the same plot
    std::optional<std::int64_t> row;
    RangeChoice range = RangeOf::plane;
    Diagonal diagonal = Diagonal::keep;
    bool overwrite = false;
    bool quiet = false;
};

}  // namespace fabricmap::converters
