// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/survey.hpp"

#include "base/errors.hpp"
#include "diagnosis/survey/band_sums.hpp"
#include "diagnosis/survey/host_rows.hpp"
#include "diagnosis/survey/plane_fit.hpp"
#include "diagnosis/survey/read_ahead.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_bands = 6;

/// Ranges of the lengths, about as long as each other: of few lengths each for itself, because an effect
/// at one of them would fade beside the healthy ones.
std::vector<Band> split_into_bands(std::size_t lengths) {
    const std::size_t count = std::clamp<std::size_t>(lengths, 1, max_bands);
    std::vector<Band> bands;
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t first = lengths * number / count;
        bands.push_back({first, lengths * (number + 1) / count - first, {}, 0});
    }
    return bands;
}

/// Ranks without a partner have no effect, rather than an effect of zero.
void store(Survey& survey, std::size_t k, const PlaneFit& fit, const Sampling& sampling) {
    const auto row = static_cast<Eigen::Index>(k);
    for (std::size_t number = 0; number < fit.classes.size(); ++number)
        survey.class_medians(row, static_cast<Eigen::Index>(number)) = std::exp(fit.classes[number]);
    for (const RankIndex rank : sampling.partners.indices()) {
        const bool alone = sampling.partners[rank].empty();
        survey.effects.sending(row, rank) = alone ? no_value : fit.sending[rank];
        survey.effects.receiving(row, rank) = alone ? no_value : fit.receiving[rank];
    }
}

/// Counts of values become fractions of them.
void count_to_fraction(Survey& survey) {
    const Machine& machine = survey.machine;
    if (survey.missing.size() == 0) {
        if (machine.left_out.empty()) return;
        survey.missing.setZero(machine.host_count(), machine.host_count());
    }
    for (const HostIndex from : machine.hosts.indices()) {
        for (const HostIndex to : machine.hosts.indices()) {
            const std::size_t values =
                machine.ranks_of[from].size() * machine.ranks_of[to].size() * survey.lengths.size();
            survey.missing(from, to) /= static_cast<float>(values);
        }
    }
    for (const HostIndex host : machine.left_out) {
        survey.missing.row(host).setConstant(no_value);
        survey.missing.col(host).setConstant(no_value);
    }
}

void prepare(Survey& survey) {
    const auto lengths = static_cast<Eigen::Index>(survey.lengths.size());
    const Eigen::Index ranks = survey.machine.rank_count();
    survey.class_medians.resize(lengths, static_cast<Eigen::Index>(survey.classes.all.size()));
    survey.effects.sending.resize(lengths, ranks);
    survey.effects.receiving.resize(lengths, ranks);
    survey.bands = split_into_bands(survey.lengths.size());
}

/// The rows of each range of hosts in each plane of the band.
class RowsOfBand : public ReadAhead<Matrix> {
  public:
    RowsOfBand(const DelayStack& stack, const Band& band, const std::vector<HostRange>& ranges)
        : ReadAhead([&, number = std::size_t{0}]() mutable -> std::optional<Matrix> {
              if (number == ranges.size() * band.count) return std::nullopt;
              const std::vector<RankIndex>& ranks = ranges[number / band.count].ranks;
              return rows_of(stack, band.first + number++ % band.count, ranks);
          }) {}
};

}  // namespace

float Survey::expected_log(Eigen::Index length, RankIndex sender, RankIndex receiver) const {
    const auto known = [](float effect) { return std::isfinite(effect) ? effect : 0; };
    return std::log(class_medians(length, classes.of(sender, receiver))) +
           known(effects.sending(length, sender)) + known(effects.receiving(length, receiver));
}

Survey survey_of(const DelayStack& stack, const Machine& machine, PairClasses classes, float floor,
                 const std::function<void()>& step) {
    Survey result;
    result.machine = machine;
    result.lengths = stack.message_lengths();
    result.classes = std::move(classes);
    result.partners = count_partners(machine, result.classes);
    prepare(result);
    const Sampling sampling = draw_sampling(machine, result.classes);
    Workers workers(std::max(1U, std::thread::hardware_concurrency()));
    BandSums sums(machine, result.classes, floor, workers);
    const bool in_one = is_small(stack.rank_count());
    const std::vector<HostRange> ranges =
        host_ranges(machine, in_one ? stack.rank_count() : stack.senders_of_a_slab());
    for (Band& band : result.bands) {
        std::vector<PlaneFit> fits;
        const auto fit = [&](const std::vector<double>& delays) {
            fits.push_back(fit_plane(delays, result.classes, sampling, workers));
            store(result, band.first + fits.size() - 1, fits.back(), sampling);
        };
        for (std::size_t plane = 0; !in_one && plane < band.count; ++plane)
            fit(stack.cells(band.first + plane, sampling.cells));
        RowsOfBand ahead(stack, band, ranges);
        sums.begin(band);
        std::size_t steps = 0;
        for (std::size_t number = 0; number < ranges.size(); ++number) {
            sums.begin(ranges[number]);
            for (std::size_t plane = 0; plane < band.count; ++plane) {
                Matrix rows = *ahead.next();
                if (in_one) fit(cells_in(rows, sampling.cells));
                sums.add(std::move(rows), fits[plane]);
                const std::size_t done = number * band.count + plane + 1;
                for (; (steps + 1) * ranges.size() <= done; ++steps) step();
            }
            sums.fold(band);
        }
    }
    result.missing = sums.take_missing();
    count_to_fraction(result);
    if (result.class_medians.isNaN().all()) throw FileError("nothing was measured");
    return result;
}

double fraction_of_pairs_measured(const Survey& survey) {
    const auto ranks = static_cast<double>(survey.machine.rank_count());
    return static_cast<double>(survey.classes.pairs_measured()) / (ranks * (ranks - 1));
}

bool is_sampled(const Survey& survey) {
    constexpr double min_fraction_of_pairs = 0.9;
    return fraction_of_pairs_measured(survey) < min_fraction_of_pairs;
}

}  // namespace fabricmap::diagnosis
