// SPDX-License-Identifier: Apache-2.0
// Holds every #include of the rooms and their tests against the table of rooms.
#include "base/quantities.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::IsEmpty;
using Names = std::set<std::string>;

struct Room {
    Names uses;
    Names tests_use;
};

using Rooms = std::map<std::string, Room>;

Names words_of(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// Lines "room: rooms that it uses: rooms that its tests use besides", in the order of the table.
Rooms read_table(std::istream& stream) {
    Rooms rooms;
    for (std::string line; std::getline(stream, line);) {
        const auto parts = split(line, ':');
        rooms[parts.at(0)] = {words_of(parts.at(1)), words_of(parts.at(2))};
    }
    return rooms;
}

/// The room of a file: the longest name of one that its path begins with; empty where there is none.
std::string room_of(const std::string& path, const Rooms& rooms) {
    std::string found;
    for (const auto& [name, room] : rooms) {
        if (path.starts_with(name + "/") && name.size() > found.size()) found = name;
    }
    return found;
}

/// A room whose part is used may be named by the whole: who uses netcdf_schema uses netcdf_schema/run.
bool covers(const Names& allowed, const std::string& room) {
    return std::any_of(allowed.begin(), allowed.end(),
                       [&](const std::string& name) { return room == name || room.starts_with(name + "/"); });
}

/// The rooms that a file may use: its own with those of the table; a test also those that its room's tests
/// use.
Names allowed_for(const std::string& room, const Rooms& rooms, bool is_test) {
    Names allowed = rooms.at(room).uses;
    allowed.insert(room);
    if (!is_test) return allowed;
    const Names& more = rooms.at(room).tests_use;
    allowed.insert(more.begin(), more.end());
    return allowed;
}

Names included_by(const fs::path& file) {
    static const std::regex include("#include \"([^\"]+)\"");
    Names included;
    std::ifstream stream(file);
    std::smatch match;
    for (std::string line; std::getline(stream, line);) {
        if (std::regex_search(line, match, include)) included.insert(match[1]);
    }
    return included;
}

/// "FILE includes HEADER" for each that the table does not allow.
std::vector<std::string> wrong_arrows(const fs::path& root, const Rooms& rooms) {
    std::vector<std::string> wrong;
    const auto look_at = [&](const std::string& name, bool is_test) {
        const std::string place = is_test ? name.substr(std::string("tests/").size()) : name;
        const std::string room = room_of(place, rooms);
        if (room.empty()) return;
        const Names allowed = allowed_for(room, rooms, is_test);
        for (const std::string& header : included_by(root / name)) {
            const bool is_of_tests = header.starts_with("tests/");
            if (is_of_tests && !is_test) wrong.push_back(fmt::format("{} includes {}", name, header));
            const std::string target = room_of(is_of_tests ? header.substr(6) : header, rooms);
            if (!target.empty() && !covers(allowed, target))
                wrong.push_back(fmt::format("{} includes {}", name, header));
        }
    };
    for (const auto& [room, arrows] : rooms) {
        for (const bool is_test : {false, true}) {
            const fs::path folder = root / (is_test ? "tests/" + room : room);
            if (!fs::is_directory(folder)) continue;
            for (const auto& entry : fs::recursive_directory_iterator(folder)) {
                const auto ending = entry.path().extension();
                if (ending == ".cpp" || ending == ".hpp")
                    look_at(fs::relative(entry.path(), root).string(), is_test);
            }
        }
    }
    return wrong;
}

Rooms table_of_project() {
    std::ifstream stream(ROOM_TABLE);
    return read_table(stream);
}

TEST(Rooms, UseNoRoomThatTheTableDoesNotGiveThem) {
    const Rooms rooms = table_of_project();
    ASSERT_TRUE(rooms.contains("diagnosis"));
    EXPECT_THAT(wrong_arrows(SOURCE_FOLDER, rooms), IsEmpty());
}

TEST(Rooms, UseOnlyThoseAboveThem) {
    std::ifstream stream(ROOM_TABLE);
    Names above;
    for (std::string line; std::getline(stream, line);) {
        const auto parts = split(line, ':');
        for (const std::string& used : words_of(parts.at(1))) EXPECT_TRUE(above.contains(used)) << line;
        above.insert(parts.at(0));
    }
}

TEST(Rooms, ThatBorrowAHeaderAreFound) {
    const fs::path root = fs::temp_directory_path() / fmt::format("fabricmap_rooms_{}", ::getpid());
    for (const char* const folder : {"ground", "upper/part", "tests/ground"})
        fs::create_directories(root / folder);
    std::ofstream(root / "ground/a.hpp") << "#include <vector>\n#include \"upper/part/b.hpp\"\n";
    std::ofstream(root / "upper/part/b.hpp") << "#include \"ground/a.hpp\"\n";
    std::ofstream(root / "tests/ground/a_test.cpp") << "#include \"upper/part/b.hpp\"\n";
    std::istringstream table("ground: : upper\nupper: ground: \n");
    const auto wrong = wrong_arrows(root, read_table(table));
    EXPECT_EQ(wrong.size(), 1U);
    EXPECT_THAT(wrong, Contains("ground/a.hpp includes upper/part/b.hpp"));
    fs::remove_all(root);
}

}  // namespace
}  // namespace fabricmap
