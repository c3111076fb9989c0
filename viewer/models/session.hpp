// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/diagnosis.hpp"
#include "picture/shades.hpp"
#include "viewer/models/lane.hpp"
#include "viewer/reading/curves.hpp"
#include "viewer/reading/levels.hpp"
#include "viewer/reading/loaded_plane.hpp"
#include "viewer/reading/rank_order.hpp"
#include "viewer/reading/shared_stack.hpp"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace fabricmap::viewer {

/// What is looked at.
struct Choice {
    std::size_t run = 0;
    std::size_t baseline = 1;  ///< of a comparison
    Content content = Content::delay;
    Parties parties = Parties::ranks;
    Statistic statistic = Statistic::median;
    Order order = Order::rank;

    friend bool operator==(const Choice&, const Choice&) = default;
};

/// A pair of parties, by their numbers.
struct Pair {
    std::int64_t sender = 0;
    std::int64_t receiver = 1;

    friend bool operator==(const Pair&, const Pair&) = default;
};

/// The first and the last length of the user's window, as indices.
struct LengthWindow {
    std::size_t first = 0;
    std::size_t last = 0;

    friend bool operator==(const LengthWindow&, const LengthWindow&) = default;
};

/// How runs were looked at, for another time.
struct Look {
    Choice choice;
    std::int64_t length_bytes = 0;
    Pair selected;
    Levels levels;
    picture::Palette palette = picture::Palette::grey;
};

/// What all views show and what is selected in them. It reads in threads of its own; results come as signals.
class Session : public QObject {
    Q_OBJECT

  public:
    explicit Session(QObject* parent = nullptr);

    /// Reads the headers of the sources (see open_run); then opened(), or failed() and all as before.
    /// With a look they are shown as then, where that can still be.
    void open(const QStringList& sources, const std::optional<Look>& look = {});
    [[nodiscard]] Look look() const { return {choice_, length_bytes(), selected_, levels_, palette_}; }
    [[nodiscard]] const std::vector<Opened>& runs() const noexcept { return runs_; }
    [[nodiscard]] bool is_open() const noexcept { return !runs_.empty(); }
    [[nodiscard]] QStringList sources() const;

    /// What cannot be shown is told by failed(), and all stays as it was.
    void choose(const Choice& choice);
    [[nodiscard]] const Choice& choice() const noexcept { return choice_; }
    [[nodiscard]] const Displayed& displayed() const noexcept { return displayed_; }
    [[nodiscard]] const std::vector<std::int64_t>& lengths() const;
    [[nodiscard]] std::int64_t party_count() const noexcept;

    void set_length(std::size_t k);
    [[nodiscard]] std::size_t length() const noexcept { return length_; }
    [[nodiscard]] std::int64_t length_bytes() const;

    void select(const Pair& pair);
    [[nodiscard]] const Pair& selected() const noexcept { return selected_; }
    /// Keeps the selected pair in the plot of pairs.
    void keep_selected();
    void forget_kept();
    [[nodiscard]] const std::vector<Pair>& kept() const noexcept { return kept_; }

    void set_levels(const Levels& levels);
    [[nodiscard]] const Levels& levels() const noexcept { return levels_; }
    void set_window(const LengthWindow& window);
    [[nodiscard]] const LengthWindow& window() const noexcept { return window_; }
    /// The range of values that the shades stretch over; nothing while nothing was read.
    [[nodiscard]] std::optional<picture::GreyScale> scale() const;
    /// The same for a row or column, which has extremes of its own; of delays a logarithmic scale there.
    [[nodiscard]] std::optional<picture::GreyScale> scale_of(const LoadedCut& cut) const;

    void set_palette(picture::Palette palette);
    /// The one chosen; comparisons and clusters have palettes of their own unless grey was chosen.
    [[nodiscard]] picture::Palette palette() const noexcept;
    [[nodiscard]] picture::Palette chosen_palette() const noexcept { return palette_; }
    void set_fold(picture::Fold fold);
    [[nodiscard]] picture::Fold fold() const noexcept { return fold_; }

    /// Null until something was read.
    [[nodiscard]] std::shared_ptr<const LoadedPlane> plane() const noexcept { return plane_; }
    [[nodiscard]] const std::vector<int>& order() const noexcept { return order_; }
    [[nodiscard]] std::int64_t party_at(std::int64_t place) const noexcept;
    [[nodiscard]] std::int64_t place_of(std::int64_t party) const noexcept;
    [[nodiscard]] std::shared_ptr<const LoadedCut> row() const noexcept { return row_; }
    [[nodiscard]] std::shared_ptr<const LoadedCut> column() const noexcept { return column_; }
    [[nodiscard]] const CurveSet& curves() const noexcept { return curves_; }

