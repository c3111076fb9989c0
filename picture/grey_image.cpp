// SPDX-License-Identifier: Apache-2.0
#include "picture/grey_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace fabricmap::picture {

GreyImage::GreyImage(int width, int height) : width_(width), height_(height) {
    if (width < 1 || height < 1) {
        throw std::invalid_argument(fmt::format("a picture of {} × {} pixels", width, height));
    }
    pixels_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), white);
}

std::size_t GreyImage::index(int x, int y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
}

bool GreyImage::holds(int x, int y) const noexcept {
    return x >= 0 && y >= 0 && x < width_ && y < height_;
}

Grey GreyImage::at(int x, int y) const {
    if (!holds(x, y)) throw std::out_of_range(fmt::format("pixel ({}, {})", x, y));
    return pixels_[index(x, y)];
}

const Grey* GreyImage::line(int y) const {
    if (!holds(0, y)) throw std::out_of_range(fmt::format("line {}", y));
    return pixels_.data() + index(0, y);
}

void GreyImage::set(int x, int y, Grey grey) noexcept {
    if (holds(x, y)) pixels_[index(x, y)] = grey;
}

void GreyImage::fill(const Rectangle& area, Grey grey) noexcept {
    const int left = std::max(area.x, 0);
    const int right = std::min(area.right(), width_);
    if (left >= right) return;
    for (int y = std::max(area.y, 0); y < std::min(area.bottom(), height_); ++y) {
        std::fill_n(pixels_.begin() + static_cast<std::ptrdiff_t>(index(left, y)), right - left, grey);
    }
}

void GreyImage::frame(const Rectangle& area, Grey grey) noexcept {
    fill({area.x - 1, area.y - 1, area.width + 2, 1}, grey);
    fill({area.x - 1, area.bottom(), area.width + 2, 1}, grey);
    fill({area.x - 1, area.y, 1, area.height}, grey);
    fill({area.right(), area.y, 1, area.height}, grey);
}

void GreyImage::paste(const GreyImage& image, Point corner) noexcept {
    for (int y = 0; y < image.height_; ++y) {
        for (int x = 0; x < image.width_; ++x) {
            set(corner.x + x, corner.y + y, image.pixels_[image.index(x, y)]);
        }
    }
}

}  // namespace fabricmap::picture
