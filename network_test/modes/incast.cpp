// SPDX-License-Identifier: Apache-2.0
// More and more hosts stream to one at once: what it receives, and from how many on that falls.
#include "network_test/modes/flow_stream.hpp"

namespace fabricmap::network_test {

extern constinit const ModeEntry incast_mode{
    .mode = Mode::incast,
    .what = "1, 2, 4, ... hosts stream to one at once, to each host in turn",
    .make_group = make_flow_stream,
};

}  // namespace fabricmap::network_test
