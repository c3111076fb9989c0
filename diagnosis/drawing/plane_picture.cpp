// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/plane_picture.hpp"

#include "base/message_lengths.hpp"
#include "diagnosis/drawing/marks.hpp"
#include "diagnosis/drawing/plane_values.hpp"
#include "diagnosis/drawing/switch_blocks.hpp"
#include "diagnosis/reports/plain_text.hpp"
#include "picture/layout/matrix_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr int plane_pixels = 420;

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

/// What is healthy has to stay light, however little it spreads; factors lie about 1.
picture::GreyScale scale_of(const picture::ValueRange& range, PlaneValue value) {
    constexpr double min_dark_factor = 1.5;
    constexpr double linear_ratio = 10;
    if (value == PlaneValue::factor) {
        return picture::GreyScale(drawn_factors(range), picture::Scale::logarithmic);
    }
    const picture::ValueRange shown{range.lowest, std::max(range.highest, min_dark_factor * range.lowest)};
    const bool is_wide = shown.lowest > 0 && shown.highest / shown.lowest > linear_ratio;
    return picture::GreyScale(shown, is_wide ? picture::Scale::logarithmic : picture::Scale::linear);
}

std::string title_of(const Diagnosis& diagnosis, const HostPlane& plane, PlaneValue value,
                     const std::vector<picture::Mark>& marks) {
    std::string title =
        fmt::format("{} between {} hosts for messages of {}, senders down, receivers across",
                    value == PlaneValue::delay ? "Delays" : "Delays against those of the class",
                    diagnosis.hosts.size(), format_size(plane.length_bytes));
    for (const picture::Mark& mark : marks) {
        title +=
            fmt::format("; marked {}: {}", mark.number, sentence_of(diagnosis.findings[mark.number - 1]));
    }
    return title;
}

picture::Axis axis_of(const Diagnosis& diagnosis, const std::vector<int>& order, std::string name) {
    picture::Axis axis{std::move(name)};
    for (const int host : order) axis.labels.push_back(diagnosis.hosts[static_cast<std::size_t>(host)]);
    axis.groups = switch_blocks(diagnosis, axis.labels);
    return axis;
}

picture::View view_of(const picture::MatrixPicture& picture) {
    const int fold = hosts_a_pixel(picture.down.labels.size());
    return fold > 1 ? picture::whole_view(*picture.cells, fold, fold)
                    : picture::natural_view(picture, plane_pixels, true);
}

/// How old the newest value between two hosts is, in the order of the picture.
Matrix ages_of_hosts(const Diagnosis& diagnosis, const std::vector<int>& order) {
    const RunDescription& run = diagnosis.runs.front().description;
    const auto places = host_places(diagnosis, order);
    const auto hosts = static_cast<Eigen::Index>(order.size());
    Matrix ages = Matrix::Constant(hosts, hosts, std::nan(""));
    std::size_t pair = 0;
    for (const RankLocation& sender : run.ranks) {
        const auto row = places.find(sender.host);
        for (const RankLocation& receiver : run.ranks) {
            const auto column = places.find(receiver.host);
            const double age_s = run.pair_ages_s->at(pair++);
            if (row == places.end() || column == places.end()) continue;
            double& newest = ages(row->second, column->second);
            newest = std::fmin(newest, age_s);
        }
    }
    return ages;
}

/// Cells whose newest value is more than 7 days older than the run's, next to each other in one piece; none
/// where all pairs were measured by one run.
std::vector<picture::MarkedBlock> stale_cells(const Diagnosis& diagnosis, const std::vector<int>& order) {
    constexpr double stale_s = 7 * 86400;
    if (!diagnosis.runs.front().description.pair_ages_s) return {};
    const Matrix ages = ages_of_hosts(diagnosis, order);
    std::vector<picture::MarkedBlock> stale;
    for (Eigen::Index row = 0; row < ages.rows(); ++row) {
        for (Eigen::Index first = 0; first < ages.cols(); ++first) {
            Eigen::Index end = first;
            while (end < ages.cols() && ages(row, end) > stale_s) ++end;
            if (end == first) continue;
            stale.push_back({{row, 1}, {first, end - first}});
            first = end;
        }
    }
    return stale;
}

}  // namespace

std::optional<picture::Drawing> plane_picture(const Diagnosis& diagnosis, const HostPlane& plane,
                                              PlaneValue value, const std::vector<int>& order,
                                              const std::vector<picture::Mark>& marks,
                                              const picture::Sheet& sheet) {
    const Matrix cells = cells_of(plane, value, order);
    const picture::NeverMeasured never{.diagonal = true};
    const auto range = picture::range_of(cells, never);
    if (!range) return std::nullopt;
    const bool is_factor = value == PlaneValue::factor;
    const bool is_fitted = sheet.extent().has_value();
    picture::MatrixPicture picture{
        axis_of(diagnosis, order, "from"),
        axis_of(diagnosis, order, "to"),
        picture::pyramid_of(cells, never),
        {scale_of(*range, value), is_factor ? picture::Palette::diverging : picture::Palette::grey,
         is_factor ? Quantity::ratio : Quantity::delay,
         is_factor && !is_fitted ? "slower than its class" : "slower",
         is_factor && !is_fitted ? "faster than its class" : "faster"},
        picture::Fold::maximum,
        marks,
        stale_cells(diagnosis, order)};
    if (!picture.stale.empty()) picture.legend.notes = {"paler: measured more", "than 7 days before"};
    picture::Drawing drawing = picture::drawing_of(sheet, picture, view_of(picture));
    if (sheet.title.empty()) drawing.title = title_of(diagnosis, plane, value, marks);
    return drawing;
}

}  // namespace fabricmap::diagnosis
