// SPDX-License-Identifier: Apache-2.0
#include "picture/window.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace fabricmap::picture {
namespace {

constexpr float empty_cell = std::numeric_limits<float>::quiet_NaN();

/// Blocks of one level along an axis; none: the pixel lies beside the matrix.
struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    [[nodiscard]] bool is_empty() const noexcept { return begin >= end; }
    [[nodiscard]] bool is_single() const noexcept { return end - begin == 1; }
    friend bool operator==(const Span&, const Span&) = default;
};

/// The coarsest level whose blocks are no larger than a pixel, or but a little: then a pixel has less than
/// two blocks a side, and with the odd ones at the edges a window at most four values a pixel.
int level_for(const Pyramid& pyramid, const View& view) noexcept {
    constexpr double a_little = 0.015;
    const double cells = std::min(view.down.cells_per_pixel, view.across.cells_per_pixel);
    const double level = std::floor(std::log2(std::max(cells, 1.0)) + a_little);
    return std::min(static_cast<int>(level), pyramid.level_count() - 1);
}

/// Which blocks belong to each pixel: those that begin in it, and to the first one what the edge cuts. So
/// each belongs to one alone where it is not larger than a pixel. Of cells that are larger a pixel has the
/// one under its middle, of blocks that are a little larger all that it touches: two at most, and none is
/// lost.
std::vector<Span> spans_of(const AxisView& axis, int level, std::int64_t blocks) {
    std::vector<Span> spans(static_cast<std::size_t>(std::max(axis.pixels, 0)));
    const double block = std::ldexp(1.0, level);
    const bool is_enlarged = axis.cells_per_pixel < block;
    const auto first_from = [&](int pixel) {
        return static_cast<std::int64_t>(std::ceil(axis.cell_at(pixel) / block));
    };
    const auto under = [&](double place) {
        return static_cast<std::int64_t>(std::floor(axis.cell_at(place) / block));
    };
    int pixel = 0;
    for (Span& span : spans) {
        if (is_enlarged && level == 0) {
            constexpr double middle = 0.5;
            span.begin = under(pixel + middle);
            span.end = span.begin + 1;
        } else if (is_enlarged) {
            span = {under(pixel), first_from(pixel + 1)};
        } else {
            span.begin = pixel == 0 ? under(0) : first_from(pixel);
            span.end = std::max(first_from(pixel + 1), span.begin + 1);
        }
        span = {std::max<std::int64_t>(span.begin, 0), std::min(span.end, blocks)};
        ++pixel;
    }
    return spans;
}

class Window {
  public:
    Window(const Pyramid& pyramid, const Preview* preview, const View& view, Fold fold, const Shades& shades)
        : pyramid_(pyramid),
          preview_(preview),
          shades_(shades),
          fold_(fold),
          level_(level_for(pyramid, view)),
          down_(spans_of(view.down, level_, pyramid.rows_of(level_))),
          across_(spans_of(view.across, level_, pyramid.columns_of(level_))),
          values_(across_.size()),
          counts_(across_.size()) {
        const double largest = std::max(view.down.cells_per_pixel, view.across.cells_per_pixel);
        is_hatched_ = largest * min_hatched_cell <= 1;
    }

    /// Appends height × width pixels.
    void draw(ShadePicture& picture) {
        picture.pixels.reserve(down_.size() * across_.size());
        Span read{-1, -1};
        for (std::size_t y = 0; y < down_.size(); ++y) {
            const Span& rows = down_[y];
            const bool is_ready = !rows.is_empty() && pyramid_.is_ready(level_, rows.end - 1);
            if (is_ready && !(rows == read)) {
                picture.values_read += read_line(rows);
                read = rows;
            }
            for (std::size_t x = 0; x < across_.size(); ++x) {
                picture.pixels.push_back(is_ready ? pixel(x, y) : pixel_before(x, y));
            }
        }
    }

