// SPDX-License-Identifier: Apache-2.0
#include "network_test/modes/table.hpp"

#include <algorithm>
#include <array>

namespace fabricmap::network_test {
namespace {

std::unique_ptr<PairExchange> no_pair(const ExchangeSettings& /*settings*/) {
    return nullptr;
}
std::unique_ptr<GroupExchange> no_group(const ExchangeSettings& /*settings*/) {
    return nullptr;
}

constexpr std::array entries{
    ModeEntry{Mode::one_to_one, "one sends, one receives, all others are silent", make_one_to_one, no_group,
              WindowOver::nothing},
    ModeEntry{Mode::async_one_to_one, "two ranks send to each other at once", make_async_one_to_one, no_group,
              WindowOver::nothing},
    ModeEntry{Mode::send_recv_and_recv_send, "ping-pong with messages of one length",
              make_send_recv_and_recv_send, no_group, WindowOver::nothing},
    ModeEntry{Mode::all_to_all, "every rank sends to every rank at once", no_pair, make_all_to_all,
              WindowOver::nothing},
    ModeEntry{Mode::test_noise, "async_one_to_one while other ranks make traffic", make_async_one_to_one,
              no_group, WindowOver::nothing},
    ModeEntry{Mode::test_noise_blocking, "one_to_one while other ranks make traffic", make_one_to_one,
              no_group, WindowOver::nothing},
    ModeEntry{Mode::bcast, "each rank in turn broadcasts to all", no_pair, make_bcast, WindowOver::nothing},
    ModeEntry{Mode::put_one_to_one, "one puts into the memory of another", make_put_one_to_one,
              make_put_with_fence, WindowOver::in},
    ModeEntry{Mode::get_one_to_one, "one gets from the memory of another", make_get_one_to_one,
              make_get_with_fence, WindowOver::out},
};
static_assert(entries.size() == all_modes.size());

}  // namespace

const ModeEntry& mode_entry(Mode mode) noexcept {
    return *std::find_if(entries.begin(), entries.end(),
                         [&](const ModeEntry& entry) { return entry.mode == mode; });
}

}  // namespace fabricmap::network_test
