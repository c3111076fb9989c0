// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/probing/break_search.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace fabricmap {

/// The delays of a class whose jumps are known.
class PlantedCurve {
  public:
    struct Piece {
        std::int64_t first_bytes;  ///< from here on the delay is latency_s + length · s_per_byte
        double latency_s;
        double s_per_byte;
    };

    /// `noise`: standard deviation of a visit's delay, as a share of it; one visit in twenty is disturbed
    /// and takes up to ten times as long where there is noise at all.
    PlantedCurve(std::vector<Piece> pieces, double noise, std::uint64_t seed)
        : pieces_(std::move(pieces)), noise_(noise), engine_(seed) {}

    [[nodiscard]] double delay_s(std::int64_t length) const {
        const Piece* piece = &pieces_.front();
        for (const Piece& next : pieces_)
            if (next.first_bytes <= length) piece = &next;
        return piece->latency_s + static_cast<double>(length) * piece->s_per_byte;
    }

    [[nodiscard]] BreakSearch search(const std::vector<std::int64_t>& grid, const BreakRules& rules = {}) {
        return find_breaks(
            grid,
            [this](const std::vector<std::int64_t>& lengths, int visits) { return visit(lengths, visits); },
            rules);
    }

    [[nodiscard]] std::int64_t visits() const noexcept { return visits_; }

  private:
    std::vector<Visit> visit(const std::vector<std::int64_t>& lengths, int visits) {
        std::vector<Visit> all;
        all.reserve(static_cast<std::size_t>(visits));
        for (int k = 0; k < visits; ++k, ++visits_) {
            Visit& delays_s = all.emplace_back();
            delays_s.reserve(lengths.size());
            for (const std::int64_t length : lengths) delays_s.push_back(delay_s(length) * disturbance());
        }
        return all;
    }

    double disturbance() {
        if (noise_ == 0) return 1;
        const double usual = 1 + noise_ * normal_(engine_);
        return uniform_(engine_) < 0.05 ? usual * (1 + 9 * uniform_(engine_)) : usual;
    }

    std::vector<Piece> pieces_;
    double noise_;
    std::mt19937_64 engine_;
    std::normal_distribution<double> normal_;
    std::uniform_real_distribution<double> uniform_;
    std::int64_t visits_ = 0;
};

[[nodiscard]] inline std::vector<std::int64_t> last_before(const BreakSearch& search) {
    std::vector<std::int64_t> lengths;
    lengths.reserve(search.breaks.size());
    for (const Breakpoint& found : search.breaks) lengths.push_back(found.last_before);
    return lengths;
}

}  // namespace fabricmap
