// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/clock_demand.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

namespace fabricmap::network_test {

std::optional<PlaneDigest::Extreme> too_quick_for_clocks(const PlaneDigest& plane, double clock_error_bound_s,
                                                         bool hosts_share_clock) {
    const auto& quickest = hosts_share_clock ? plane.fastest_between_hosts() : plane.fastest();
    const bool too_quick = quickest && quickest->median_s < min_errors_in_delay * clock_error_bound_s;
    return too_quick ? quickest : std::nullopt;
}

void refuse_coarse_clocks(const PlaneDigest& plane, double clock_error_bound_s, bool hosts_share_clock) {
    const auto pair = too_quick_for_clocks(plane, clock_error_bound_s, hosts_share_clock);
    if (!pair) return;
    throw RunError(fmt::format(
        "--timing synchronized: {} bytes take {} from rank {} to rank {}, the quickest {}, which is less "
        "than "
        "{} times the error of their clocks ({} at most): begin with longer messages (--lengths), or use "
        "--timing one_way",
        format_size(plane.length_bytes()), format_delay(pair->median_s), pair->sender, pair->receiver,
        hosts_share_clock ? "between hosts" : "of all, whose hosts have several clocks each",
        min_errors_in_delay, format_delay(clock_error_bound_s)));
}

}  // namespace fabricmap::network_test
