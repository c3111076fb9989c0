// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/conversion.hpp"

#include <span>
#include <string_view>

namespace fabricmap::converters {

/// A line of the table of formats.
struct Format {
    std::string_view name;    ///< the word for `--to`
    std::string_view suffix;  ///< of output files that mean this format; empty for none
    std::string_view what;    ///< for --help
    bool needs_output;        ///< it cannot go to stdout
    void (*convert)(const Conversion&);
};

[[nodiscard]] std::span<const Format> all_formats() noexcept;

// The converters, each in the file of its format.
void convert_to_text(const Conversion& conversion);
void convert_to_csv(const Conversion& conversion);
void convert_to_json(const Conversion& conversion);
void convert_to_png(const Conversion& conversion);
void convert_to_legacy(const Conversion& conversion);
void convert_to_run(const Conversion& conversion);

}  // namespace fabricmap::converters
