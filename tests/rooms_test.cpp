// SPDX-License-Identifier: Apache-2.0
// Holds every #include of the rooms and their tests against the table of rooms and folders.
#include "base/quantities.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
using ::testing::IsEmpty;
using Names = std::set<std::string>;

struct Room {
    Names uses;
    Names tests_use;
};

struct Table {
    std::map<std::string, Room> rooms;
    std::map<std::string, Names> folders;  ///< with those that their files may include
    std::vector<std::string> order;        ///< of the folders, from the ground up
};

Names words_of(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// The longest of the names that is the path or a folder above it; empty where there is none.
template <typename Named>
std::string longest_above(const std::string& path, const Named& named) {
    std::string found;
    for (const auto& [name, value] : named) {
        if ((path + '/').starts_with(name + '/') && name.size() > found.size()) found = name;
    }
    return found;
}

/// Lines "room NAME: rooms that it uses: rooms that its tests use besides" and "folder PATH: folders that it
/// uses", in the order of the table. A room without folders is one.
Table read_table(std::istream& stream) {
    Table table;
    std::vector<std::string> rooms;
    std::vector<std::string> folders;
    for (std::string line; std::getline(stream, line);) {
        const auto parts = split(line, ':');
        const std::string what(parts.at(0));
        const std::string name = what.substr(what.find(' ') + 1);
        if (what.starts_with("room ")) {
            table.rooms[name] = {words_of(std::string(parts.at(1))), words_of(std::string(parts.at(2)))};
            rooms.push_back(name);
        } else {
            table.folders[name] = words_of(std::string(parts.at(1)));
            folders.push_back(name);
        }
    }
    for (const std::string& room : rooms) {
        const auto of_room = [&](const std::string& folder) {
            return longest_above(folder, table.rooms) == room;
        };
        const std::size_t before = table.order.size();
        std::copy_if(folders.begin(), folders.end(), std::back_inserter(table.order), of_room);
        if (table.order.size() > before) continue;
        table.folders[room] = table.rooms[room].uses;
        table.order.push_back(room);
    }
    return table;
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

std::string folder_of(const std::string& file) {
    return fs::path(file).parent_path().string();
}

/// A file of a room includes its own folder, those that the folder's line names, and base.
bool is_granted(const Table& table, const std::string& from, const std::string& to) {
    return from == to || to == "base" || table.folders.at(from).contains(to);
}

/// A test includes what its room has, what the room uses, and what its tests use besides.
bool is_granted_to_tests(const Table& table, const std::string& room, const std::string& to) {
    const std::string target = longest_above(to, table.rooms);
    const auto names = [&](const Names& rooms) {
        return std::any_of(rooms.begin(), rooms.end(),
                           [&](const std::string& one) { return (target + '/').starts_with(one + '/'); });
    };
    return (target + '/').starts_with(room + '/') || names(table.rooms.at(room).uses) ||
           names(table.rooms.at(room).tests_use);
}

/// Of one file: "FILE includes HEADER" for each that the table does not grant, and whether its folder has no
/// line.
std::vector<std::string> complaints_about(const fs::path& root, const std::string& file, const Table& table) {
    const bool is_test = file.starts_with("tests/");
    const std::string folder = folder_of(is_test ? file.substr(6) : file);
    if (!is_test && !table.folders.contains(folder)) return {folder + " has no line in the table"};
    std::vector<std::string> wrong;
    for (const std::string& header : included_by(root / file)) {
        const bool is_of_tests = header.starts_with("tests/");
        const std::string target = folder_of(is_of_tests ? header.substr(6) : header);
        if (longest_above(target, table.rooms).empty()) continue;
        const bool is_fine = is_test ? is_granted_to_tests(table, longest_above(folder, table.rooms), target)
                                     : !is_of_tests && is_granted(table, folder, target);
        if (!is_fine) wrong.push_back(fmt::format("{} includes {}", file, header));
    }
    return wrong;
}

std::vector<std::string> wrong_arrows(const fs::path& root, const Table& table) {
    std::vector<std::string> wrong;
    for (const auto& [room, uses] : table.rooms) {
        for (const fs::path& folder : {root / room, root / "tests" / room}) {
            if (!fs::is_directory(folder)) continue;
            for (const auto& entry : fs::recursive_directory_iterator(folder)) {
                const auto ending = entry.path().extension();
                const std::string file = fs::relative(entry.path(), root).string();
                const std::string place = file.starts_with("tests/") ? file.substr(6) : file;
                const bool is_source = ending == ".cpp" || ending == ".hpp";
                if (!is_source || longest_above(folder_of(place), table.rooms) != room) continue;
                const auto complaints = complaints_about(root, file, table);
                wrong.insert(wrong.end(), complaints.begin(), complaints.end());
            }
        }
    }
    return wrong;
}

Table table_of_project() {
    std::ifstream stream(ROOM_TABLE);
    return read_table(stream);
}

TEST(Rooms, IncludeNothingThatTheTableDoesNotGrant) {
    const Table table = table_of_project();
    ASSERT_TRUE(table.folders.contains("diagnosis/survey"));
    EXPECT_THAT(wrong_arrows(SOURCE_FOLDER, table), IsEmpty());
}

// So no folders form a circle.
TEST(Rooms, UseOnlyFoldersAboveThem) {
    const Table table = table_of_project();
    Names above;
    for (const std::string& folder : table.order) {
        for (const std::string& used : table.folders.at(folder))
            EXPECT_TRUE(above.contains(used)) << folder << " uses " << used;
        above.insert(folder);
    }
}

TEST(Rooms, LinkTheRoomsOfTheFoldersThatTheirsUse) {
    const Table table = table_of_project();
    for (const auto& [folder, uses] : table.folders) {
        const std::string room = longest_above(folder, table.rooms);
        for (const std::string& used : uses)
            EXPECT_TRUE(is_granted_to_tests(table, room, used)) << folder << " uses " << used;
    }
}

using Arrows = std::map<std::string, Names>;

/// What can be reached by the arrows from there.
Names reached_from(const std::string& from, const Arrows& arrows) {
    Names reached;
    std::vector<std::string> ahead{from};
    while (!ahead.empty()) {
        const std::string at = ahead.back();
        ahead.pop_back();
        const auto next = arrows.find(at);
        if (next == arrows.end()) continue;
        for (const std::string& to : next->second) {
            if (reached.insert(to).second) ahead.push_back(to);
        }
    }
    return reached;
}

// scripts/draw-rooms names each box and each arrow in a title, and leaves out arrows that follow from others.
TEST(Rooms, AreDrawnAsTheTableHasThem) {
    const Table table = table_of_project();
    std::ifstream stream(SOURCE_FOLDER "/docs/pictures/rooms.svg");
    const std::string picture((std::istreambuf_iterator<char>(stream)), {});
    Names boxes;
    Arrows drawn;
    static const std::regex title("<title>([a-z_0-9/]+)(&#45;&gt;([a-z_0-9/]+))?</title>");
    for (std::sregex_iterator match(picture.begin(), picture.end(), title), end; match != end; ++match) {
        const std::string name = (*match)[1];
        if ((*match)[2].matched) {
            drawn[name].insert((*match)[3]);
        } else if (table.folders.contains(name)) {
            boxes.insert(name);
        }
    }
    EXPECT_THAT(boxes, ::testing::SizeIs(table.order.size())) << "run scripts/draw-rooms";
    Arrows uses;
    for (const auto& [folder, used] : table.folders) {
        uses[folder] = used;
        uses[folder].erase("base");
    }
    for (const std::string& folder : table.order)
        EXPECT_EQ(reached_from(folder, drawn), reached_from(folder, uses)) << "run scripts/draw-rooms";
}

TEST(Rooms, ThatBorrowAHeaderAreFound) {
    const testing::TemporaryFolder root;
    for (const char* const folder : {"ground", "upper/floor", "upper/attic", "upper/cellar", "tests/ground"})
        fs::create_directories(root / folder);
    const auto write = [&](const char* file, const char* text) { std::ofstream(root / file) << text; };
    write("ground/a.hpp", "#include <vector>\n#include \"upper/floor/b.hpp\"\n");
    write("upper/floor/b.hpp", "#include \"ground/a.hpp\"\n#include \"upper/attic/c.hpp\"\n");
    write("upper/attic/c.hpp", "#include \"upper/floor/b.hpp\"\n#include \"tests/ground/a.hpp\"\n");
    write("upper/cellar/d.cpp", "");
    write("tests/ground/a_test.cpp", "#include \"upper/floor/b.hpp\"\n");
    std::istringstream table(
        "room ground: : upper\nroom upper: ground: \nfolder upper/floor: ground\nfolder upper/attic: "
        "upper/floor\n");
    EXPECT_THAT(wrong_arrows(root.path(), read_table(table)),
                ::testing::UnorderedElementsAre("ground/a.hpp includes upper/floor/b.hpp",
                                                "upper/floor/b.hpp includes upper/attic/c.hpp",
                                                "upper/attic/c.hpp includes tests/ground/a.hpp",
                                                "upper/cellar has no line in the table"));
}

}  // namespace
}  // namespace fabricmap
