// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/plane_picture.hpp"

#include "base/message_lengths.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "diagnosis/reports/page/base64.hpp"
#include "diagnosis/reports/page/mark_drawing.hpp"
#include "diagnosis/reports/page/svg.hpp"
#include "diagnosis/reports/plain_text.hpp"
#include "picture/cells.hpp"
#include "picture/png_file.hpp"
#include "picture/ramp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

constexpr int max_pixels = 512;  ///< of a side; keeps pages of thousands of hosts small
constexpr int largest_cell = 64;
constexpr std::size_t max_host_name_letters = 12;
constexpr double letter_width = 9.6;  ///< of a wide font; narrower ones leave some room
constexpr double gap = 6;
constexpr double tick_distance = 34;
constexpr double ramp_height = 14;
constexpr double legend_height = 68;

Matrix cells_of(const HostPlane& plane, PlaneValue value, const std::vector<int>& order) {
    const auto& source = value == PlaneValue::delay ? plane.delay_s : plane.factor;
    const auto hosts = static_cast<Eigen::Index>(order.size());
    if (source.rows() != hosts || source.cols() != hosts) return {};
    Matrix cells(hosts, hosts);
    for (Eigen::Index row = 0; row < hosts; ++row) {
        for (Eigen::Index column = 0; column < hosts; ++column) {
            cells(row, column) =
                source(order[static_cast<std::size_t>(row)], order[static_cast<std::size_t>(column)]);
        }
    }
    return cells;
}

picture::GreyScale scale_of(const picture::ValueRange& range, PlaneValue value) {
    // What is healthy has to stay light, however little it spreads.
    constexpr double min_dark_factor = 1.5;
    constexpr double linear_ratio = 10;
    const double lowest = value == PlaneValue::factor ? 1 : range.lowest;
    const picture::ValueRange shown{lowest, std::max(range.highest, min_dark_factor * lowest)};
    const bool wide = shown.lowest > 0 && shown.highest / shown.lowest > linear_ratio;
    return picture::GreyScale(shown, wide ? picture::Scale::logarithmic : picture::Scale::linear);
}

/// The cells as a PNG of 256 greys: more cannot be seen, and noise in finer ones cannot be compressed.
std::string png_of(const Matrix& cells, const picture::GreyScale& scale) {
    const auto axis = picture::AxisDetail::at_most(cells.rows(), max_pixels, largest_cell);
    picture::GreyImage image = picture::draw_cells(cells, scale, {.diagonal = true}, {axis, axis});
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            image.set(x, y, static_cast<picture::Grey>(image.at(x, y) / 257 * 257));
        }
    }
    return picture::encode_png(image);
}

struct Frame {
    SvgBox matrix;
    double cell = 1;
    std::vector<std::string> names;  ///< of the rows and columns, cut to a length that fits
};

Frame frame_of(const Diagnosis& diagnosis, const std::vector<int>& order) {
    Frame frame;
    std::size_t letters = 7;  // room for the names of the axes
    for (const int host : order) {
        frame.names.push_back(
            shortened(diagnosis.hosts[static_cast<std::size_t>(host)], max_host_name_letters));
        letters = std::max(letters, letters_in(frame.names.back()));
    }
    const double margin = static_cast<double>(letters) * letter_width + 2 * gap;
    frame.matrix = {margin, margin, matrix_side, matrix_side};
    frame.cell = matrix_side / static_cast<double>(order.size());
    return frame;
}

void draw_names(Svg& svg, const Frame& frame) {
    const std::size_t count = frame.names.size();
    const double most = matrix_side / tick_distance;
    const auto step = static_cast<std::size_t>(std::ceil(static_cast<double>(count) / most));
    const SvgBox& matrix = frame.matrix;
    for (std::size_t index = 0; index < count; index += step) {
        const double middle = (static_cast<double>(index) + 0.5) * frame.cell;
        svg.text({matrix.x - gap, matrix.y + middle + 5}, frame.names[index], "end");
        svg.text_upwards({matrix.x + middle + 5, matrix.y - gap}, frame.names[index], "start");
    }
    svg.text({matrix.x - 2 * gap, matrix.y - gap - 22}, "to \u2192", "end", "quiet");
    svg.text({matrix.x - 2 * gap, matrix.y - gap - 2}, "from \u2193", "end", "quiet");
}

std::string mark_text(const picture::RampMark& mark, PlaneValue value) {
    return value == PlaneValue::delay ? mark.text : fmt::format("\u00d7{:.3g}", mark.value);
}

void draw_ramp(Svg& svg, const picture::GreyScale& scale, PlaneValue value, SvgPoint corner) {
    constexpr int steps = 42;
    const double width = matrix_side / steps;
    for (int step = 0; step < steps; ++step) {
        const double fraction = (step + 0.5) / steps;
        const double grey = picture::GreyScale::lightest * (1 - fraction) / 257;
        svg.raw(
            fmt::format(R"(<rect fill="#{0:02x}{0:02x}{0:02x}" x="{1}" y="{2}" width="{3}" height="{4}"/>)",
                        std::lround(grey), coordinate(corner.x + step * width), coordinate(corner.y),
                        coordinate(width + 0.3), coordinate(ramp_height)));
    }
    const auto quantity = value == PlaneValue::delay ? Quantity::delay : Quantity::count;
    double free_from = corner.x;
    for (const picture::RampMark& mark : ramp_marks(scale, quantity)) {
        const std::string text = mark_text(mark, value);
        const double x = corner.x + scale.position(mark.value) * matrix_side;
        const double half = static_cast<double>(letters_in(text)) * letter_width / 2;
        svg.line({x, corner.y + ramp_height}, {x, corner.y + ramp_height + 4}, "axis");
        if (x - half < free_from - 20) continue;
        svg.text({x, corner.y + ramp_height + 20}, text, "middle");
        free_from = x + half + 28;
    }
    svg.text({corner.x, corner.y + ramp_height + 40}, "faster", "start", "quiet");
    svg.text({corner.x + matrix_side, corner.y + ramp_height + 40},
             value == PlaneValue::delay ? "slower" : "slower than its class", "end", "quiet");
}

