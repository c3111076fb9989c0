// SPDX-License-Identifier: Apache-2.0
#include "command_line/command.hpp"

#include "base/errors.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap {
namespace {

TEST(Command, RefusesEmptyValuesOfOptionsArgumentsAndCommands) {
    Command app("What it does", "tool");
    std::string text;
    app.add_option("-t,--text", text);
    Command command = app.add_subcommand("run");
    command.add_option("--other", text);
    command.add_option("FILE", text);
    EXPECT_EQ(app.parse({"-t", "word", "run", "--other", "word", "file"}), "");
    const std::vector<std::pair<std::vector<std::string>, std::string>> refused{
        {{"-t", ""}, "-t: it is empty"},
        {{"--text="}, "--text: "},
        {{"run", "--other", ""}, "--other: it is empty"},
        {{"run", ""}, "FILE: it is empty"}};
    for (const auto& [words, beginning] : refused) {
        try {
            (void)app.parse(words);
            ADD_FAILURE() << "an empty value passed: " << beginning;
        } catch (const UsageError& error) {
            EXPECT_EQ(std::string(error.what()).find(beginning), 0U) << error.what();
        }
    }
}

TEST(Command, AnswersHelpAndVersionAndNamesTheProgramInErrors) {
    Command app("What it does", "tool");
    app.add_version("tool 1");
    std::string number;
    app.add_option("-n", number);
    EXPECT_EQ(app.parse({"--version"}), "tool 1\n");
    EXPECT_NE(app.parse({"--help"}).find("What it does"), std::string::npos);
    EXPECT_EQ(app.parse({"-n", "3"}), "");
    EXPECT_EQ(number, "3");
    try {
        (void)app.parse({"--wrong"});
        FAIL() << "an unknown option passed";
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("--wrong"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("see tool --help"), std::string::npos);
    }
}

TEST(Command, SuggestsTheOptionThatMayBeMeant) {
    Command app("What it does", "tool");
    std::string run;
    std::string text;
    app.add_option("RUN", run).required();
    for (const char* const name : {"--lengths", "--slurm-drain", "--max-drained", "-o,--output"})
        app.add_option(name, text);
    Command command = app.add_subcommand("convert");
    command.add_option("--format", text);
    for (const auto& [words, expected] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"run", "--length=3"},
              "--length: there is no such option; did you mean '--lengths'?; see tool --help"},
             {{"--slurm", "x"},
              "--slurm: there is no such option; did you mean '--slurm-drain'?; see tool --help"},
             {{"--drain"},
              "--drain: there is no such option; did you mean '--slurm-drain' or '--max-drained'?; see tool "
              "--help"},
             {{"run", "help"}, "help: there is no such option; did you mean '--help'?; see tool --help"},
             {{"run", "-x"}, "-x: there is no such option; see tool --help"},
             {{"run", "more"}, "The following argument was not expected: more; see tool --help"},
             {{"run", "convert", "--formt", "x"},
              "--formt: there is no such option; did you mean '--format'?; see tool convert --help"}}) {
        try {
            (void)app.parse(words);
            ADD_FAILURE() << "passed: " << expected;
        } catch (const UsageError& error) {
            EXPECT_EQ(error.what(), expected);
        }
    }
}

TEST(Command, SuggestsTheCommandThatMayBeMeant) {
    for (const bool is_required : {true, false}) {
        Command app("What it does", "tool");
        if (is_required) app.require_subcommand();
        if (!is_required) app.allow_one_subcommand();
        Command replay = app.add_subcommand("replay");
        Command list = app.add_subcommand("list");
        for (const auto& [word, expected] :
             {std::pair("repaly", "did you mean 'replay'?"), {"xyzzyxyzzy", "known are replay, list"}}) {
            try {
                (void)app.parse({word});
                ADD_FAILURE() << "passed: " << word;
            } catch (const UsageError& error) {
                EXPECT_EQ(error.what(), std::string(word) + ": there is no such command; " + expected +
                                            "; see tool --help");
            }
        }
        EXPECT_EQ(app.parse({"list"}), "");
    }
}

