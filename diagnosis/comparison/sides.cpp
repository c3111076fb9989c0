// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/comparison/sides.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricmap::diagnosis {
namespace {

const Eigen::ArrayXXf& side_of_part(const Residual& residual, std::size_t part, std::size_t hosts) {
    return part < hosts ? residual.sending : residual.receiving;
}

}  // namespace

Sides survey_sides(const CommonGround& ground, const std::vector<const Run*>& runs,
                   const std::vector<const Run*>& baseline, float floor, const std::function<void()>& step) {
    const PairClasses classes = find_pair_classes(*stack_on(ground, *runs.front()), ground.machine, step);
    Sides sides;
    const auto reduce = [&](const std::vector<const Run*>& some, std::vector<ReducedRun>& reduced) {
        for (const Run* const run : some) {
            const auto stack = stack_on(ground, *run);
            try {
                PairClasses of_run = classes;
                take_measured_pairs(of_run, *stack);
                Survey survey = survey_of(*stack, ground.machine, std::move(of_run), floor, step);
                Residual residual = residual_of(survey);
                reduced.push_back({std::move(survey), std::move(residual), stack});
            } catch (const FileError& error) {
                throw FileError(fmt::format("{}: {}", run->label(), error.what()));
            }
        }
    };
    reduce(runs, sides.now);
    reduce(baseline, sides.then);
    return sides;
}

std::vector<float> host_values(const std::vector<ReducedRun>& runs, std::size_t part, const Window& window) {
    std::vector<float> values;
    for (const ReducedRun& run : runs) {
        const std::size_t hosts = run.residual.slow_hosts.size();
        const Eigen::ArrayXXf& side = side_of_part(run.residual, part, hosts);
        values.push_back(side.col(static_cast<Eigen::Index>(part % hosts))
                             .segment(static_cast<Eigen::Index>(window.first_length),
                                      static_cast<Eigen::Index>(window.lengths))
                             .mean());
    }
    const bool in_all =
        std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
    return in_all ? values : std::vector<float>();
}

HostList hosts_not_compared(const Sides& sides) {
    HostList hosts;
    for (const HostIndex host : sides.now.front().residual.slow_hosts.indices()) {
        const auto is_judged = [&](const ReducedRun& run) { return run.survey.partners.suffice_for(host); };
        if (!std::all_of(sides.now.begin(), sides.now.end(), is_judged) ||
            !std::all_of(sides.then.begin(), sides.then.end(), is_judged)) {
            hosts.push_back(host);
        }
    }
    return hosts;
}

OverallValues overall_values(const Sides& sides) {
    const Eigen::ArrayXXf& first = sides.now.front().survey.class_medians;
    Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> in_all = first > 0;
    for (const auto* const runs : {&sides.now, &sides.then}) {
        for (const ReducedRun& run : *runs) in_all = in_all && run.survey.class_medians > 0;
    }
    const auto count = static_cast<float>(std::max<Eigen::Index>(1, in_all.count()));
    const auto mean_logarithm = [&](const ReducedRun& run) {
        return in_all.select(run.survey.class_medians.log(), 0.0F).sum() / count;
    };
    OverallValues values;
    std::transform(sides.now.begin(), sides.now.end(), std::back_inserter(values.now), mean_logarithm);
    std::transform(sides.then.begin(), sides.then.end(), std::back_inserter(values.then), mean_logarithm);
    return values;
}

}  // namespace fabricmap::diagnosis
