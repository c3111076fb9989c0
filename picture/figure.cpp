// SPDX-License-Identifier: Apache-2.0
#include "picture/figure.hpp"

#include "netcdf_schema/message_lengths.hpp"
#include "picture/font.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricmap {
namespace {

constexpr int margin = 24;
constexpr int text_scale = 2;
constexpr int line_height = (glyph_height + 4) * text_scale;
constexpr int gap = 10;
constexpr int scale_width = 28;
constexpr int least_scale_height = 240;
constexpr int tick = 6;
constexpr Grey line_grey = 20000;

/// Where everything stands on the page.
struct Layout {
    CellSize cell;
    Rectangle matrix;
    Rectangle scale;
    Rectangle missing;
    int width = 0;
    int height = 0;
};

struct Block {
    int first = 0;
    int size = 1;
    std::string label;
};

/// Neighbours with one label.
std::vector<Block> blocks_of(const std::vector<std::string>& labels) {
    std::vector<Block> blocks;
    for (std::size_t index = 0; index < labels.size(); ++index) {
        if (!blocks.empty() && blocks.back().label == labels[index]) {
            ++blocks.back().size;
        } else {
            blocks.push_back({static_cast<int>(index), 1, labels[index]});
        }
    }
    return blocks;
}

int widest(const std::vector<std::string>& texts) {
    int width = 0;
    for (const std::string& text : texts) width = std::max(width, text_width(text, text_scale));
    return width;
}

Layout lay_out(const Figure& figure, int wanted_pixels) {
    Layout layout;
    layout.cell = enlarged_to(figure.values.rows(), figure.values.cols(), wanted_pixels);
    const int title_height = static_cast<int>(figure.title.size()) * line_height + gap;
    const int left = margin + line_height + widest(figure.row_labels) + gap + tick;
    const int top = margin + title_height + line_height + widest(figure.column_labels) + gap + tick;
    layout.matrix = cells_area(figure.values, layout.cell, left, top);
    const int scale_height =
        std::max(least_scale_height, std::min(layout.matrix.height, 2 * least_scale_height));
    layout.scale = {left + layout.matrix.width + 3 * gap, top, scale_width, scale_height};
    layout.missing = {layout.scale.left, top + scale_height + 2 * gap, scale_width, scale_width};
    const int scale_text = std::max({text_width(figure.unit.text(figure.range.low), text_scale),
                                     text_width(figure.unit.text(figure.range.high), text_scale),
                                     text_width("not measured", text_scale)});
    const int right = layout.scale.left + scale_width + tick + gap + scale_text;
    layout.width = std::max(right, margin + widest(figure.title)) + margin;
    layout.height =
        std::max(layout.matrix.top + layout.matrix.height, layout.missing.top + scale_width) + margin;
    return layout;
}

void draw_title(GreyImage& page, const Figure& figure) {
    int y = margin;
    for (const std::string& line : figure.title) {
        page.write(margin, y, line, text_scale);
        y += line_height;
    }
}

/// Labels that would run into the one before are left out; the ticks of all blocks stay while they can be
/// told apart.
void draw_row_axis(GreyImage& page, const Figure& figure, const Layout& layout) {
    const Rectangle& matrix = layout.matrix;
    page.write_upwards(margin, matrix.top + (matrix.height + text_width(figure.row_axis, text_scale)) / 2,
                       figure.row_axis, text_scale);
    int free_from = 0;
    for (const Block& block : blocks_of(figure.row_labels)) {
        const int begin = matrix.top + block.first * layout.cell.cell_pixels;
        const int height = block.size * layout.cell.cell_pixels;
        const int y = begin + (height - glyph_height * text_scale) / 2;
        if (height >= 3) page.fill({matrix.left - 1 - tick, begin, tick, 1}, line_grey);
        if (y < free_from) continue;
        page.write(matrix.left - gap - tick - text_width(block.label, text_scale), y, block.label,
                   text_scale);
        free_from = y + line_height;
    }
}

void draw_column_axis(GreyImage& page, const Figure& figure, const Layout& layout) {
    const Rectangle& matrix = layout.matrix;
    const int labels_height = widest(figure.column_labels);
    page.write(matrix.left + std::max(0, (matrix.width - text_width(figure.column_axis, text_scale)) / 2),
               matrix.top - gap - tick - labels_height - line_height, figure.column_axis, text_scale);
    int free_from = 0;
    for (const Block& block : blocks_of(figure.column_labels)) {
        const int begin = matrix.left + block.first * layout.cell.cell_pixels;
        const int width = block.size * layout.cell.cell_pixels;
        const int x = begin + (width - glyph_height * text_scale) / 2;
        if (width >= 3) page.fill({begin, matrix.top - 1 - tick, 1, tick}, line_grey);
        if (x < free_from) continue;
        page.write_upwards(x, matrix.top - gap - tick, block.label, text_scale);
        free_from = x + line_height;
    }
}

void draw_scale(GreyImage& page, const Figure& figure, const Layout& layout) {
    const Rectangle& scale = layout.scale;
    const ValueRange& range = figure.range;
    for (int y = 0; y < scale.height && range.is_known(); ++y) {
        const double share = 1 - static_cast<double>(y) / (scale.height - 1);
        page.fill({scale.left, scale.top + y, scale.width, 1},
                  grey_of(range.low + share * (range.high - range.low), range));
    }
    page.frame(scale, line_grey);
    constexpr int steps = 4;
    const bool has_width = range.high > range.low;
    for (int step = 0; step <= steps && range.is_known(); ++step) {
        if (!has_width && step > 0) break;
        const int y = scale.top + (scale.height - 1) * (steps - step) / steps;
        page.fill({scale.left + scale.width, y, tick, 1}, line_grey);
        const double value = range.low + (range.high - range.low) * step / steps;
        page.write(scale.left + scale.width + tick + gap, y - glyph_height * text_scale / 2,
                   figure.unit.text(value), text_scale);
    }
    draw_missing(page, layout.missing);
    page.frame(layout.missing, line_grey);
    page.write(layout.missing.left + scale_width + tick + gap,
               layout.missing.top + (scale_width - glyph_height * text_scale) / 2, "not measured",
               text_scale);
}

std::string host_label(const RankPlace& place, std::size_t rank, bool one_rank_each) {
    if (place.host.empty()) return fmt::format("{}", rank);
    return one_rank_each ? fmt::format("{} {}", rank, place.host) : place.host;
}

/// The hosts where they tell the ranks apart in blocks, else each rank's number.
std::vector<std::string> rank_labels(const RunDescription& run) {
    std::set<std::string> hosts;
    for (const RankPlace& place : run.ranks) hosts.insert(place.host);
    std::vector<std::string> labels;
    for (std::size_t rank = 0; rank < run.ranks.size(); ++rank) {
        const bool several_hosts = hosts.size() > 1;
        const bool one_rank_each = hosts.size() == run.ranks.size();
        labels.push_back(several_hosts ? host_label(run.ranks[rank], rank, one_rank_each)
                                       : fmt::format("{}", rank));
    }
    return labels;
}

std::string run_line(const RunDescription& run) {
    std::set<std::string> hosts;
    for (const RankPlace& place : run.ranks) {
        if (!place.host.empty()) hosts.insert(place.host);
    }
    std::string line = fmt::format("{} ranks", run.rank_count());
    if (hosts.size() == 1) line += fmt::format(" on host {}", *hosts.begin());
    if (hosts.size() > 1) line += fmt::format(" on {} hosts", hosts.size());
    return run.started.empty() ? line : line + ", " + run.started;
}

std::string mode_words(const RunDescription& run) {
    return std::string(run.mode ? name_of(*run.mode) : "unknown mode");
}

}  // namespace

