// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/diagnosis/held_run.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::testing {

/// Hosts of one rank at one switch, whose samples take all the same, but for those that wait.
struct SampledFabric {
    struct Shape {
        int hosts = 8;
        int lengths = 2;
        int samples = 40;            ///< of each value
        double slow_everywhere = 0;  ///< a fraction of them that takes ten times as long
        std::uint64_t seed = 1;
        bool are_ranks_of_one = false;  ///< ranks of a single host instead of hosts
    };
    static constexpr double delay_s = 10e-6;

    explicit SampledFabric(const Shape& shape);

    /// Of all that the host sends and receives a fraction of the samples waits so long.
    void lose_at_host(int host, double fraction, double wait_s);
    void lose_on_link(int host, int other, double fraction, double wait_s);
    void add_slow_samples(int length, int sender, int receiver, double count, double wait_s);
    /// None of its samples is slow any more.
    void clear(int length, int sender, int receiver);
    [[nodiscard]] double rate_of_host(int host) const;
    [[nodiscard]] fabricmap::Run run() const;

    Shape shape;
    std::vector<Matrix> outliers;  ///< of each length
    Matrix quality;                ///< of all lengths
    Matrix samples;                ///< the same, of each value

  private:
    /// Draws how many samples of each value wait, where `meets` says so.
    template <typename Meets>
    void lose(double fraction, double wait_s, const Meets& meets);

    std::vector<Matrix> waited_s_;  ///< all samples together
    std::vector<Matrix> longest_s_;
    std::uint64_t state_;
};

}  // namespace fabricmap::testing
