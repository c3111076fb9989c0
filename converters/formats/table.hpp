// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/conversion.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace fabricmap::converters {

// The converters, each in the file of its format.
void convert_to_text(const Conversion& conversion);
void convert_to_csv(const Conversion& conversion);
void convert_to_json(const Conversion& conversion);
void convert_to_png(const Conversion& conversion);
void convert_to_legacy(const Conversion& conversion);
void convert_to_run(const Conversion& conversion);

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

/// A line of the table of formats. What options a format takes, the help and the refusals follow from it.
struct Format {
    std::string_view name;    ///< the word for `--to`
    std::string_view suffix;  ///< of output files that mean this format; empty for none
    std::string_view what;    ///< for --help
    Target target;
    Content content;
    bool holds_all_statistics;  ///< as a table, where they are asked for
    void (*convert)(const Conversion&);
};

/// The first is the default.
inline constexpr std::array all_formats{
    Format{"text", ".txt", "the older toolkit's text form", Target::stream, Content::matrices, false,
           convert_to_text},
    Format{"csv", ".csv", "a line for each length and pair", Target::stream, Content::table, true,
           convert_to_csv},
    Format{"json", ".json", "the description and the matrices", Target::stream, Content::matrices_or_nan,
           true, convert_to_json},
    Format{"png", ".png", "a grey picture with a legend, darker is slower", Target::file, Content::picture,
           false, convert_to_png},
    Format{"legacy", "", "the older toolkit's NetCDF files, -o PREFIX", Target::run, Content::matrices, false,
           convert_to_legacy},
    Format{"run", "", "Fabricmap's own files, -o PREFIX", Target::run, Content::matrices_or_nan, false,
           convert_to_run},
};

}  // namespace fabricmap::converters
