// SPDX-License-Identifier: Apache-2.0
// Tests that measure this machine, where a single measurement may be disturbed.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>

namespace fabricmap::testing {

/// `needed` of `tries` independent tries must succeed. `wrong_fraction`: how often a single one fails by
/// accident, as it was measured beside others, rounded up; where none did, an upper bound (docs/testing.md
/// lists the counts).
struct Votes {
    int needed;
    int tries;
    double wrong_fraction;

    /// The chance that a vote on code without a defect fails: that more than `tries - needed` tries are
    /// wrong.
    [[nodiscard]] constexpr double chance_of_failing() const {
        double chance = 0;
        for (int wrong = tries - needed + 1; wrong <= tries; ++wrong) chance += chance_of(wrong);
        return chance;
    }

  private:
    /// Binomial.
    [[nodiscard]] constexpr double chance_of(int wrong) const {
        double chance = 1;
        for (int k = 0; k < wrong; ++k) chance *= wrong_fraction * (tries - k) / (k + 1);
        for (int k = wrong; k < tries; ++k) chance *= 1 - wrong_fraction;
        return chance;
    }
};

/// What a vote has to keep to: more than half of the tries, and a failure by accident once in 10,000.
constexpr bool is_sound(const Votes& votes) {
    return 2 * votes.needed > votes.tries && votes.needed <= votes.tries && votes.chance_of_failing() <= 1e-4;
}

/// FABRICMAP_TRIES in the environment: that many tries are made and counted, and none is judged. So the
/// counts are found that docs/testing.md lists. 0 where it is not set.
inline int tries_to_count() {
    const char* const text = std::getenv("FABRICMAP_TRIES");
    return text == nullptr ? 0 : std::atoi(text);
}

inline void count_tries(int tries, const std::function<std::string()>& judge) {
    int wrong = 0;
    for (int number = 1; number <= tries; ++number) {
        const std::string complaint = judge();
        if (complaint.empty()) continue;
        ++wrong;
        std::cout << "try " << number << ": " << complaint << std::endl;
    }
    std::cout << "wrong of tries: " << wrong << " of " << tries << std::endl;
}

/// Fails where fewer tries than needed succeed. A try returns what is wrong, or nothing; all of them are
/// shown. Stops once it is decided. The ranks of an MPI job vote together if their tries say the same.
template <Votes votes>
void expect_votes(const std::function<std::string()>& judge) {
    static_assert(is_sound(votes));
    if (const int tries = tries_to_count(); tries > 0) {
        count_tries(tries, judge);
        return;
    }
    int right = 0;
    std::string wrong;
    for (int number = 1; number <= votes.tries; ++number) {
        const std::string complaint = judge();
        if (complaint.empty()) {
            ++right;
        } else {
            const std::string line = "try " + std::to_string(number) + ": " + complaint + '\n';
            std::cout << line;
            wrong += line;
        }
        const int left = votes.tries - number;
        if (right >= votes.needed) return;
        if (right + left < votes.needed) break;
    }
    ADD_FAILURE() << right << " of " << votes.tries << " tries succeeded, not " << votes.needed << ":\n"
                  << wrong;
}

}  // namespace fabricmap::testing
