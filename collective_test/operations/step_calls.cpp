// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/step_calls.hpp"

#include <utility>

namespace fabricmap::collective_test {

StepCalls& StepCalls::then(const Twins& twins, std::int64_t message_length, int root, Place out, Place in) {
    CallShape shape = shape_;
    shape.message_length = message_length;
    shape.root = root;
    calls_.push_back(twins.blocking.make(shape));
    Call* const call = calls_.back().get();
    return then([call, out, in](const Buffers& buffers) { call->run({out.in(buffers), in.in(buffers)}); });
}

StepCalls& StepCalls::then(std::function<void(const Buffers&)> action) {
    steps_.push_back(std::move(action));
    return *this;
}

}  // namespace fabricmap::collective_test