GreyImage draw_figure(const Figure& figure, int wanted_pixels) {
    const Layout layout = lay_out(figure, wanted_pixels);
    GreyImage page(layout.width, layout.height);
    draw_title(page, figure);
    draw_cells(page, figure.values, figure.range, layout.cell, layout.matrix.left, layout.matrix.top);
    page.frame(layout.matrix, line_grey);
    draw_row_axis(page, figure, layout);
    draw_column_axis(page, figure, layout);
    draw_scale(page, figure, layout);
    return page;
}

Figure plane_figure(const RunDescription& run, Statistic statistic, std::int64_t length_bytes, Matrix plane,
                    const ValueRange& range) {
    Figure figure;
    figure.title = {fmt::format("{}, {}, {} bytes", mode_words(run), name_of(statistic), length_bytes),
                    run_line(run)};
    figure.values = std::move(plane);
    figure.range = range;
    figure.unit = unit_for(range, statistic);
    figure.row_axis = "sender";
    figure.column_axis = "receiver";
    figure.row_labels = rank_labels(run);
    figure.column_labels = figure.row_labels;
    return figure;
}

Figure row_figure(const RunDescription& run, Statistic statistic, std::int64_t sender,
                  const std::vector<std::int64_t>& message_lengths, Matrix row, const ValueRange& range) {
    Figure figure;
    figure.title = {fmt::format("{}, {}, sent by rank {}", mode_words(run), name_of(statistic), sender),
                    run_line(run)};
    figure.values = std::move(row);
    figure.range = range;
    figure.unit = unit_for(range, statistic);
    figure.row_axis = "bytes";
    figure.column_axis = "receiver";
    for (const std::int64_t length : message_lengths) figure.row_labels.push_back(format_size(length));
    figure.column_labels = rank_labels(run);
    return figure;
}

}  // namespace fabricmap
