// SPDX-License-Identifier: Apache-2.0
// Each kind of driver, played by a library without devices.
#include "measuring/memory/device.hpp"

#include "base/errors.hpp"
#include "measuring/message_buffer.hpp"
#include "tests/expectations.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <vector>

namespace fabricmap {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class EveryDriver : public ::testing::TestWithParam<MemoryKind> {
  protected:
    EveryDriver() { set("FABRICMAP_GPU_LIBRARY", STUB_DEVICES); }
    ~EveryDriver() override {
        for (const char* const name : names_) unsetenv(name);
    }

    void set(const char* name, const char* value) {
        setenv(name, value, 1);
        names_.push_back(name);
    }
    [[nodiscard]] static std::string refusal() {
        return testing::error_of<RunError>([] { const Device device(GetParam()); });
    }

  private:
    std::vector<const char*> names_;
};

TEST_P(EveryDriver, GivesTheDeviceOfTheRankOnItsHost) {
    EXPECT_EQ(Device(GetParam()).bus_address(), "0000:10:00.0");
    set("OMPI_COMM_WORLD_LOCAL_RANK", "1");
    EXPECT_EQ(Device(GetParam()).bus_address(), "0000:11:00.0");
    set("OMPI_COMM_WORLD_LOCAL_RANK", "4");
    EXPECT_EQ(Device(GetParam()).bus_address(), "0000:10:00.0");
}

TEST_P(EveryDriver, KeepsWhatIsWritten) {
    const Device device(GetParam());
    for (const std::int64_t bytes : {1, 8, 1000, (1 << 20) - 1, (5 << 20) + 3}) {
        const MessageBuffer buffer(bytes, &device);
        EXPECT_TRUE(buffer.is_on_device());
        EXPECT_EQ(buffer.bytes(), bytes);
        buffer.fill(bytes, 7);
        EXPECT_TRUE(buffer.holds(0, bytes, 7)) << bytes;
        EXPECT_FALSE(buffer.holds(0, bytes, 8)) << bytes;
        std::vector<std::byte> copy(static_cast<std::size_t>(bytes));
        buffer.read(0, copy);
        EXPECT_TRUE(holds_pattern(copy, 7)) << bytes;
        copy.back() ^= std::byte{1};
        buffer.write(0, copy);
        EXPECT_FALSE(buffer.holds(0, bytes, 7)) << bytes;
    }
}

TEST_P(EveryDriver, VerifiesMessagesSideBySide) {
    const Device device(GetParam());
    constexpr std::int64_t length = 24;
    const MessageBuffer buffer(3 * length, &device);
    std::vector<std::byte> message(length);
    fill_pattern(message, 5);
    buffer.write(length, message);
    EXPECT_TRUE(buffer.holds(length, length, 5));
    EXPECT_FALSE(buffer.holds(2 * length, length, 5));
    EXPECT_TRUE(buffer.holds(2 * length, 0, 5)) << "an empty message is whole";
}

TEST_P(EveryDriver, DamagedMemoryIsFound) {
    const Device device(GetParam());
    const MessageBuffer buffer(4096, &device);
    buffer.fill(4096, 1);
    EXPECT_TRUE(buffer.holds(0, 4096, 1));
    set("FABRICMAP_STUB_DAMAGES", "4096");
    EXPECT_FALSE(buffer.holds(0, 4096, 1));
}

// Else the tests of jobs would show nothing.
TEST_P(EveryDriver, HasMemoryThatTheHostMayNotTouch) {
    const Device device(GetParam());
    const MessageBuffer buffer(8, &device);
    EXPECT_DEATH(*buffer.data() = std::byte{1}, "");
}

TEST_P(EveryDriver, GivesMemoryBack) {
    set("FABRICMAP_STUB_BYTES", "8192");
    const Device device(GetParam());
    for (int time = 0; time < 3; ++time) const MessageBuffer buffer(8192, &device);
}

TEST_P(EveryDriver, RefusesMoreMemoryThanThereIsWithSizeAndDevice) {
    set("FABRICMAP_STUB_BYTES", "1048576");
    const Device device(GetParam());
    EXPECT_THAT(testing::error_of<RunError>([&] { const MessageBuffer buffer(4 << 20, &device); }),
                AllOf(HasSubstr("0000:10:00.0 has no memory for a message buffer of 4M bytes"),
                      HasSubstr("shorten the longest message")));
}

TEST_P(EveryDriver, WithoutADeviceIsRefusedWithTheRemedy) {
    set("FABRICMAP_STUB_DEVICES", "0");
    EXPECT_THAT(refusal(), AllOf(HasSubstr(fmt::format("--memory {}: ", name_of(GetParam()))),
                                 HasSubstr("no device for this rank"), HasSubstr("--memory host")));
}

TEST_P(EveryDriver, ThatIsNotThereIsRefusedWithTheRemedy) {
    set("FABRICMAP_GPU_LIBRARY", "/nowhere/libdriver.so");
    EXPECT_THAT(refusal(), AllOf(HasSubstr("there is no driver"), HasSubstr("/nowhere/libdriver.so"),
                                 HasSubstr("FABRICMAP_GPU_LIBRARY"), HasSubstr("--memory host")));
}

TEST_P(EveryDriver, ThatLacksAFunctionIsRefusedWithItsName) {
    const std::map<MemoryKind, std::string> first{
        {MemoryKind::cuda, "cuInit"}, {MemoryKind::rocm, "hipInit"}, {MemoryKind::ze, "zeInit"}};
    set("FABRICMAP_GPU_LIBRARY", "libm.so.6");
    EXPECT_THAT(refusal(), HasSubstr("the driver libm.so.6 lacks " + first.at(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Of, EveryDriver,
                         ::testing::Values(MemoryKind::cuda, MemoryKind::rocm, MemoryKind::ze),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

TEST(DeviceOfProcess, IsNoneForHostMemory) {
    EXPECT_EQ(device_of_process(MemoryKind::host), nullptr);
}

TEST(DeviceOfProcess, KeepsWhatWentWrongBeforeTheStart) {
    setenv("FABRICMAP_GPU_LIBRARY", "/nowhere/libdriver.so", 1);
    open_device_before_start(MemoryKind::cuda);
    unsetenv("FABRICMAP_GPU_LIBRARY");
    EXPECT_THAT(testing::error_of<RunError>([] { (void)device_of_process(MemoryKind::cuda); }),
                HasSubstr("/nowhere/libdriver.so"));
    setenv("FABRICMAP_GPU_LIBRARY", STUB_DEVICES, 1);
    EXPECT_EQ(device_of_process(MemoryKind::ze)->bus_address(), "0000:10:00.0") << "of another kind";
    unsetenv("FABRICMAP_GPU_LIBRARY");
}

}  // namespace
}  // namespace fabricmap
