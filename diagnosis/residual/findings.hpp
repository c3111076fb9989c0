// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"
#include "diagnosis/residual/outliers.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace fabricmap::diagnosis {

// What a finding is about, with its ranks.
void name_host(Finding& finding, const Machine& machine, HostIndex host);
void name_rank(Finding& finding, const Machine& machine, RankIndex rank);
void name_link(Finding& finding, const Machine& machine, HostIndex sender, HostIndex receiver);
void name_switch(Finding& finding, const Machine& machine, const HostList& hosts);
void name_kind(Finding& finding, const Machine& machine, const HostList& hosts);
void name_path(Finding& finding, const Machine& machine, const HostList& senders, const HostList& receivers);

/// Where so many hosts are of the slower kind that none is the healthy one for sure.
void note_missing_majority(Finding& kind, std::size_t slower, std::size_t hosts);
/// From such a fraction on nobody knows which of two kinds that is.
inline constexpr double fraction_without_majority = 0.4;

// Ordered pairs of ranks that were measured, both directions:
/// between the host and all others;
[[nodiscard]] std::int64_t pairs_of_host(const Survey& survey, HostIndex host);
/// the same of several hosts, those between two of them twice;
[[nodiscard]] std::int64_t pairs_of_hosts(const Survey& survey, const HostList& hosts);
/// between two hosts;
[[nodiscard]] std::int64_t pairs_of_link(const Survey& survey, HostIndex host, HostIndex other);
/// between the rank and all others.
[[nodiscard]] std::int64_t pairs_of_rank(const Survey& survey, RankIndex rank);

/// Factor with its interval, confidence and z: an effect (a logarithm) as sure as the outlier that led to it.
void set_effect(Finding& finding, float effect, const Outlier& outlier);

/// Number of values and severity, once side, factor and lengths are known. `pairs` counts both
/// directions of those that were measured.
void weigh(Finding& finding, std::int64_t pairs, const Case& subject);

/// The same of `pairs` of which nothing was measured.
void weigh_failure(Finding& finding, std::int64_t pairs, const Machine& machine);

/// Of the outliers with the same key, the one with the largest effect.
template <typename KeyOf>
[[nodiscard]] auto strongest_by(const std::vector<Outlier>& outliers, const KeyOf& key_of) {
    std::map<decltype(key_of(outliers.front())), Outlier> strongest;
    for (const Outlier& outlier : outliers) {
        const auto [known, is_new] = strongest.try_emplace(key_of(outlier), outlier);
        if (!is_new && outlier.effect > known->second.effect) known->second = outlier;
    }
    return strongest;
}

}  // namespace fabricmap::diagnosis
