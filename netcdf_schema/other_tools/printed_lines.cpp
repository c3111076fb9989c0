// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/other_tools/printed_lines.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/printed_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap {

PrintedLines::PrintedLines(const std::filesystem::path& path) : path_(path), file_(open_regular_file(path)) {}

bool PrintedLines::next() {
    std::string text;
    if (!std::getline(file_, text)) {
        if (file_.bad()) refuse("the file cannot be read any further; copy it again");
        return false;
    }
    ++line_number_;
    line_ = without_labels(text);
    return true;
}

void PrintedLines::refuse(std::string_view what) const {
    throw FileError(fmt::format("{}:{}: {}", path_.string(), line_number_, what));
}

std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    std::vector<std::string_view> words;
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(blanks, end);
    }
    return words;
}

bool has_line_with(std::string_view beginning, std::string_view start) {
    for (std::size_t at = beginning.find(start); at != std::string_view::npos;
         at = beginning.find(start, at + 1)) {
        if (at == 0 || beginning[at - 1] == '\n') return true;
    }
    return false;
}

}  // namespace fabricmap
