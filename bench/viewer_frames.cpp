// SPDX-License-Identifier: Apache-2.0
// What a window on a plane of 16,384 ranks costs, beside going through all of its cells: the time until the
// first picture beside that until the last row, a frame beside a walk over the cells, and the memory beside
// the plane. Usage: bench_viewer_frames [HOSTS, of 8 ranks each]
#include "bench/measuring.hpp"
#include "statistics/robust.hpp"
#include "viewer/painting/axis_names.hpp"
#include "viewer/reading/loaded_plane.hpp"
#include "viewer/reading/shared_stack.hpp"
#include "viewer/widgets/matrix_view.hpp"

#include <QApplication>
#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace fabricmap;
using namespace fabricmap::viewer;

namespace {

Displayed displayed_of(int hosts) {
    const Opened opened =
        open_shared(fmt::format("synthetic:fat-tree,hosts={},leaf=16x16,ranks-per-host=8;noise,1%", hosts));
    Displayed displayed;
    displayed.stack = opened.run->stack(Statistic::median);
    displayed.never = picture::NeverMeasured::in_plane(opened.description());
    return displayed;
}

float slowest_of(const picture::Pyramid& pyramid) {
    float slowest = 0;
    for (std::int64_t row = 0; row < pyramid.rows(); ++row) {
        const float* const cells = pyramid.row(0, row, picture::Fold::maximum);
        for (std::int64_t column = 0; column < pyramid.columns(); ++column) {
            slowest = std::max(slowest, cells[column]);
        }
    }
    return slowest;
}

struct Frames {
    std::vector<double> seconds;
    double max_values_a_pixel = 0;

    [[nodiscard]] double median() { return upper_median_of(seconds); }
};

/// Zooms in step by step, and moves a little at each.
Frames look_around(MatrixView& view) {
    Frames frames;
    QImage screen(view.size(), QImage::Format_RGB32);
    const auto draw = [&] {
        frames.seconds.push_back(bench::processor_seconds_of([&] { view.render(&screen); }));
        frames.max_values_a_pixel =
            std::max(frames.max_values_a_pixel,
                     static_cast<double>(view.values_read()) / static_cast<double>(view.pixels_drawn()));
    };
    for (int step = 0; step < 40; ++step) {
        view.zoom_in();
        draw();
        const CellArea seen = view.viewport().visible();
        view.show_area({seen.first_row + seen.rows / 50 + 1, seen.rows, seen.first_column, seen.columns});
        draw();
    }
    return frames;
}

}  // namespace

int main(int argument_count, char** arguments) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argument_count, arguments);
    constexpr int default_hosts = 2048;
    const Displayed displayed = displayed_of(argument_count > 1 ? std::atoi(arguments[1]) : default_hosts);
    constexpr std::size_t k = 12;
    const double before_mib = bench::peak_mib();
    std::shared_ptr<LoadedPlane> plane;
    const double first_s = bench::seconds_of([&] {
        plane = std::make_shared<LoadedPlane>(PlaneRequest{displayed, k, {}});
    });
    const std::atomic<bool> stopped = false;
    const double rest_s = bench::seconds_of([&] { plane->read(stopped); });
    const picture::Pyramid& cells = plane->pyramid();
    const auto ranks = static_cast<double>(cells.rows());
    const double plane_mib = ranks * ranks * sizeof(float) / (1 << 20);
    fmt::print("{} ranks: first picture after {:.0f} ms, {:.4f} of the time until all is read ({:.1f} s)\n",
               cells.rows(), first_s * 1e3, first_s / (first_s + rest_s), first_s + rest_s);
    fmt::print("memory: {:.2f} times the plane in single precision\n",
               (bench::peak_mib() - before_mib) / plane_mib);

    MatrixView view("Matrix", true);
    view.resize(1280, 800);
    std::vector<Endpoint> endpoints;
    endpoints.reserve(static_cast<std::size_t>(cells.rows()));
    for (std::int64_t rank = 0; rank < cells.rows(); ++rank)
        endpoints.push_back({"", fmt::format("{}", rank), fmt::format("node{}", rank / 8)});
    const auto [senders, receivers] = axes_of(endpoints);
    view.set_axes(senders, receivers);
    view.show();
    const auto frames_of = [&](const picture::Legend& legend) {
        view.fit();
        view.set_cells({{plane, &cells}, nullptr, legend, picture::Fold::maximum});
        return look_around(view);
    };
    const picture::ValueRange range = *plane->histogram().extremes();
    Frames frames = frames_of({picture::GreyScale(range), picture::Palette::grey});
    // What lies about 1 has the extremes of both directions.
    Frames about_one = frames_of({picture::GreyScale(range, picture::Scale::logarithmic),
                                  picture::Palette::diverging, Quantity::ratio});
    float slowest = 0;
    const double walk_s = bench::processor_seconds_of([&] { slowest = slowest_of(cells); });
    fmt::print(
        "a frame of 1280 x 800: median {:.1f} ms of a core, {:.3f} of a walk over all cells ({:.0f} ms, "
        "slowest {})\n",
        frames.median() * 1e3, frames.median() / walk_s, walk_s * 1e3,
        format_delay(static_cast<double>(slowest)));
    fmt::print("the same of what lies about 1: median {:.1f} ms\n", about_one.median() * 1e3);
    fmt::print("values read a pixel: at most {:.2f}\n", frames.max_values_a_pixel);
    return 0;
}