/// What is thrown for a configuration file with this text.
std::string refusal_of(const std::filesystem::path& file, const std::string& text) {
    testing::write_bytes(file, text);
    Command app("What it does", "tool");
    std::string word;
    bool flag = false;
    app.add_option("--word", word);
    app.add_flag("--dry-run", flag);
    app.add_config("/nowhere/tool.toml");
    try {
        (void)app.parse({"--config", file.string()});
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Command, ReadsOptionsFromAFileThatCountLessThanTypedOnes) {
    const testing::TemporaryFolder folder;
    const std::filesystem::path file = folder / "tool.toml";
    testing::write_bytes(file, "# comment\nword = \"node[01-16],login1\"\ncount = 3\ndry-run = true\n");
    const auto parse = [&](std::vector<std::string> words) {
        std::optional<std::string> word;
        std::string count = "1";
        bool flag = false;
        Command app("What it does", "tool");
        app.add_option("--word", word);
        app.add_option("--count", count);
        app.add_flag("--dry-run", flag);
        app.add_config(file);
        EXPECT_EQ(app.parse(words), "");
        return word.value_or("none") + " " + count + (flag ? " dry" : "");
    };
    EXPECT_EQ(parse({}), "node[01-16],login1 3 dry") << "the file that is read without the option";
    EXPECT_EQ(parse({"--count", "5"}), "node[01-16],login1 5 dry");
    testing::write_bytes(folder / "other", "word = 'x'\n");
    EXPECT_EQ(parse({"--config", (folder / "other").string()}), "x 1");
    std::filesystem::remove(file);
    EXPECT_EQ(parse({}), "none 1");
}

TEST(Command, NamesTheFileAndTheKeyThatIsNoOption) {
    const testing::TemporaryFolder folder;
    const std::filesystem::path file = folder / "tool.toml";
    EXPECT_EQ(refusal_of(file, "word = \"x\"\n"), "");
    EXPECT_EQ(refusal_of(file, "words = \"x\"\n"),
              file.string() + ": there is no option 'words'; see tool --help");
    EXPECT_EQ(refusal_of(file, "[section]\nword = \"x\"\n"),
              file.string() + ": there is no section 'section', options stand without one; see tool --help");
    Command app("What it does", "tool");
    app.add_config("/nowhere/tool.toml");
    EXPECT_THROW((void)app.parse({"--config", (folder / "missing").string()}), FileError);
}

TEST(Command, NamesTheCommandWhoseHelpHasTheOption) {
    Command app("What it does", "tool");
    app.require_subcommand();
    std::string file;
    app.add_subcommand("run").add_option("-o", file).required();
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run"}, std::vector<std::string>{"run", "-o", "a", "--wrong"}}) {
        try {
            (void)app.parse(words);
            ADD_FAILURE() << "what is wrong passed";
        } catch (const UsageError& error) {
            EXPECT_NE(std::string(error.what()).find("see tool run --help"), std::string::npos)
                << error.what();
        }
    }
}

