// SPDX-License-Identifier: Apache-2.0
#include "viewer/program/exporting.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/output_file.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "viewer/painting/figure_files.hpp"
#include "viewer/painting/run_figures.hpp"
#include "viewer/reading/curve_reading.hpp"
#include "viewer/reading/display.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <variant>

namespace fabricmap::viewer {
namespace {

std::size_t chosen_length(const std::vector<std::int64_t>& lengths, const ExportOptions& options) {
    if (!options.length_bytes) return options.rates ? lengths.size() - 1 : lengths.size() / 2;
    const auto found = std::find(lengths.begin(), lengths.end(), *options.length_bytes);
    if (found != lengths.end()) return static_cast<std::size_t>(found - lengths.begin());
    throw UsageError(fmt::format(
        "--length {}: the run has no such length; the nearest is {}", format_size(*options.length_bytes),
        format_size(*std::min_element(lengths.begin(), lengths.end(), [&](auto one, auto other) {
            return std::abs(one - *options.length_bytes) < std::abs(other - *options.length_bytes);
        }))));
}

/// Of traffic the sums over the lengths, unless one is asked for or many are drawn.
Content content_of(const Opened& run, const ExportOptions& options) {
    if (options.view == ExportedView::compare) return Content::comparison;
    if (options.rates) return Content::rate;
    if (options.expected) return Content::expected;
    if (!run.run->bytes()) return Content::delay;
    const bool is_total = options.view == ExportedView::matrix && !options.length_bytes;
    if (options.counts_bytes) return is_total ? Content::bytes_total : Content::bytes;
    return is_total ? Content::messages_total : Content::messages;
}

/// What is drawn, and how.
class Export {
  public:
    Export(const std::vector<Opened>& runs, const ExportOptions& options) : options_(options) {
        const Opened& run = runs.front();
        const bool compares = options.view == ExportedView::compare;
        if (options.counts_bytes && !run.run->bytes()) {
            throw UsageError(fmt::format("--bytes: {} has no bytes; leave it out", run.source));
        }
        if (options.rates && run.run->bytes())
            throw UsageError(fmt::format("--rates: {} is traffic, which has none; leave it out", run.source));
        if (options.expected && run.run->bytes()) {
            throw UsageError(
                fmt::format("--expected: {} is traffic, of which nothing is; leave it out", run.source));
        }
        const Choice choice{0,
                            runs.size() - 1,
                            content_of(run, options),
                            options.endpoints,
                            options.statistic.value_or(run.run->preferred()),
                            options.order};
        if (options.order == Order::topology || options.expected) diagnose(run);
        PlaneRequest request{display(run, runs.size() > 1 ? &runs[1] : nullptr, choice.content,
                                     choice.endpoints, choice.statistic, diagnosis_),
                             0,
                             {}};
        const std::vector<std::int64_t>& lengths = request.displayed.stack->message_lengths();
        if (lengths.empty()) throw FileError(fmt::format("{}: no length is measured yet", run.source));
        check_endpoints(request.displayed.stack->rank_count());
        const bool has_finding = options.expected && !diagnosis_->findings.empty();
        request.k = has_finding && !options.length_bytes ? plane_to_show(*diagnosis_, 0, request.displayed)
                                                         : chosen_length(lengths, options);
        if (choice.order != Order::rank) {
            request.order = order_of(request.displayed, choice.order, diagnosis_.get(), request.k);
        }
        Levels levels;
        // Delays grow a thousandfold with the length: over all lengths a linear scale shows the longest
        // alone.
        const bool is_cut = options.view == ExportedView::row || options.view == ExportedView::column;
        levels.scale = options.scale.value_or(is_cut ? picture::Scale::logarithmic : picture::Scale::linear);
        selection_.set_levels(levels);
        selection_.set_palette(options.palette.value_or(picture::Palette::grey));
        selection_.show({choice, run, compares ? runs[1].source : std::string(), std::move(request)});
    }

    void write() const {
        Figure figure = this->figure();
        figure.sheet.size = {static_cast<double>(options_.width), static_cast<double>(options_.height)};
        figure.sheet.preset = options_.preset;
        add_findings(figure, diagnosis_);
        auto* const matrix = std::get_if<picture::MatrixPicture>(&figure.content);
        if (matrix != nullptr && options_.palette == picture::Palette::grey)
            matrix->legend.palette = picture::Palette::grey;
        write_view(options_.file, figure);
    }

  private:
    void check_endpoints(std::int64_t endpoints) const {
        const auto check = [&](std::int64_t endpoint, std::string_view option) {
            if (endpoint < endpoints) return;
            throw UsageError(fmt::format("{} {}: the matrix has {} rows, from 0 to {}", option, endpoint,
                                         endpoints, endpoints - 1));
        };
        const ExportedView view = options_.view;
        if (view == ExportedView::row || view == ExportedView::pair) check(options_.sender, "--sender");
        if (view == ExportedView::column || view == ExportedView::pair)
            check(options_.receiver, "--receiver");
    }

    void diagnose(const Opened& run) {
        Progress progress(true);
        diagnosis::Request request;
        request.runs.push_back(*run.run);
        diagnosis_ = std::make_shared<const diagnosis::Diagnosis>(diagnosis::diagnose(request, progress));
    }

    [[nodiscard]] Figure figure() const {
        switch (options_.view) {
            case ExportedView::row:
                return cut_figure(options_.sender, true);
            case ExportedView::column:
                return cut_figure(options_.receiver, false);
            case ExportedView::pair:
                return pair_figure();
            case ExportedView::matrix:
            case ExportedView::compare:
                break;
        }
        const auto plane = std::make_shared<LoadedPlane>(selection_.request());
        // Numbers are read row by row while they are written.
        if (!holds_numbers(options_.file)) plane->read(false);
        return figure_of(selection_, selection_.scale_over(plane->histogram()), plane, {}, areas(*plane));
    }

    /// Of all findings, where what is expected is drawn, and of the slowest pairs beside them.
    [[nodiscard]] std::vector<FindingArea> areas(const LoadedPlane& plane) const {
        if (!options_.expected) return {};
        std::vector<std::size_t> findings(diagnosis_->findings.size());
        std::iota(findings.begin(), findings.end(), 0U);
        auto areas = areas_of(*diagnosis_, findings, selection_.displayed(), selection_.request().order);
        const auto slowest = beside_findings(plane.slowest(slowest_shown), areas);
        areas.insert(areas.end(), slowest.begin(), slowest.end());
        return areas;
    }

    [[nodiscard]] Figure cut_figure(std::int64_t endpoint, bool is_row) const {
        const LoadedCut cut = read_cut(selection_.request(), endpoint, is_row);
        return figure_of(selection_, selection_.scale_over(cut.histogram), cut);
    }

    [[nodiscard]] Figure pair_figure() const {
        const std::pair pair(options_.sender, options_.receiver);
        return figure_of(selection_, read_pairs(selection_.run(), selection_.displayed(), std::span(&pair, 1),
                                                diagnosis_.get()));
    }

    const ExportOptions& options_;
    std::shared_ptr<const diagnosis::Diagnosis> diagnosis_;
    Selection selection_;
};

}  // namespace

void export_view(const std::vector<std::string>& sources, const ExportOptions& options) {
    require_free(options.file, options.overwrite);
    std::vector<Opened> runs;
    runs.reserve(sources.size());
    for (const std::string& source : sources) {
        require_another(options.file, source);
        runs.push_back(open_shared(source));
    }
    Export(runs, options).write();
}

}  // namespace fabricmap::viewer
