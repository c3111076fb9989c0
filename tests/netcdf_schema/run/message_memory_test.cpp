// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/message_memory.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

TEST(MessageMemory, WordsLeadBackToTheirValue) {
    for (const MemoryKind kind : all_memory_kinds) {
        EXPECT_EQ(memory_kind_named(name_of(kind)), kind);
        for (const MessageMemory memory : {MessageMemory{kind, kind}, MessageMemory{kind, MemoryKind::host},
                                           MessageMemory{MemoryKind::host, kind}})
            EXPECT_EQ(message_memory_named(name_of(memory)), memory) << name_of(memory);
    }
}

TEST(MessageMemory, OneWordIsOfBothSidesAndTheSecondOfTheReceiver) {
    EXPECT_EQ(message_memory_named("cuda"), (MessageMemory{MemoryKind::cuda, MemoryKind::cuda}));
    EXPECT_EQ(message_memory_named("ze,host"), (MessageMemory{MemoryKind::ze, MemoryKind::host}));
    EXPECT_EQ(memory_text({MemoryKind::ze, MemoryKind::host}), "from ze to host memory");
    EXPECT_EQ(memory_text({MemoryKind::rocm, MemoryKind::rocm}), "in rocm memory");
}

TEST(MessageMemory, OtherWordsAndTwoKindsOfDevicesAreNothing) {
    for (const char* const words : {"", "gpu", "cuda,", ",cuda", "cuda,rocm", "host,host,host", "Cuda"})
        EXPECT_FALSE(message_memory_named(words)) << words;
}

TEST(MessageMemory, TheDeviceIsThatOfEitherSide) {
    EXPECT_EQ((MessageMemory{MemoryKind::host, MemoryKind::rocm}).device(), MemoryKind::rocm);
    EXPECT_EQ((MessageMemory{MemoryKind::rocm, MemoryKind::host}).device(), MemoryKind::rocm);
    EXPECT_FALSE(MessageMemory().has_device());
}

}  // namespace
}  // namespace fabricmap
