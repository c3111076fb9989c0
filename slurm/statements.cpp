// SPDX-License-Identifier: Apache-2.0
#include "slurm/statements.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>

namespace fabricmap {
namespace {

constexpr std::size_t max_bytes = std::size_t{64} << 20U;
constexpr std::size_t bytes_at_once = std::size_t{1} << 16U;
constexpr std::string_view blanks = " \t\r";
constexpr int max_depth = 16;  // of includes

std::string read_text(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        throw FileError(fmt::format("{}: is a folder; name the topology.conf in it", path.string()));
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw FileError(fmt::format("{}: cannot open: {}; check the path and its permissions", path.string(),
                                    std::strerror(errno)));
    }
    std::string text;
    while (file) {
        const std::size_t before = text.size();
        text.resize(before + bytes_at_once);
        file.read(text.data() + before, static_cast<std::streamsize>(bytes_at_once));
        text.resize(before + static_cast<std::size_t>(file.gcount()));
        if (text.size() > max_bytes) {
            throw FileError(
                fmt::format("{}: larger than 64 MiB, so not a topology.conf; check the path", path.string()));
        }
    }
    if (file.bad()) throw FileError(fmt::format("{}: reading failed; copy it again", path.string()));
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
        throw FileError(fmt::format("{}: not a text file; name Slurm's topology.conf", path.string()));
    }
    return text;
}

/// Blanks around "=" part no words.
void add_words(std::vector<std::string>& words, std::string_view line) {
    bool wants_value = false;
    for (;;) {
        const std::size_t begin = line.find_first_not_of(blanks);
        if (begin == std::string_view::npos) return;
        line.remove_prefix(begin);
        const std::size_t end = std::min(line.find_first_of(blanks), line.size());
        const std::string_view word = line.substr(0, end);
        if (wants_value || (word.starts_with('=') && !words.empty())) {
            words.back() += word;
        } else {
            words.emplace_back(word);
        }
        wants_value = words.back().ends_with('=');
        line.remove_prefix(end);
    }
}

}  // namespace

SlurmSetting setting_of(std::string_view word) {
    const std::size_t equals = word.find('=');
    SlurmSetting setting{std::string(word.substr(0, equals)), {}};
    std::transform(setting.key.begin(), setting.key.end(), setting.key.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    if (equals == std::string_view::npos) return setting;
    std::string_view value = word.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
        value = value.substr(1, value.size() - 2);
    setting.value = value;
    return setting;
}

namespace {

std::vector<SlurmStatement> statements_of_file(const std::filesystem::path& path) {
    const std::string text = read_text(path);
    std::vector<SlurmStatement> statements;
    SlurmStatement statement{path, 0, {}};
    std::string words;  // a name may be cut in two by the end of a line
    int line_number = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++line_number;
        if (words.empty()) statement.line = line_number;
        line = line.substr(0, line.find('#'));
        line = line.substr(0, line.find_last_not_of(blanks) + 1);
        const bool goes_on = line.ends_with('\\');
        if (goes_on) line.remove_suffix(1);
        words += line;
        if (goes_on && !rest.empty()) continue;
        add_words(statement.words, words);
        words.clear();
        if (!statement.words.empty()) statements.push_back(std::move(statement));
        statement = {path, 0, {}};
    }
    return statements;
}

/// `depth`: of files that include each other.
void add_statements(const std::filesystem::path& path, int depth, std::vector<SlurmStatement>& statements) {
    for (SlurmStatement& statement : statements_of_file(path)) {
        if (setting_of(statement.words.front()).key != "include") {
            statements.push_back(std::move(statement));
            continue;
        }
        const auto refuse = [&](std::string_view problem) {
            throw FileError(fmt::format("{}:{}: {}", path.string(), statement.line, problem));
        };
        if (statement.words.size() != 2) refuse("include takes the name of one file");
        if (depth == max_depth) refuse("files include each other in a circle; remove one of the includes");
        const std::filesystem::path included = path.parent_path() / statement.words[1];
        std::error_code ignored;
        if (!std::filesystem::exists(included, ignored)) {
            refuse(
                fmt::format("include {}: there is no such file; copy it beside this one, or remove the line",
                            included.string()));
        }
        add_statements(included, depth + 1, statements);
    }
}

}  // namespace

std::vector<SlurmStatement> read_slurm_statements(const std::filesystem::path& path) {
    std::vector<SlurmStatement> statements;
    add_statements(path, 0, statements);
    return statements;
}

}  // namespace fabricmap
