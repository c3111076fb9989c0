// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/vocabulary.hpp"
#include "picture/layout/preset.hpp"
#include "picture/scaling.hpp"
#include "picture/shades.hpp"
#include "viewer/reading/displayed.hpp"
#include "viewer/reading/rank_order.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::viewer {

/// What --export draws.
enum class ExportedView : std::uint8_t { matrix, row, column, pair, compare };

/// A picture or its numbers, without a window.
struct ExportOptions {
    std::filesystem::path file;
    ExportedView view = ExportedView::matrix;
    std::int64_t sender = 0;
    std::int64_t receiver = 1;
    std::optional<std::int64_t> length_bytes;  ///< nothing: the middle one, or that of a finding
    std::optional<Statistic> statistic;        ///< nothing: what the run prefers
    Endpoints endpoints = Endpoints::ranks;
    Order order = Order::rank;
    std::optional<picture::Scale> scale;      ///< nothing: linear, but logarithmic over all lengths
    std::optional<picture::Palette> palette;  ///< nothing: grey, of what lies about 1 two colours
    int width = 1280;                         ///< pixels
    int height = 960;
    const picture::Preset* preset = nullptr;  ///< instead of that size
    bool counts_bytes = false;                ///< of traffic: bytes instead of messages
    bool rates = false;                       ///< bytes a second instead of delays
    bool expected = false;                    ///< times what pairs of the same class take instead of delays
    bool overwrite = false;
};

struct Options {
    std::vector<std::string> sources;
    std::optional<ExportOptions> exported;  ///< nothing: a window is wanted
    bool watch = false;
    std::string answer;  ///< what --help or --version asks for
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] Options parse_options(const std::vector<std::string>& words);

}  // namespace fabricmap::viewer
