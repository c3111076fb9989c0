// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/host_means.hpp"

#include "diagnosis/statistics/robust.hpp"

namespace fabricmap::diagnosis {

Eigen::ArrayXXf fold_to_hosts(const Eigen::ArrayXXf& of_ranks, const Machine& machine) {
    const int hosts = machine.host_count();
    Eigen::ArrayXXf folded = Eigen::ArrayXXf::Constant(hosts, hosts, no_value);
    for (int to = 0; to < hosts; ++to) {
        for (int from = 0; from < hosts; ++from) {
            if (from == to) continue;
            const std::vector<int>& senders = machine.ranks_of[static_cast<std::size_t>(from)];
            const std::vector<int>& receivers = machine.ranks_of[static_cast<std::size_t>(to)];
            if (senders.size() == 1 && receivers.size() == 1) {
                folded(from, to) = of_ranks(senders.front(), receivers.front());
                continue;
            }
            const Eigen::ArrayXXf block = of_ranks(senders, receivers);
            folded(from, to) = median_of_numbers(block.reshaped());
        }
    }
    return folded;
}

HostMeans::HostMeans(const Machine& machine)
    : machine_(&machine), sums_(Eigen::ArrayXXf::Zero(machine.rank_count(), machine.rank_count())) {}

void HostMeans::add(const Matrix& values, const Matrix& references) {
    sums_ += (values / references).cast<float>().log();
    ++planes_;
}

Eigen::ArrayXXf HostMeans::folded() const {
    return fold_to_hosts(sums_ / static_cast<float>(planes_), *machine_);
}

}  // namespace fabricmap::diagnosis
