// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/look.hpp"
#include "viewer/reading/finding_areas.hpp"
#include "viewer/reading/loaded_plane.hpp"
#include "viewer/reading/shared_stack.hpp"

#include <QObject>
#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::viewer {

/// The first and the last length of the user's window, as indices.
struct LengthWindow {
    std::size_t first = 0;
    std::size_t last = 0;

    friend bool operator==(const LengthWindow&, const LengthWindow&) = default;
};

/// A choice that can be shown.
struct Shown {
    Choice choice;
    Opened run;
    std::string compared_with;  ///< the baseline of a comparison, as the user named it
    PlaneRequest request;
};

/// What is looked at: a matrix, a length and a pair in it, and the shades that it is shown with. It reads
/// nothing.
class Selection : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Asks for another matrix. It is looked at once it can be shown.
    void choose(const Choice& choice) { emit choice_wanted(choice); }
    /// Looks at it from now on. What was selected is selected in it as well, as far as it is there; with a
    /// `pair`, that one alone.
    void show(Shown shown, const std::optional<Pair>& pair = {});
    [[nodiscard]] const Choice& choice() const noexcept { return shown_.choice; }
    [[nodiscard]] const Opened& run() const noexcept { return shown_.run; }
    [[nodiscard]] const std::string& compared_with() const noexcept { return shown_.compared_with; }
    [[nodiscard]] const PlaneRequest& request() const noexcept { return shown_.request; }
    [[nodiscard]] const Displayed& displayed() const noexcept { return shown_.request.displayed; }
    [[nodiscard]] const std::vector<std::int64_t>& lengths() const;
    [[nodiscard]] std::int64_t endpoint_count() const noexcept;
    [[nodiscard]] std::int64_t endpoint_at(std::int64_t place) const noexcept;
    [[nodiscard]] std::int64_t place_of(std::int64_t endpoint) const noexcept;
    [[nodiscard]] QString name_of_endpoint(std::int64_t endpoint) const;

    void set_length(std::size_t k);
    /// The one asked for last, which may still be read: see request() for what is shown.
    [[nodiscard]] std::size_t length() const noexcept { return length_; }
    [[nodiscard]] std::int64_t length_bytes() const;
    /// To the length and the choice that are shown: others could not be.
    void go_back();

    void select(const Pair& pair);
    void select_cell(const Cell& cell) { select({endpoint_at(cell.row), endpoint_at(cell.column)}); }
    [[nodiscard]] const Pair& selected() const noexcept { return selected_; }
    [[nodiscard]] Cell selected_cell() const noexcept;
    /// The pair that was selected before, and back to the one after it; nothing where there is none.
    void select_before();
    void select_after();
    /// Keeps the selected pair in the plot of pairs.
    void keep_selected();
    void forget_kept();
    [[nodiscard]] const std::vector<Pair>& kept() const noexcept { return kept_; }

    void set_levels(const Levels& levels);
    [[nodiscard]] const Levels& levels() const noexcept { return levels_; }
    void set_window(const LengthWindow& window);
    [[nodiscard]] const LengthWindow& window() const noexcept { return window_; }
    /// Whose values the shades stretch over; none where these are the plane's or set by hand.
    [[nodiscard]] std::vector<std::size_t> lengths_of_scale() const;
    /// The scale of shades over these values; nothing where there are none.
    [[nodiscard]] std::optional<picture::GreyScale> scale_over(const ValueHistogram& histogram) const;

    void set_palette(picture::Palette palette);
    /// The one chosen; clusters and what lies about 1 have palettes of their own.
    [[nodiscard]] picture::Palette palette() const noexcept;
    [[nodiscard]] picture::Palette chosen_palette() const noexcept { return palette_; }
    void set_fold(picture::Fold fold);
    [[nodiscard]] picture::Fold fold() const noexcept { return fold_; }
    /// Which value of a block is drawn: the slowest pair has the longest delay and the lowest rate.
    [[nodiscard]] picture::Fold drawn_fold() const noexcept;

    [[nodiscard]] Look look() const { return {choice(), length_bytes(), selected_, levels_, palette_, {}}; }

  signals:
    void choice_wanted(const Choice& choice);
    void choice_changed();
    void run_changed();
    void length_changed();
    void selection_changed();
    void kept_changed();
    void levels_changed();
    void palette_changed();

  private:
    void go_to(std::vector<Pair>& from, std::vector<Pair>& to);
    void adapt_levels(const Displayed& before);
    void adapt_pairs(const Displayed& before);
    [[nodiscard]] std::int64_t same_endpoint(const Displayed& before, std::int64_t endpoint) const;

    Shown shown_;
    std::vector<int> places_;  ///< the inverse of the order
    std::size_t length_ = 0;
    Pair selected_;
    std::vector<Pair> before_;  ///< selected, the newest last
    std::vector<Pair> after_;   ///< left by select_before(), the next one last
    std::vector<Pair> kept_;
    Levels levels_;
    LengthWindow window_;
    picture::Palette palette_ = picture::Palette::grey;
    picture::Fold fold_ = picture::Fold::maximum;
};

}  // namespace fabricmap::viewer
