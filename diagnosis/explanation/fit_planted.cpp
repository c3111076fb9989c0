// SPDX-License-Identifier: Apache-2.0
// What a fit would see of an effect that was not measured.
#include "diagnosis/explanation/fit.hpp"

#include <vector>

namespace fabricmap::diagnosis {

void Fit::plant(const PairList& pairs, BandRange window, float effect, const HostList& hosts) {
    std::vector<float> values;
    for (std::size_t band = window.first; band < window.end; ++band) {
        if (!own_left_[band] || own_left_[band].use_count() > 2 || left_[band] != own_left_[band]) {
            own_left_[band] = std::make_shared<HostMatrix>(*left_[band]);
            left_[band] = own_left_[band];
        }
        for (const std::uint32_t pair : pairs) own_left_[band]->data()[pair] += effect;
        if (this->hosts() < min_hosts_that_differ) continue;
        for (const HostIndex host : hosts) {
            for (const HostSide side : {HostSide::sending, HostSide::receiving})
                take_for_host(band, host, side, measured_of_host(band, host, side, values));
        }
    }
}

void Fit::refit_planted() {
    sending_.setZero();
    receiving_.setZero();
    constexpr int rounds = 2;
    for (int round = 0; round < rounds; ++round) {
        fit_classes();
        fit_hosts();
    }
    fit_classes();
    fit_noise();
    fit_tail();
    fit_coherence();
}

}  // namespace fabricmap::diagnosis
