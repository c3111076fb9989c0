// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_account.hpp"

#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::network_test {

void RoundAccount::measured(std::int64_t pairs_at_once) noexcept {
    min_at_once_ = min_at_once_ < 0 ? pairs_at_once : std::min(min_at_once_, pairs_at_once);
    max_at_once_ = std::max(max_at_once_, pairs_at_once);
}

void RoundAccount::tolerated(const InterferenceTally& tally) {
    for (const PairClass pair_class : all_pair_classes) {
        Interference& worst = interference_[static_cast<std::size_t>(pair_class)];
        const Interference now = tally.of(pair_class);
        if (std::isnan(worst.high) || now.high > worst.high) worst = now;
    }
}

void RoundAccount::add_to_history(const std::string& line) {
    history_ += fmt::format("\n{} {}", utc_now(), line);
}

void RoundAccount::confirmed(const ConfirmationTally& tally) noexcept {
    confirmations_.remeasured += tally.remeasured;
    confirmations_.alone += tally.alone;
    confirmations_.unconfirmed += tally.unconfirmed;
}

void RoundAccount::add_to(RunDescription& run) const {
    run.history += history_;
    run.pairs_at_once = max_at_once_;
    run.interference_same_host = interference_[static_cast<std::size_t>(PairClass::same_host)];
    run.interference_between_hosts = interference_[static_cast<std::size_t>(PairClass::between_hosts)];
}

std::string RoundAccount::text() const {
    std::string text;
    for (const PairClass pair_class : all_pair_classes) {
        const Interference& seen = interference_[static_cast<std::size_t>(pair_class)];
        if (std::isnan(seen.inflation)) continue;
        text +=
            fmt::format("  in a round, messages {} took {:.1f} % longer than alone ({:.1f} to {:.1f} %)\n",
                        name_of(pair_class), seen.inflation * 100, seen.low * 100, seen.high * 100);
    }
    if (confirmations_.remeasured > 0) {
        text += fmt::format("  {} that came out slow or imprecise in a round repeated, {} of them alone\n",
                            counted(confirmations_.remeasured, "measurement"), confirmations_.alone);
    }
    if (confirmations_.unconfirmed > 0) {
        text += fmt::format("  {} made in rounds left unconfirmed: no time left\n",
                            counted(confirmations_.unconfirmed, "measurement"));
    }
    return text;
}

}  // namespace fabricmap::network_test
