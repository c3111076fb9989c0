// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/diagnosis_job.hpp"
#include "viewer/models/document.hpp"
#include "viewer/models/selection.hpp"
#include "viewer/reading/curves.hpp"

#include <QTimer>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace fabricmap::viewer {

/// What the selected pair's sender sends and what its receiver gets.
struct Cuts {
    PlaneRequest request;  ///< that they were read by
    LoadedCut row;
    LoadedCut column;
};

/// Reads what is looked at. What is wished for is shown all at once, or not at all: then failed(), and all is
/// as before.
class Reader : public Worker {
    Q_OBJECT

  public:
    /// The others outlive it.
    Reader(Document& document, Selection& selection, DiagnosisJob& diagnosis);

    void cancel() override;
    /// What the run that is looked at is compared with; nothing where there is none.
    [[nodiscard]] std::optional<Opened> baseline() const;
    /// Null until something was read.
    [[nodiscard]] std::shared_ptr<const LoadedPlane> plane() const noexcept { return plane_; }
    [[nodiscard]] std::shared_ptr<const Cuts> cuts() const noexcept { return cuts_; }
    [[nodiscard]] const CurveSet& curves() const noexcept { return curves_; }
    /// Whether there is a plane with rows to come.
    [[nodiscard]] bool is_reading() const;

    /// The range of values that the shades stretch over; nothing while nothing was read.
    [[nodiscard]] std::optional<picture::GreyScale> scale() const;
    /// The same for a row or column, which has extremes of its own; of delays a logarithmic scale there.
    [[nodiscard]] std::optional<picture::GreyScale> scale_of(const LoadedCut& cut) const;

  signals:
    /// There is a new plane, or more of it is read.
    void plane_changed();
    void cuts_changed();
    void curves_changed();
    void scale_changed();

  private:
    struct Wish {
        std::vector<Opened> runs;
        Choice choice;
        std::int64_t bytes = 0;  ///< the length that is nearest to it
        Pair selected;           ///< where other sources are opened
    };
    struct Prepared {
        Wish wish;
        std::shared_ptr<LoadedPlane> plane;
    };
    [[nodiscard]] static std::optional<Opened> baseline_of(const Wish& wish);
    [[nodiscard]] static Wish first_wish(const std::vector<Opened>& runs);
    [[nodiscard]] Wish newest_wish() const;
    void follow_document(const std::vector<Opened>& runs, const std::optional<Look>& look);
    void follow_choice(const Choice& choice);
    void follow_length();
    void follow_diagnosis();
    void diagnose_unasked();
    [[nodiscard]] bool waits_for_diagnosis() const;
    void turn_to_expected();
    void prepare(Wish wish);
    [[nodiscard]] bool keeps_stack(const Wish& wish) const;
    void take(Prepared prepared);
    void show_again();
    void read_rest();
    void read_cuts();
    void read_curves();
    void count_lengths();
    void report_progress();

    Document& document_;
    Selection& selection_;
    DiagnosisJob& diagnosis_;
    std::shared_ptr<LoadedPlane> plane_;
    std::shared_ptr<const Cuts> cuts_;
    CurveSet curves_;
    std::map<std::size_t, ValueHistogram> histograms_;  ///< of planes that were read whole
    std::size_t counted_ = 0;                           ///< the length whose values are counted
    std::optional<Wish> pending_;                       ///< not shown yet; further wishes amend it
    bool turns_to_expected_ = false;  ///< once the diagnosis is there; not where the user chose something
    bool is_length_chosen_ = false;   ///< by the user
    QTimer progress_timer_;
    // Last, so that they end before what they hand their results to.
    Lane plane_lane_;
    Lane cut_lane_;
    Lane curve_lane_;
    Lane histogram_lane_;
};

}  // namespace fabricmap::viewer
