// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/survey.hpp"

#include "diagnosis/statistics/robust.hpp"
#include "diagnosis/survey/plane_fit.hpp"
#include "netcdf_schema/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t most_bands = 6;
constexpr std::size_t fewest_lengths = 3;  // of a band
constexpr float floors_of_a_value = 1.5F;
constexpr float deviations_of_a_value = 4;

/// Stretches of the lengths, about as long as each other.
std::vector<Band> split_into_bands(std::size_t lengths) {
    const std::size_t count = std::clamp<std::size_t>(lengths / fewest_lengths, 1, most_bands);
    std::vector<Band> bands;
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t first = lengths * number / count;
        bands.push_back({first, lengths * (number + 1) / count - first, {}, {}});
    }
    return bands;
}

/// Means over the lengths of a band, for each pair of ranks.
class BandSums {
  public:
    BandSums(const Machine& machine, const PairClasses& classes, float floor)
        : machine_(&machine), classes_(&classes), floor_(floor) {
        clear();
    }

    void clear() {
        const int ranks = machine_->rank_count();
        sums_ = Logarithms::Zero(ranks, ranks);
        counts_ = Counts::Zero(ranks, ranks);
    }

    void add(const Logarithms& logs, const PlaneFit& fit) {
        std::vector<float> limits;
        for (const float deviation : fit.deviations) {
            limits.push_back(std::max(floors_of_a_value * floor_, deviations_of_a_value * deviation));
        }
        for (Eigen::Index sender = 0; sender < logs.rows(); ++sender) add_row(logs, fit, limits, sender);
    }

    void fold(Band& band) const {
        const Logarithms means = sums_ / counts_.cast<float>();  // 0 / 0 where nothing was measured
        const int hosts = machine_->host_count();
        band.between = Eigen::ArrayXXf::Constant(hosts, hosts, no_value);
        std::vector<float> values;
        for (int from = 0; from < hosts; ++from) {
            const std::vector<int>& senders = machine_->ranks_of[static_cast<std::size_t>(from)];
            for (int to = 0; to < hosts; ++to) {
                if (from == to) continue;
                values.clear();
                for (const int sender : senders) {
                    for (const int receiver : machine_->ranks_of[static_cast<std::size_t>(to)]) {
                        values.push_back(means(sender, receiver));
                    }
                }
                band.between(from, to) = values.size() == 1 ? values.front() : median_of_numbers(values);
            }
            band.within.emplace_back(means(senders, senders));
        }
    }

  private:
    using Counts = Eigen::Array<std::uint16_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    void add_row(const Logarithms& logs, const PlaneFit& fit, const std::vector<float>& limits,
                 Eigen::Index sender) {
        const auto from = static_cast<std::size_t>(sender);
        const float* const values = &logs(sender, 0);
        const std::uint8_t* const numbers = &classes_->of(sender, 0);
        float* const sums = &sums_(sender, 0);
        std::uint16_t* const counts = &counts_(sender, 0);
        for (std::size_t receiver = 0; receiver < fit.receiving_between.size(); ++receiver) {
            const std::uint8_t number = numbers[receiver];
            if (number == PairClasses::none) continue;
            const bool between = classes_->all[number].between_hosts;
            const float ranks = between ? fit.sending_between[from] + fit.receiving_between[receiver]
                                        : fit.sending_within[from] + fit.receiving_within[receiver];
            const float left = values[receiver] - fit.classes[number] - ranks;
            const bool is_number = left == left;
            sums[receiver] += is_number ? std::clamp(left, -limits[number], limits[number]) : 0.0F;
            counts[receiver] = static_cast<std::uint16_t>(counts[receiver] + (is_number ? 1 : 0));
        }
    }

    const Machine* machine_;
    const PairClasses* classes_;
    float floor_;
    Logarithms sums_;
    Counts counts_;
};

