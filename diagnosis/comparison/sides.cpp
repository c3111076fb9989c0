// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/comparison/sides.hpp"

#include "base/errors.hpp"
#include "diagnosis/residual/pair_curves.hpp"
#include "statistics/robust.hpp"
#include "statistics/two_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricmap::diagnosis {
namespace {

const Eigen::ArrayXXf& side_of_part(const Residual& residual, std::size_t part, std::size_t hosts) {
    return part < hosts ? residual.sending : residual.receiving;
}

std::vector<float> values_at(const std::vector<ReducedRun>& runs, Eigen::Index k, std::size_t part) {
    std::vector<float> values;
    for (const ReducedRun& run : runs) {
        const std::size_t hosts = run.residual.slow_hosts.size();
        values.push_back(side_of_part(run.residual, part, hosts)(k, static_cast<Eigen::Index>(part % hosts)));
    }
    return values;
}

std::vector<float> shift_curve(const Sides& sides, std::size_t part) {
    std::vector<float> curve;
    for (Eigen::Index k = 0; k < sides.now.front().residual.sending.rows(); ++k) {
        curve.push_back(shift_between(values_at(sides.now, k, part), values_at(sides.then, k, part)));
    }
    return curve;
}

Eigen::ArrayXXf median_links(const std::vector<ReducedRun>& runs, const Window& window) {
    std::vector<Eigen::ArrayXXf> links;
    links.reserve(runs.size());
    for (const ReducedRun& run : runs) links.push_back(mean_over(run.residual.links, run.survey, window));
    Eigen::ArrayXXf medians = links.front();
    std::vector<float> values(links.size());
    for (Eigen::Index cell = 0; cell < medians.size() && links.size() > 1; ++cell) {
        for (std::size_t run = 0; run < links.size(); ++run) values[run] = links[run](cell);
        medians(cell) = median_of_numbers(values);
    }
    return medians;
}

/// Of a path there and back, the median over the runs.
TwoSides median_curves(const std::vector<ReducedRun>& runs, HostIndex one, HostIndex other) {
    std::vector<TwoSides> curves;
    curves.reserve(runs.size());
    for (const ReducedRun& run : runs) {
        Case subject;
        subject.run = run.run;
        subject.stack = run.stack.get();
        subject.survey = &run.survey;
        curves.push_back({curve_of_pairs(subject, run.residual, {{one, other}}),
                          curve_of_pairs(subject, run.residual, {{other, one}})});
    }
    TwoSides medians = curves.front();
    std::vector<float> there(curves.size());
    std::vector<float> back(curves.size());
    for (std::size_t k = 0; k < medians.sending.size(); ++k) {
        for (std::size_t run = 0; run < curves.size(); ++run) {
            there[run] = curves[run].sending[k];
            back[run] = curves[run].receiving[k];
        }
        medians.sending[k] = median_of_numbers(there);
        medians.receiving[k] = median_of_numbers(back);
    }
    return medians;
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
                reduced.push_back({std::move(survey), std::move(residual), run, stack});
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

Eigen::ArrayXf shifts_of_hosts(const Sides& sides, const Window& window) {
    const std::size_t parts = 2 * sides.now.front().residual.slow_hosts.size();
    Eigen::ArrayXf shifts(static_cast<Eigen::Index>(parts));
    for (std::size_t part = 0; part < parts; ++part) {
        shifts(static_cast<Eigen::Index>(part)) =
            shift_between(host_values(sides.now, part, window), host_values(sides.then, part, window));
    }
    return shifts;
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

TwoSides shift_curves(const Sides& sides, HostIndex host) {
    const auto sending = static_cast<std::size_t>(host);
    return {shift_curve(sides, sending),
            shift_curve(sides, sending + sides.now.front().residual.slow_hosts.size())};
}

Eigen::ArrayXXf shifts_of_links(const Sides& sides, const Window& window) {
    return median_links(sides.now, window) - median_links(sides.then, window);
}

TwoSides link_curves(const Sides& sides, HostIndex one, HostIndex other) {
    // Read anew: what the survey keeps of pairs is cut off beyond what serves to find them.
    const TwoSides now = median_curves(sides.now, one, other);
    TwoSides shift = median_curves(sides.then, one, other);
    for (std::size_t k = 0; k < shift.sending.size(); ++k) {
        shift.sending[k] = now.sending[k] - shift.sending[k];
        shift.receiving[k] = now.receiving[k] - shift.receiving[k];
    }
    return shift;
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
