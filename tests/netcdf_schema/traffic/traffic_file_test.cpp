// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/traffic/traffic_file.hpp"

#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

namespace fabricmap {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

RunDescription on_two_hosts() {
    RunDescription description;
    description.ranks = {{"node1", 0}, {"node2", 1}, {"node2", 1}};
    description.complete = true;
    return description;
}

const std::vector<TrafficFlow> flows{{0, 0, 1, 3, 0},
                                     {0, 2, 1, 1, 0},
                                     {8, 1, 2, 10, 95},
                                     {64, 0, 1, 2, 130},
                                     {64, 2, 0, 1ULL << 40, 100ULL << 40}};

std::string dumped(const std::filesystem::path& path) {
    std::string text;
    FILE* const pipe = popen(("ncdump '" + path.string() + "'").c_str(), "r");
    std::array<char, 4096> piece{};
    while (std::fgets(piece.data(), piece.size(), pipe) != nullptr) text += piece.data();
    EXPECT_EQ(pclose(pipe), 0);
    return text;
}

TEST(TrafficFile, ReadsAsItWasWritten) {
    const TemporaryFolder folder;
    const auto path = traffic_path(folder / "some");
    write_traffic_file(path, on_two_hosts(), flows);
    const Traffic traffic = read_traffic_file(path);
    EXPECT_EQ(traffic.ranks, 3);
    EXPECT_EQ(traffic.flows, flows);
}

TEST(TrafficFile, IsARunOfCountsWithAPlaneForEachClassOfLengths) {
    const TemporaryFolder folder;
    write_traffic_file(traffic_path(folder / "some"), on_two_hosts(), flows);
    for (const auto& name : {folder / "some", folder / "some_traffic.nc"}) {
        const fabricmap::Run run = open_run(name);
        EXPECT_EQ(run.description().message_lengths, (std::vector<std::int64_t>{0, 1, 2, 4, 8, 16, 32, 64}));
        EXPECT_EQ(run.description().ranks[2].host, "node2");
        EXPECT_TRUE(run.description().complete);
        ASSERT_TRUE(run.bytes());
        EXPECT_EQ(run.stack(Statistic::count)->plane(4)(1, 2), 10);
        EXPECT_EQ(run.bytes()->plane(4)(1, 2), 95);
        EXPECT_EQ(run.bytes()->plane(3).sum(), 0);
    }
}

TEST(TrafficFile, IsReadByNcdump) {
    const TemporaryFolder folder;
    const auto path = folder / "some_traffic.nc";
    write_traffic_file(path, on_two_hosts(), std::vector<TrafficFlow>{{4, 1, 0, 7, 33}});
    const std::string text = dumped(path);
    EXPECT_THAT(text, HasSubstr("message_length = 4 ;"));
    EXPECT_THAT(text, HasSubstr("bytes =\n  0, 0, 0,\n  33, 0, 0,"));
    EXPECT_THAT(text, HasSubstr("data =\n  0, 0, 0,\n  7, 0, 0,"));
}

TEST(TrafficFile, ClassesAreThoseOfTheBitsOfALength) {
    EXPECT_EQ(first_length_of_class(0), 0);
    EXPECT_EQ(first_length_of_class(1), 1);
    EXPECT_EQ(first_length_of_class(3), 2);
    EXPECT_EQ(first_length_of_class(4), 4);
    EXPECT_EQ(first_length_of_class(65535), 32768);
}

TEST(TrafficFile, IsRefusedWithItsPathWhereItIsNone) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "text", "sender,receiver\n");
    EXPECT_THAT(error_of<FileError>([&] { (void)read_traffic_file(folder / "text"); }),
                HasSubstr((folder / "text").string()));
    EXPECT_THROW(write_traffic_file(folder / "none" / "some", on_two_hosts(), flows), FileError);
}

}  // namespace
}  // namespace fabricmap
