// SPDX-License-Identifier: Apache-2.0
#include "picture/shapes/inks.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace fabricmap::picture {
namespace {

// The series have Okabe and Ito's colours, which people with any colour vision tell apart; their yellow is
// too pale on white.
constexpr std::array<Colour, ink_count> paper_colours{{{0, 0, 0},
                                                       {0x50, 0x56, 0x60},
                                                       {0x59, 0x60, 0x6d},
                                                       {0xcf, 0xd4, 0xdc},
                                                       {0xff, 0xff, 0xff},
                                                       {0xc8, 0x37, 0x0a},
                                                       {0x0b, 0x57, 0xd0},
                                                       {0x00, 0x72, 0xb2},
                                                       {0xd5, 0x5e, 0x00},
                                                       {0x00, 0x9e, 0x73},
                                                       {0xcc, 0x79, 0xa7},
                                                       {0xe6, 0x9f, 0x00},
                                                       {0x56, 0xb4, 0xe9}}};

constexpr std::array<std::string_view, 7> ink_names{"text",  "quiet", "rule",  "grid",
                                                    "paper", "mark",  "accent"};

}  // namespace

Colour paper_colour(Ink ink) noexcept {
    return paper_colours.at(static_cast<std::size_t>(ink));
}

std::string ink_name(Ink ink) {
    const auto number = static_cast<std::size_t>(ink);
    if (number < ink_names.size()) return std::string(ink_names.at(number));
    return fmt::format("series{}", number - ink_names.size());
}

}  // namespace fabricmap::picture
