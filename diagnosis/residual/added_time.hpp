// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "diagnosis/survey/survey.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace fabricmap::diagnosis {

// A slow host makes each of its messages take some share longer, as a processor would, or some time longer,
// as a port of a lower rate would. What it adds is known as a ratio, that of its middle paths. On nearer
// paths the same time is a larger ratio, on farther ones a smaller one; such a path is no faulty link.

/// What a host adds, taken as a time.
class AddedTime {
  public:
    AddedTime(const Survey& survey, HostIndex host);

    /// By how much a path of the class lies off the effect, a logarithm, where the host adds as much time to
    /// it as the effect is on its middle paths; nothing for no effect.
    [[nodiscard]] float beyond(Eigen::Index length, std::uint8_t pair_class, float effect) const;

  private:
    const Survey* survey_;
    List<float> middle_s_;  ///< at each length, the delay of its middle paths without what it adds
};

/// The same of several hosts, each looked at once.
class AddedTimes {
  public:
    explicit AddedTimes(const Survey& survey) : survey_(&survey) {}

    [[nodiscard]] const AddedTime& of(HostIndex host) {
        return known_.try_emplace(host, *survey_, host).first->second;
    }

  private:
    const Survey* survey_;
    std::map<HostIndex, AddedTime> known_;
};

/// What is left of a value, where anything from nothing to `by_time` is explained.
[[nodiscard]] float beyond_explained(float left, float by_time);

}  // namespace fabricmap::diagnosis
