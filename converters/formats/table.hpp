// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/conversion/conversion.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace fabricmap::converters {

/// Where a format's bytes can go.
enum class Target : std::uint8_t {
    stream,  ///< stdout or a file
    file,    ///< a file
    run,     ///< the files of a run, which have a prefix in common; always the whole run
};

/// What a format holds, which says how its diagonal may be treated.
enum class Content : std::uint8_t {
    matrices,         ///< as they are
    matrices_or_nan,  ///< whose diagonal can be NaN
    table,            ///< rows of pairs, which can be left out
    picture,          ///< grey levels
};

/// What options a format takes, the help and the refusals follow from it.
struct Format {
    std::string_view name;    ///< the word for `--to`
    std::string_view suffix;  ///< of output files that mean this format; empty for none
    std::string_view what;    ///< for --help
    Target target;
    Content content;
    bool holds_all_statistics;  ///< as a table, where they are asked for
    void (*convert)(const Conversion&);
};

/// The first is the default. To add one: a file that defines it, and its name in CMakeLists.txt.
[[nodiscard]] std::span<const Format* const> all_formats() noexcept;

}  // namespace fabricmap::converters
