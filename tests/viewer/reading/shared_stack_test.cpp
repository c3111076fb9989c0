// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/shared_stack.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/open_run.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace fabricmap::viewer {
namespace {

TEST(SharedStack, SeveralThreadsReadTheSameValues) {
    const Opened opened = open_shared("synthetic:two_racks");
    const auto alone = open_run("synthetic:two_racks").stack(Statistic::median);
    const auto shared = opened.run->stack(Statistic::median);
    std::atomic<int> different = 0;
    std::vector<std::thread> readers;
    for (std::size_t k = 0; k < 3; ++k) {
        const Matrix truth = alone->plane(k);
        readers.emplace_back([&, k, truth] {
            if (!(shared->plane(k) == truth).all()) ++different;
            if (!(shared->rows(k, 1, 2) == truth.middleRows(1, 2)).all()) ++different;
        });
    }
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(different, 0);
}

TEST(OpenShared, AnswersAFileThatIsNotThereWithItsName) {
    EXPECT_THROW(static_cast<void>(open_shared("/nowhere/at_all.nc")), FileError);
}

}  // namespace
}  // namespace fabricmap::viewer
