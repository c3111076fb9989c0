// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/sampled_fabric.hpp"

#include "base/mixing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::testing {

SampledFabric::SampledFabric(const Shape& of)
    : shape(of),
      outliers(static_cast<std::size_t>(of.lengths), Matrix::Zero(of.hosts, of.hosts)),
      quality(Matrix::Zero(of.hosts, of.hosts)),
      samples(Matrix::Constant(of.hosts, of.hosts, of.samples)),
      waited_s_(outliers),
      longest_s_(static_cast<std::size_t>(of.lengths), Matrix::Constant(of.hosts, of.hosts, delay_s)),
      state_(mix(of.seed)) {
    lose(of.slow_everywhere, 9 * delay_s, [](int, int) { return true; });
}

template <typename Meets>
void SampledFabric::lose(double fraction, double wait_s, const Meets& meets) {
    constexpr std::uint64_t steps = 1'000'000;
    const auto below = static_cast<std::uint64_t>(fraction * static_cast<double>(steps));
    for (int length = 0; length < shape.lengths; ++length) {
        for (int sender = 0; sender < shape.hosts; ++sender) {
            for (int receiver = 0; receiver < shape.hosts; ++receiver) {
                if (sender == receiver || !meets(sender, receiver)) continue;
                int slow = 0;
                for (int sample = 0; sample < shape.samples; ++sample)
                    slow += draw_below(state_, steps) < below ? 1 : 0;
                if (slow > 0) add_slow_samples(length, sender, receiver, slow, wait_s);
            }
        }
    }
}

void SampledFabric::lose_at_host(int host, double fraction, double wait_s) {
    lose(fraction, wait_s, [&](int sender, int receiver) { return sender == host || receiver == host; });
}

void SampledFabric::lose_on_link(int host, int other, double fraction, double wait_s) {
    lose(fraction, wait_s,
         [&](int sender, int receiver) { return std::minmax(sender, receiver) == std::minmax(host, other); });
}

void SampledFabric::add_slow_samples(int length, int sender, int receiver, double count, double wait_s) {
    if (count == 0) return;
    const auto k = static_cast<std::size_t>(length);
    outliers[k](sender, receiver) += count;
    waited_s_[k](sender, receiver) += count * wait_s;
    longest_s_[k](sender, receiver) = std::max(longest_s_[k](sender, receiver), delay_s + wait_s);
}

void SampledFabric::clear(int length, int sender, int receiver) {
    const auto k = static_cast<std::size_t>(length);
    outliers[k](sender, receiver) = 0;
    waited_s_[k](sender, receiver) = 0;
    longest_s_[k](sender, receiver) = delay_s;
}

double SampledFabric::rate_of_host(int host) const {
    double slow = 0;
    for (const Matrix& plane : outliers) slow += plane.row(host).sum() + plane.col(host).sum();
    return slow / (2 * (shape.hosts - 1) * shape.lengths * shape.samples);
}

fabricmap::Run SampledFabric::run() const {
    HeldRun held;
    held.description.mode = Mode::one_to_one;
    held.description.timing = Timing::one_way;
    held.description.schedule = Schedule{.kind = ScheduleKind::serial};
    held.description.clock_resolution_s = 1e-9;
    held.description.complete = true;
    for (int host = 0; host < shape.hosts; ++host)
        held.description.ranks.push_back(shape.are_ranks_of_one
                                             ? RankLocation{"node0", 0, host, -1}
                                             : RankLocation{fmt::format("node{}", host), host, 0, -1});
    const Matrix ones =
        Matrix::NullaryExpr(shape.hosts, shape.hosts, [](auto i, auto j) { return i == j ? 0.0 : 1.0; });
    std::uint64_t state = mix(shape.seed, 1);
    for (std::size_t k = 0; k < waited_s_.size(); ++k) {
        held.description.message_lengths.push_back(static_cast<std::int64_t>(k) * 8192);
        // Pairs differ by a percent.
        const Matrix medians = ones.unaryExpr([&](double one) {
            return one * delay_s * (1 + 1e-5 * static_cast<double>(draw_below(state, 1000)));
        });
        held.planes[Statistic::median].push_back(medians);
        held.planes[Statistic::average].push_back(medians + waited_s_[k].cwiseQuotient(samples));
        held.planes[Statistic::maximum].push_back(longest_s_[k] * ones);
        held.planes[Statistic::count].push_back(samples.cwiseProduct(ones));
        held.quality.push_back(quality);
    }
    held.outliers = outliers;
    return held.run();
}

}  // namespace fabricmap::testing
