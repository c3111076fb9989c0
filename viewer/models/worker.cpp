// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/worker.hpp"

namespace fabricmap::viewer {

void Worker::fail(const QString& words) {
    emit busy({}, 0);
    emit failed(words);
}

}  // namespace fabricmap::viewer

#include "moc_worker.cpp"
