// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/window.hpp"
#include "viewer/reading/displayed.hpp"
#include "viewer/reading/slowest_pairs.hpp"
#include "viewer/reading/value_histogram.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace fabricmap::viewer {

/// Which plane is wanted, and in which order its endpoints stand.
struct PlaneRequest {
    Displayed displayed;
    std::size_t k = 0;       ///< of its stack's message lengths
    std::vector<int> order;  ///< the endpoint at each place; empty: as they are numbered
};

/// A plane in display order. A coarse version is there from the beginning; the rest comes row by row, read by
/// one thread while others look.
class LoadedPlane {
  public:
    /// Reads a few rows of it. Throws FileError.
    explicit LoadedPlane(PlaneRequest request);

    /// Reads the rest; ends early once `stopped`. Throws FileError.
    void read(const std::atomic<bool>& stopped);

    [[nodiscard]] const PlaneRequest& request() const noexcept { return request_; }
    [[nodiscard]] const picture::Pyramid& pyramid() const noexcept { return pyramid_; }
    [[nodiscard]] const picture::Preview* preview() const noexcept {
        return pyramid_.is_complete() ? nullptr : &preview_;
    }
    /// Of the few rows at first, of all once the plane is complete.
    [[nodiscard]] const ValueHistogram& histogram() const noexcept {
        return pyramid_.is_complete() ? histogram_ : first_histogram_;
    }
    /// Pairs that are slower than nearly all others (see SlowestPairs); none before the plane is complete.
    [[nodiscard]] std::vector<Cell> slowest(std::size_t most) const;
    [[nodiscard]] int endpoint_at(std::int64_t place) const noexcept;

  private:
    [[nodiscard]] Matrix rows_at(std::int64_t place, std::int64_t count) const;
    void read_preview();

    PlaneRequest request_;
    picture::Pyramid pyramid_;
    picture::Preview preview_;
    ValueHistogram first_histogram_;
    ValueHistogram histogram_;
    SlowestPairs slowest_;
};

/// What one endpoint sends to all, or gets from all, over all lengths: lengths × endpoints in display order.
struct LoadedCut {
    std::int64_t endpoint = 0;
    bool is_row = true;  ///< false: a column, what the endpoint receives
    std::vector<std::int64_t> message_lengths;
    std::shared_ptr<const picture::Pyramid> pyramid;
    ValueHistogram histogram;
};

/// Throws FileError.
[[nodiscard]] LoadedCut read_cut(const PlaneRequest& request, std::int64_t endpoint, bool is_row);

/// Counts a whole plane without keeping it; incomplete once `stopped`. Throws FileError.
[[nodiscard]] ValueHistogram histogram_of(const Displayed& displayed, std::size_t k,
                                          const std::atomic<bool>& stopped);

}  // namespace fabricmap::viewer