/// How old the newest value between two hosts is; empty where all were measured by one run.
std::vector<double> ages_of_hosts(const Diagnosis& diagnosis) {
    const RunDescription& run = diagnosis.runs.front().description;
    if (!run.pair_ages_s) return {};
    const auto indices = host_indices(diagnosis);
    const std::size_t hosts = diagnosis.hosts.size();
    std::vector<double> ages(hosts * hosts, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t from = 0; from < run.ranks.size(); ++from) {
        for (std::size_t to = 0; to < run.ranks.size(); ++to) {
            const auto sender = indices.find(run.ranks[from].host);
            const auto receiver = indices.find(run.ranks[to].host);
            if (sender == indices.end() || receiver == indices.end()) continue;
            double& age = ages[sender->second * hosts + receiver->second];
            age = std::fmin(age, run.pair_ages_s->at(from * run.ranks.size() + to));
        }
    }
    return ages;
}

/// Those that were measured long ago are paler, next to each other in one piece.
bool draw_stale_pairs(Svg& svg, const Diagnosis& diagnosis, const Frame& frame,
                      const std::vector<int>& order) {
    constexpr double stale_s = 7 * 86400;
    const std::vector<double> ages = ages_of_hosts(diagnosis);
    if (ages.empty()) return false;
    const std::size_t hosts = diagnosis.hosts.size();
    const auto is_stale = [&](std::size_t row, std::size_t column) {
        return ages[static_cast<std::size_t>(order[row]) * hosts + static_cast<std::size_t>(order[column])] >
               stale_s;
    };
    std::string path;
    for (std::size_t row = 0; row < order.size(); ++row) {
        for (std::size_t first = 0; first < order.size(); ++first) {
            std::size_t end = first;
            while (end < order.size() && is_stale(row, end)) ++end;
            if (end == first) continue;
            const double width = static_cast<double>(end - first) * frame.cell;
            path += fmt::format("M{} {}h{}v{}h-{}z",
                                coordinate(frame.matrix.x + static_cast<double>(first) * frame.cell),
                                coordinate(frame.matrix.y + static_cast<double>(row) * frame.cell),
                                coordinate(width), coordinate(frame.cell), coordinate(width));
            first = end;
        }
    }
    if (path.empty()) return false;
    svg.raw(fmt::format(R"(<path fill="#fff" fill-opacity="0.55" d="{}"/>)", path));
    return true;
}

std::string title_of(const Diagnosis& diagnosis, const HostPlane& plane, PlaneValue value,
                     const std::vector<Mark>& marks) {
    std::string title =
        fmt::format("{} between {} hosts for messages of {}, senders down, receivers across",
                    value == PlaneValue::delay ? "Delays" : "Delays against those of the class",
                    diagnosis.hosts.size(), format_size(plane.length_bytes));
    for (const Mark& mark : marks) {
        title +=
            fmt::format("; marked {}: {}", mark.finding + 1, sentence_of(diagnosis.findings[mark.finding]));
    }
    return title;
}

}  // namespace

std::string plane_picture(const Diagnosis& diagnosis, const HostPlane& plane, PlaneValue value,
                          const std::vector<int>& order, const std::vector<Mark>& marks) {
    const Matrix cells = cells_of(plane, value, order);
    const auto range = picture::range_of(cells, {.diagonal = true});
    if (!range) return {};
    const picture::GreyScale scale = scale_of(*range, value);
    const Frame frame = frame_of(diagnosis, order);
    const SvgBox& matrix = frame.matrix;
    const MarkDrawing drawing(diagnosis, marks, matrix, frame.cell);
    const double legend_y = matrix.y + matrix_side + drawing.height_below() + 2 * gap;
    Svg svg(matrix.x + matrix_side + label_room, legend_y + legend_height,
            title_of(diagnosis, plane, value, marks));
    svg.raw(fmt::format(
        R"(<image x="{}" y="{}" width="{}" height="{}" preserveAspectRatio="none" href="data:image/png;base64,{}"/>)",
        coordinate(matrix.x), coordinate(matrix.y), matrix_side, matrix_side,
        base64_of(png_of(cells, scale))));
    if (draw_stale_pairs(svg, diagnosis, frame, order)) {
        svg.text({matrix.x, legend_y + ramp_height + 52}, "paler: measured more than 7 days before", "start",
                 "quiet");
    }
    svg.box(matrix, "frame");
    draw_names(svg, frame);
    drawing.draw(svg);
    draw_ramp(svg, scale, value, {matrix.x, legend_y});
    return std::move(svg).finish();
}

}  // namespace fabricmap::diagnosis
