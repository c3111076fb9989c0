// SPDX-License-Identifier: Apache-2.0
// All hosts of a leaf stream to all of another at once, so that what the cables above the leaves carry
// together is the limit.
#include "network_test/modes/flow_stream.hpp"

namespace fabricmap::network_test {

extern constinit const ModeEntry leaf_stream_mode{
    .mode = Mode::leaf_stream,
    .what = "all hosts of a leaf stream to another leaf at once (--topology)",
    .make_group = make_flow_stream,
};

}  // namespace fabricmap::network_test
