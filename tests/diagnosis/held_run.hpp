// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"
#include "tests/netcdf_schema/memory_stack.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A run whose values are held in memory, for a test to alter.
struct HeldRun {
    RunDescription description;
    std::map<Statistic, std::vector<Matrix>> planes;
    std::vector<Matrix> quality;   ///< as the file keeps it; empty where the run does not record it
    std::vector<Matrix> outliers;  ///< the same

    HeldRun() = default;
    /// Those statistics of another run.
    explicit HeldRun(const fabricmap::Run& other,
                     const std::vector<Statistic>& statistics = {Statistic::median})
        : description(other.description()) {
        for (const Statistic statistic : statistics) {
            const auto stack = other.stack(statistic);
            for (std::size_t k = 0; k < stack->message_lengths().size(); ++k)
                planes[statistic].push_back(stack->plane(k));
        }
    }

    /// Calls `change` with length, sender, receiver and value of each pair.
    template <typename Change>
    void alter(const Change& change, Statistic statistic = Statistic::median) {
        alter_planes(planes.at(statistic), change);
    }
    /// The same with the bits of each pair's quality.
    template <typename Change>
    void alter_quality(const Change& change) {
        const std::vector<Matrix>& medians = planes.at(Statistic::median);
        quality.resize(medians.size(), Matrix::Zero(medians.front().rows(), medians.front().cols()));
        alter_planes(quality, change);
    }

    /// The same measurement with the ranks in another order: rank r is what order[r] was.
    [[nodiscard]] HeldRun reordered(const std::vector<int>& order) const {
        HeldRun other = *this;
        for (std::size_t rank = 0; rank < order.size(); ++rank)
            other.description.ranks[rank] = description.ranks[static_cast<std::size_t>(order[rank])];
        other.description.ranks.resize(order.size());
        for (auto& [statistic, all] : other.planes) {
            for (Matrix& plane : all) plane = Matrix(plane(order, order));
        }
        for (auto* const stack : {&other.quality, &other.outliers}) {
            for (Matrix& plane : *stack) plane = Matrix(plane(order, order));
        }
        return other;
    }

    [[nodiscard]] fabricmap::Run run(const std::string& label = "a run in memory") const {
        fabricmap::Run::Stacks stacks;
        for (const auto& [statistic, all] : planes) {
            stacks.emplace(statistic,
                           std::make_shared<MemoryStack>(statistic, description.message_lengths, all));
        }
        fabricmap::Run run(label, description, std::move(stacks), std::nullopt);
        if (!quality.empty()) {
            run.set_quality(
                std::make_shared<MemoryStack>(Statistic::count, description.message_lengths, quality));
        }
        if (!outliers.empty()) {
            run.set_outliers(
                std::make_shared<MemoryStack>(Statistic::count, description.message_lengths, outliers));
        }
        return run;
    }

  private:
    template <typename Change>
    static void alter_planes(std::vector<Matrix>& all, const Change& change) {
        for (std::size_t k = 0; k < all.size(); ++k) {
            for (Eigen::Index sender = 0; sender < all[k].rows(); ++sender) {
                for (Eigen::Index receiver = 0; receiver < all[k].cols(); ++receiver)
                    change(k, sender, receiver, all[k](sender, receiver));
            }
        }
    }
};

}  // namespace fabricmap::testing
