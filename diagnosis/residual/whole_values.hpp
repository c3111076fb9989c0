// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/outliers.hpp"
#include "diagnosis/residual/residual.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {

/// Values of parts over windows of the lengths, from whole curves, each of which is read once.
class WholeValues {
  public:
    /// By length: logarithms.
    struct Curves {
        std::vector<float> effects;
        std::vector<float> uncertainties;  ///< see WholeValue; empty where none is known
    };

    WholeValues(std::vector<Window> windows, std::function<Curves(std::size_t part)> read)
        : windows_(std::move(windows)), read_(std::move(read)) {}

    /// Medians over the lengths of the window.
    [[nodiscard]] WholeValue operator()(std::size_t part, std::size_t window) {
        auto [entry, is_new] = curves_.try_emplace(part);
        if (is_new) entry->second = read_(part);
        const auto& [effects, uncertainties] = entry->second;
        const float uncertainty = uncertainties.empty() ? 0 : median_over(uncertainties, windows_[window]);
        return {median_over(effects, windows_[window]), std::isfinite(uncertainty) ? uncertainty : 0};
    }

  private:
    std::vector<Window> windows_;
    std::function<Curves(std::size_t part)> read_;
    std::map<std::size_t, Curves> curves_;
};

}  // namespace fabricmap::diagnosis
