// SPDX-License-Identifier: Apache-2.0
#include "viewer/exporting.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/output_file.hpp"
#include "diagnosis/diagnose.hpp"
#include "viewer/painting/figure_files.hpp"
#include "viewer/painting/run_figures.hpp"
#include "viewer/reading/csv.hpp"
#include "viewer/reading/curve_reading.hpp"
#include "viewer/reading/display.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace fabricmap::viewer {
namespace {

using picture::GreyScale;
using picture::ValueRange;

std::size_t chosen_length(const std::vector<std::int64_t>& lengths, const ExportOptions& options) {
    if (!options.length_bytes) return lengths.size() / 2;
    const auto found = std::find(lengths.begin(), lengths.end(), *options.length_bytes);
    if (found != lengths.end()) return static_cast<std::size_t>(found - lengths.begin());
    throw UsageError(fmt::format(
        "--length {}: the run has no such length; the nearest is {}", format_size(*options.length_bytes),
        format_size(*std::min_element(lengths.begin(), lengths.end(), [&](auto one, auto other) {
            return std::abs(one - *options.length_bytes) < std::abs(other - *options.length_bytes);
        }))));
}

/// What is drawn, and how.
class Export {
  public:
    Export(std::vector<Opened> runs, const ExportOptions& options)
        : runs_(std::move(runs)),
          options_(options),
          progress_(true),
          displayed_(display(runs_.front(), runs_.size() > 1 ? &runs_[1] : nullptr,
                             is_comparison() ? Content::comparison : Content::delay, options.parties,
                             options.statistic.value_or(runs_.front().run->preferred()))) {
        if (displayed_.stack->message_lengths().empty()) {
            throw FileError(fmt::format("{}: no length is measured yet", runs_.front().source));
        }
        const ExportedView view = options.view;
        if (view == ExportedView::row || view == ExportedView::pair) {
            check_party(options.sender, "--sender");
        }
        if (view == ExportedView::column || view == ExportedView::pair) {
            check_party(options.receiver, "--receiver");
        }
        k_ = chosen_length(displayed_.stack->message_lengths(), options);
        if (options.order == Order::topology) diagnose();
        if (options.order != Order::rank) {
            order_ = order_of(displayed_, options.order, diagnosis_ ? &*diagnosis_ : nullptr, k_);
        }
    }

    void write() {
        switch (options_.view) {
            case ExportedView::row:
                return write_cut(options_.sender, true);
            case ExportedView::column:
                return write_cut(options_.receiver, false);
            case ExportedView::pair:
                return write_pair();
            case ExportedView::matrix:
            case ExportedView::compare:
                return write_plane();
        }
    }

  private:
    [[nodiscard]] bool is_comparison() const noexcept { return options_.view == ExportedView::compare; }
    [[nodiscard]] PlaneRequest request() const { return {displayed_, k_, order_}; }

    void check_party(std::int64_t party, std::string_view option) const {
        const std::int64_t parties = displayed_.stack->rank_count();
        if (party < parties) return;
        throw UsageError(
            fmt::format("{} {}: the matrix has {} rows, from 0 to {}", option, party, parties, parties - 1));
    }

    void diagnose() {
        diagnosis::Request request;
        request.runs.push_back(*runs_.front().run);
        diagnosis_ = diagnosis::diagnose(request, progress_);
    }

    [[nodiscard]] GreyScale scale_over(const std::optional<ValueRange>& range) const {
        if (!range) return GreyScale({});
        return is_comparison() ? GreyScale(picture::about_one(*range), picture::Scale::logarithmic)
                               : GreyScale(*range, options_.scale.value_or(usual_scale()));
    }

    /// Delays grow a thousandfold with the length: over all lengths a linear scale shows the longest alone.
    [[nodiscard]] picture::Scale usual_scale() const noexcept {
        const bool is_cut = options_.view == ExportedView::row || options_.view == ExportedView::column;
        return is_cut ? picture::Scale::logarithmic : picture::Scale::linear;
    }

    [[nodiscard]] Exhibit exhibit(const Census& census) const {
        return {runs_.front().description(),
                is_comparison() ? runs_[1].source : std::string(),
                displayed_,
                order_,
                scale_over(census.extremes()),
                palette_for(displayed_.content, options_.palette),
                picture::Fold::maximum};
    }

    void put(Figure figure, const std::function<void(std::ostream&)>& numbers) {
        figure.size = {options_.width, options_.height};
        write_view(options_.file, figure, numbers);
    }

    void write_plane() {
        const auto numbers = [&](std::ostream& out) { write_plane_csv(out, displayed_, k_); };
        if (kind_of(options_.file) == FileKind::csv) return write_numbers(options_.file, numbers);
        const auto plane = std::make_shared<LoadedPlane>(request());
        const std::atomic<bool> stopped = false;
        plane->read(stopped);
        put(figure_of(exhibit(plane->census()), plane), numbers);
    }

    void write_cut(std::int64_t party, bool is_row) {
        const LoadedCut cut = read_cut(request(), party, is_row);
        put(figure_of(exhibit(cut.census), cut),
            [&](std::ostream& out) { write_cut_csv(out, displayed_, party, is_row); });
    }

    void write_pair() {
        const std::pair pair(options_.sender, options_.receiver);
        const CurveSet curves =
            read_pairs(runs_.front(), displayed_, std::span(&pair, 1), diagnosis_ ? &*diagnosis_ : nullptr);
        put(figure_of(exhibit({}), curves, k_), [&](std::ostream& out) { write_curves_csv(out, curves); });
    }

    std::vector<Opened> runs_;
    const ExportOptions& options_;
    Progress progress_;
    std::optional<diagnosis::Diagnosis> diagnosis_;
    Displayed displayed_;
    std::vector<int> order_;
    std::size_t k_ = 0;
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
    Export(std::move(runs), options).write();
}

}  // namespace fabricmap::viewer
