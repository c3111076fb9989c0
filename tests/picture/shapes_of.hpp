// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fabricmap::testing {

/// The shapes of one type, in their order.
template <typename Type>
std::vector<Type> shapes_of(const picture::Drawing& drawing) {
    std::vector<Type> found;
    for (const picture::Shape& shape : drawing.shapes) {
        if (const auto* const one = std::get_if<Type>(&shape)) found.push_back(*one);
    }
    return found;
}

/// The first text with those words; fails the test where there is none.
inline picture::Text text_with(const picture::Drawing& drawing, const std::string& words) {
    for (const auto& text : shapes_of<picture::Text>(drawing)) {
        if (text.words == words) return text;
    }
    ADD_FAILURE() << "no text " << words;
    return {};
}

inline std::vector<std::string> words_of(const picture::Drawing& drawing) {
    std::vector<std::string> words;
    for (const auto& text : shapes_of<picture::Text>(drawing)) words.push_back(text.words);
    return words;
}

}  // namespace fabricmap::testing
