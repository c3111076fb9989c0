// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/causes/placed_wait.hpp"
#include "rules/records/records.hpp"
#include "tracing/model/trace.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fabricmap::rules {

/// What a rank does before a call, or in one: at the same place it is the same.
struct Activity {
    double at = -1;  ///< place of the call, as the number of its text; -1: none, or not known
    bool is_call = false;
    bool is_unseen = false;  ///< what a rank did whose calls are missing

    friend auto operator<=>(const Activity&, const Activity&) = default;
};

/// Waits of one rank that overlap, for the rank whose coming ends them.
struct TimelineWait {
    double from = 0;
    double to = 0;
    double other = unknown;
    bool is_unseen = false;  ///< perhaps for the other, whose calls are missing
};

/// What all ranks do when, by the calls that their records tell of.
class Timeline {
  public:
    /// `unseen`: calls that may have waited for ranks whose calls are missing.
    Timeline(const tracing::Trace& trace, const std::vector<std::span<const PlacedWait>>& waits,
             std::span<const PlacedWait> unseen);

    [[nodiscard]] std::vector<double> ranks() const;
    [[nodiscard]] const std::vector<TimelineWait>& waits_of(double rank) const;

    /// An activity's seconds, and the place of the call before it where it took longest.
    struct Spent {
        double seconds = 0;
        double longest = 0;
        double after = -1;
    };
    /// What a rank did in a time: its activities without waits, and positions of the waits with their
    /// seconds. Of very many calls the last.
    struct Window {
        double from = 0;
        std::map<Activity, Spent> activities;
        std::vector<std::pair<std::size_t, double>> waits;
    };
    [[nodiscard]] Window window(double rank, double from, double to) const;

    /// When two ranks were last in step before a wait of the first for the other: when each went on.
    struct Step {
        double own = 0;
        double other = 0;
    };
    [[nodiscard]] Step last_step(double rank, const TimelineWait& wait) const;

  private:
    struct Call {
        double start = 0;
        double finish = 0;
        double place = -1;
    };
    struct RankLine {
        double start = 0;  ///< of its recording
        std::vector<Call> calls;
        std::vector<TimelineWait> waits;
        std::vector<std::pair<double, std::size_t>> operations;  ///< end and instance of its collective ones
    };
    using Ends = std::vector<Step>;  ///< of messages

    static void spend(Window& window, const Activity& activity, double seconds, double after);
    void add_calls(const tracing::Trace& trace);
    void add_unseen_calls(std::span<const PlacedWait> unseen);
    void sort_calls();
    void add_waits(std::span<const PlacedWait> waits, bool are_unseen);
    void unite_waits();
    void add_operations(const tracing::Trace& trace);
    void add_messages(const tracing::Trace& trace);

    std::unordered_map<double, RankLine> lines_;
    std::map<std::pair<std::size_t, double>, double> ends_;  ///< of an instance and rank
    std::map<std::pair<double, double>, Ends> messages_;     ///< between a rank and another, by the own ends
};

}  // namespace fabricmap::rules