  private:
    /// The fold over the blocks of each pixel of a line; says how many blocks these are.
    std::int64_t read_line(const Span& down) {
        std::int64_t values_read = 0;
        std::fill(values_.begin(), values_.end(), empty_cell);
        std::fill(counts_.begin(), counts_.end(), 0);
        for (std::int64_t row = down.begin; row < down.end; ++row) {
            const float* const blocks = pyramid_.row(level_, row, fold_);
            for (std::size_t pixel = 0; pixel < values_.size(); ++pixel) {
                const auto [begin, end] = across_[pixel];
                values_read += std::max<std::int64_t>(end - begin, 0);
                for (std::int64_t block = begin; block < end; ++block)
                    take(values_[pixel], counts_[pixel], blocks[block]);
            }
        }
        for (std::size_t pixel = 0; fold_ == Fold::mean && pixel < values_.size(); ++pixel) {
            if (counts_[pixel] > 0) values_[pixel] /= static_cast<float>(counts_[pixel]);
        }
        return values_read;
    }
    void take(float& value, int& count, float next) const noexcept {
        if (std::isnan(next)) return;
        ++count;
        if (count == 1) {
            value = next;
        } else if (fold_ == Fold::maximum) {
            value = std::max(value, next);
        } else if (fold_ == Fold::minimum) {
            value = std::min(value, next);
        } else {
            value += next;
        }
    }

    [[nodiscard]] std::uint8_t pixel(std::size_t x, std::size_t y) const {
        const Span& rows = down_[y];
        const Span& columns = across_[x];
        if (columns.is_empty()) return Shades::outside;
        const float value = values_[x];
        if (!std::isnan(value)) return shades_(value);
        const bool is_cell = level_ == 0 && rows.is_single() && columns.is_single();
        if (is_cell && pyramid_.never().holds(rows.begin, columns.begin)) return Shades::never;
        return is_hatched_ && (x + y) % std::size_t{hatch_period} == 0 ? Shades::hatch : Shades::missing;
    }

    /// Of rows that are still to be read.
    [[nodiscard]] std::uint8_t pixel_before(std::size_t x, std::size_t y) const {
        if (down_[y].is_empty() || across_[x].is_empty()) return Shades::outside;
        if (preview_ == nullptr) return Shades::unread;
        const auto row = (down_[y].begin << level_) / preview_->rows_a_block;
        const auto column = (across_[x].begin << level_) / preview_->columns_a_block;
        const auto value = static_cast<float>(preview_->values(row, column));
        return std::isnan(value) ? Shades::missing : shades_(value);
    }

    const Pyramid& pyramid_;
    const Preview* preview_;
    const Shades& shades_;
    Fold fold_;
    int level_;
    std::vector<Span> down_;
    std::vector<Span> across_;
    std::vector<float> values_;  ///< of the line that was read last, one a pixel
    std::vector<int> counts_;
    bool is_hatched_ = false;
};

/// Takes of each pixel the shade that is farther from that of 1.
void take_farther(ShadePicture& slowest, const ShadePicture& fastest, const Shades& shades) {
    const int of_one = shades(1);
    for (std::size_t pixel = 0; pixel < slowest.pixels.size(); ++pixel) {
        const std::uint8_t slow = slowest.pixels[pixel];
        const std::uint8_t fast = fastest.pixels[pixel];
        if (slow >= Shades::count || fast >= Shades::count) continue;
        if (std::abs(fast - of_one) > std::abs(slow - of_one)) slowest.pixels[pixel] = fast;
    }
    slowest.values_read += fastest.values_read;
}

}  // namespace

ShadePicture draw_window(const Pyramid& pyramid, const Preview* preview, const View& view,
                         const Shades& shades, Fold fold) {
    if (fold == Fold::farthest_from_one) {
        ShadePicture drawn = draw_window(pyramid, preview, view, shades, Fold::maximum);
        take_farther(drawn, draw_window(pyramid, preview, view, shades, Fold::minimum), shades);
        return drawn;
    }
    ShadePicture picture{view.across.pixels, view.down.pixels, {}, 0};
    Window(pyramid, preview, view, fold, shades).draw(picture);
    return picture;
}

}  // namespace fabricmap::picture