TEST(Command, StoresValuesOfEachKindAndKeepsThoseThatAreNotGiven) {
    Command app("What it does", "tool");
    std::string text = "before";
    std::filesystem::path path;
    std::vector<std::string> files;
    std::vector<std::string> names;
    std::optional<std::string> empty;
    std::optional<std::string> missing;
    bool flag = false;
    bool called = false;
    app.add_option("FILE", files);
    app.add_option("--text", text);
    app.add_option("--path", path);
    app.add_option("--name", names);
    app.add_option("--word", empty);
    app.add_option("--missing", missing);
    app.add_flag("--flag", flag);
    app.add_flag("--call", [&] { called = true; });
    EXPECT_EQ(app.parse({"a", "--path", "c d", "--name", "x", "b", "--name=y", "--flag", "--call"}), "");
    EXPECT_EQ(text, "before");
    EXPECT_EQ(path, "c d");
    EXPECT_EQ(files, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(names, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(missing, std::nullopt);
    EXPECT_TRUE(flag);
    EXPECT_TRUE(called);
    EXPECT_TRUE(app.is_given("--name"));
    EXPECT_FALSE(app.is_given("--text"));
    EXPECT_THROW((void)app.parse({"--word", ""}), UsageError);
    EXPECT_EQ(empty, "");
}

TEST(Command, RefusesAnOptionWithoutTheOneThatItNeeds) {
    Command app("What it does", "tool");
    std::string text;
    bool flag = false;
    app.add_option("--file", text);
    app.add_flag("--fast", flag).needs("--file");
    EXPECT_THROW((void)app.parse({"--fast"}), UsageError);
    EXPECT_EQ(app.parse({"--fast", "--file", "a"}), "");
}

TEST(Command, ReportsTheSubcommandAndKeepsUnknownWordsWhereTheyAreAllowed) {
    Command app("What it does", "tool");
    app.allow_one_subcommand();
    app.allow_extras();
    Command run = app.add_subcommand("run");
    EXPECT_EQ(app.parse({"--other", "word"}), "");
    EXPECT_EQ(app.chosen_subcommand(), "");
    EXPECT_EQ(app.extras(), (std::vector<std::string>{"--other", "word"}));
    EXPECT_EQ(app.parse({"run"}), "");
    EXPECT_EQ(app.chosen_subcommand(), "run");
}

/// What a shell would show, without the descriptions.
std::vector<std::string> first_words(const std::string& lines) {
    std::vector<std::string> words;
    std::istringstream text(lines);
    for (std::string line; std::getline(text, line);) words.push_back(line.substr(0, line.find('\t')));
    return words;
}

TEST(Completion, KnowsWhatCanFollowTheTypedWords) {
    Command app("What it does", "tool");
    app.add_version("tool 1");
    std::string text;
    bool is_given = false;
    Command run = app.add_subcommand("run");
    run.add_option("-f,--form", text, "Form").completed_by([] {
        return std::vector<std::string>{"round", "rough", "flat"};
    });
    run.add_option("--file", text, "File");
    run.add_option("--old", text, "Old name").hidden();
    run.add_flag("--quick", is_given, "Quickly");
    run.add_option("CITY", text, "City").completed_by([] {
        return std::vector<std::string>{"Rome", "Riga"};
    });
    run.add_option("OTHER", text, "Whatever");
    app.add_subcommand("rest");
    using Words = std::vector<std::string>;
    const std::vector<std::pair<Words, Words>> cases{{{"r"}, {"run", "rest"}},
                                                     {{"--v"}, {"--version"}},
                                                     {{"run", "--f"}, {"--form", "--file"}},
                                                     {{"run", "--o"}, {}},
                                                     {{"run", "-f", "rou"}, {"round", "rough"}},
                                                     {{"run", "--form", ""}, {"round", "rough", "flat"}},
                                                     {{"run", "--form=f"}, {"--form=flat"}},
                                                     {{"run", "--form", "round,f"}, {"round,flat"}},
                                                     {{"run", "--file", ""}, {":files"}},
                                                     {{"run", "--quick", "R"}, {"Rome", "Riga", ":files"}},
                                                     {{"run", "--form", "flat", "Ri"}, {"Riga", ":files"}},
                                                     {{"run", "Rome", "R"}, {":files"}},
                                                     {{"run", "Rome", "there", "R"}, {}},
                                                     {{"run", "--", "R"}, {":files"}}};
    for (const auto& [typed, offered] : cases) {
        Words words{"--complete"};
        words.insert(words.end(), typed.begin(), typed.end());
        EXPECT_EQ(first_words(app.parse(words)), offered) << typed.back();
    }
}

TEST(Completion, HasAScriptForEachShellAndRefusesOthers) {
    Command app("What it does", "tool");
    app.add_version("tool 1");
    std::string city;
    app.add_option("CITY", city).required();
    for (const char* const shell : {"bash", "zsh", "fish"})
        EXPECT_NE(app.parse({"--completion", shell}).find("tool"), std::string::npos);
    EXPECT_THROW((void)app.parse({"--completion", "tcsh"}), UsageError);
    EXPECT_THROW((void)app.parse({"Rome", "--completion", "bash"}), UsageError);
}

}  // namespace
}  // namespace fabricmap