    /// Looks for faults, thresholds and topology in the run that is shown.
    void diagnose();
    /// Of the run that is shown; null where it was not diagnosed.
    [[nodiscard]] std::shared_ptr<const diagnosis::Diagnosis> diagnosis() const;

    /// Reads again whenever the files have grown.
    void watch(bool wanted);
    [[nodiscard]] bool is_watching() const { return watch_timer_.isActive(); }

  signals:
    void opened();
    /// A whole sentence for the user; nothing has changed.
    void failed(const QString& words);
    /// What goes on, and how far it is from 0 to 1; empty words: nothing.
    void busy(const QString& words, double share);
    void choice_changed();
    void length_changed();
    void selection_changed();
    void levels_changed();
    void palette_changed();
    /// There is a new plane, or more of it is read.
    void plane_changed();
    void cuts_changed();
    void curves_changed();
    void diagnosis_changed();

  private:
    struct Wish {
        std::vector<Opened> runs;
        Choice choice;
        std::int64_t bytes = 0;  ///< the length that is nearest to it
        Pair selected;           ///< where other sources are opened
    };
    struct Prepared {
        Wish wish;
        Displayed displayed;
        std::vector<int> order;
        std::size_t k = 0;
        std::shared_ptr<LoadedPlane> plane;
    };
    void take_runs(std::vector<Opened> runs);
    [[nodiscard]] Wish first_wish(std::vector<Opened> runs);
    [[nodiscard]] Wish newest_wish() const;
    void prepare(Wish wish);
    void take(Prepared prepared);
    void show_again();
    void begin_stack(const Displayed& before);
    [[nodiscard]] std::int64_t same_party(const Displayed& before, std::int64_t party) const;
    void diagnose_unasked();
    void diagnose_run(const Opened& run);
    [[nodiscard]] bool is_diagnosed(const Opened& run) const;
    [[nodiscard]] bool waits_for_diagnosis() const;
    void fail(const QString& words);
    void fail_to_open(const QString& words);
    void read_rest();
    void read_cuts();
    void read_curves();
    void count_lengths();
    void tell_progress();
    void look_at_files();
    [[nodiscard]] std::vector<std::size_t> lengths_of_scale() const;
    [[nodiscard]] std::optional<picture::ValueRange> range_of(const Census& census) const;
    [[nodiscard]] std::optional<picture::GreyScale> scale_over(
        const std::optional<picture::ValueRange>&) const;

    std::vector<Opened> runs_;
    Choice choice_;
    Displayed displayed_;
    std::vector<int> order_;
    std::vector<int> places_;       ///< the inverse of order_
    std::size_t length_ = 0;        ///< wished for
    std::size_t shown_length_ = 0;  ///< of the plane
    Pair selected_;
    std::vector<Pair> kept_;
    Levels levels_;
    LengthWindow window_;
    picture::Palette palette_ = picture::Palette::grey;
    picture::Fold fold_ = picture::Fold::maximum;

    std::shared_ptr<LoadedPlane> plane_;
    std::shared_ptr<const LoadedCut> row_;
    std::shared_ptr<const LoadedCut> column_;
    CurveSet curves_;
    std::shared_ptr<const diagnosis::Diagnosis> diagnosis_;
    std::map<std::size_t, Census> censuses_;  ///< of planes that were read whole
    std::optional<Wish> pending_;             ///< not shown yet; further wishes amend it
    std::size_t counted_ = 0;                 ///< the length whose values are counted
    std::string diagnosed_source_;
    std::string diagnosing_source_;
    std::shared_ptr<std::atomic<int>> diagnosed_percent_;
    std::optional<Look> look_;  ///< to open the next runs with
    QStringList wanted_;        ///< opened, or to be once there is something in it
    QString told_while_watching_;
    std::string stamp_;  ///< of those files, before they were read

    QTimer progress_timer_;
    QTimer watch_timer_;
    // Last, so that they end before what they hand their results to.
    Lane open_lane_;
    Lane plane_lane_;
    Lane cut_lane_;
    Lane curve_lane_;
    Lane census_lane_;
    Lane diagnosis_lane_;
    Lane watch_lane_;
};

}  // namespace fabricmap::viewer