/// Logarithms of delays; what is not above zero says nothing.
Logarithms logarithms_of(const Matrix& plane) {
    const Logarithms values = plane.cast<float>();
    return (values > 0).select(values, no_value).log();
}

/// Ranks without a partner of that kind have no effect, rather than an effect of zero.
void store_effects(RankEffects& effects, std::size_t k, const std::vector<float>& sending,
                   const std::vector<float>& receiving,
                   const std::vector<std::vector<std::int32_t>>& partners) {
    const auto row = static_cast<Eigen::Index>(k);
    for (std::size_t rank = 0; rank < sending.size(); ++rank) {
        const auto column = static_cast<Eigen::Index>(rank);
        const bool alone = partners[rank].empty();
        effects.sending(row, column) = alone ? no_value : sending[rank];
        effects.receiving(row, column) = alone ? no_value : receiving[rank];
    }
}

void count_missing(const Logarithms& logs, const Machine& machine, Eigen::ArrayXXf& missing) {
    for (Eigen::Index sender = 0; sender < logs.rows(); ++sender) {
        if (!logs.row(sender).hasNaN()) continue;
        const int from = machine.host_of[static_cast<std::size_t>(sender)];
        for (Eigen::Index receiver = 0; receiver < logs.cols(); ++receiver) {
            const int to = machine.host_of[static_cast<std::size_t>(receiver)];
            if (std::isnan(logs(sender, receiver)) && from != to) ++missing(from, to);
        }
    }
}

/// Counts of values become shares of them.
void share_missing(Survey& survey) {
    const Machine& machine = survey.machine;
    for (std::size_t from = 0; from < machine.hosts.size(); ++from) {
        for (std::size_t to = 0; to < machine.hosts.size(); ++to) {
            const std::size_t values =
                machine.ranks_of[from].size() * machine.ranks_of[to].size() * survey.lengths.size();
            survey.missing(static_cast<Eigen::Index>(from), static_cast<Eigen::Index>(to)) /=
                static_cast<float>(values);
        }
    }
}

void prepare(Survey& survey) {
    const auto lengths = static_cast<Eigen::Index>(survey.lengths.size());
    const Eigen::Index ranks = survey.machine.rank_count();
    const Eigen::Index hosts = survey.machine.host_count();
    survey.class_medians.resize(lengths, static_cast<Eigen::Index>(survey.classes.all.size()));
    for (RankEffects* const effects : {&survey.between, &survey.within}) {
        effects->sending.resize(lengths, ranks);
        effects->receiving.resize(lengths, ranks);
    }
    survey.missing = Eigen::ArrayXXf::Zero(hosts, hosts);
    survey.bands = split_into_bands(survey.lengths.size());
}

}  // namespace

Survey survey_of(const DelayStack& stack, const Machine& machine, PairClasses classes, float floor,
                 const std::function<void()>& step) {
    Survey result;
    result.machine = machine;
    result.lengths = stack.message_lengths();
    result.classes = std::move(classes);
    prepare(result);
    const Sampling sampling = draw_sampling(machine, result.classes);
    BandSums sums(machine, result.classes, floor);
    for (Band& band : result.bands) {
        sums.clear();
        for (std::size_t k = band.first; k < band.first + band.count; ++k) {
            const Logarithms logs = logarithms_of(stack.plane(k));
            const PlaneFit fit = fit_plane(logs, result.classes, sampling);
            for (std::size_t number = 0; number < fit.classes.size(); ++number) {
                result.class_medians(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(number)) =
                    std::exp(fit.classes[number]);
            }
            store_effects(result.between, k, fit.sending_between, fit.receiving_between, sampling.between);
            store_effects(result.within, k, fit.sending_within, fit.receiving_within, sampling.within);
            sums.add(logs, fit);
            count_missing(logs, machine, result.missing);
            step();
        }
        sums.fold(band);
    }
    share_missing(result);
    if (result.class_medians.isNaN().all()) throw FileError("nothing was measured");
    return result;
}

}  // namespace fabricmap::diagnosis
