// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/confirm_list.hpp"

#include "base/errors.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

ConfirmList list_of(const std::string& text) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "list.csv", text);
    return read_confirm_list(folder / "list.csv");
}

TEST(ConfirmList, HoldsTheRunAndItsValues) {
    const ConfirmList list = list_of("# run 12ab\nsender,receiver,length_bytes\n0,5,0\n5,0,65536\n");
    EXPECT_EQ(list.run_id, "12ab");
    ASSERT_EQ(list.values.size(), 2);
    EXPECT_EQ(list.values[1].sender, 5);
    EXPECT_EQ(list.values[1].receiver, 0);
    EXPECT_EQ(list.values[1].length_bytes, 65536);
}

TEST(ConfirmList, MayBeEmpty) {
    EXPECT_TRUE(list_of("# run 12ab\nsender,receiver,length_bytes\n").values.empty());
}

TEST(ConfirmList, IsReadAsItWasWritten) {
    for (const std::string samples : {"", "# samples 120\n"}) {
        const std::string text =
            "# run 12ab\n" + samples + "sender,receiver,length_bytes\n0,5,0\n5,0,65536\n";
        EXPECT_EQ(confirm_list_text(list_of(text)), text);
    }
    EXPECT_EQ(list_of("# run 12ab\n# samples 120\nsender,receiver,length_bytes\n").samples, 120);
}

TEST(ConfirmList, NamesTheLineThatIsWrong) {
    const std::string head = "# run 12ab\nsender,receiver,length_bytes\n";
    for (const auto& [text, line] : std::vector<std::pair<std::string, std::string>>{
             {"", "line 1:"},
             {"0,1,2\n", "line 1:"},
             {"# run 12ab\n", "line 2:"},
             {"# run 12ab\n0,1,2\n", "line 2:"},
             {"# run 12ab\n# samples 0\nsender,receiver,length_bytes\n", "line 2:"},
             {"# run 12ab\n# samples 10\n0,1,2\n", "line 3:"},
             {"# run 12ab\n# samples 10\nsender,receiver,length_bytes\n0,1\n", "line 4:"},
             {head + "0,1\n", "line 3:"},
             {head + "0,1,2\n0,1,2,3\n", "line 4:"},
             {head + "0,-1,2\n", "line 3:"},
             {head + "a,1,2\n", "line 3:"},
         }) {
        SCOPED_TRACE(text);
        try {
            static_cast<void>(list_of(text));
            FAIL() << "it was read";
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), AllOf(HasSubstr("list.csv"), HasSubstr(line), HasSubstr("--suspects")));
        }
    }
}

}  // namespace
}  // namespace fabricmap
