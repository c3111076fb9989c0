// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QCoreApplication>

int main(int argument_count, char** arguments) {
    const QCoreApplication application(argument_count, arguments);
    testing::InitGoogleTest(&argument_count, arguments);
    return RUN_ALL_TESTS();
}
