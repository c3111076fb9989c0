// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/confirm_list.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string_view>

namespace fabricmap {
namespace {

constexpr std::string_view run_mark = "# run ";
constexpr std::string_view samples_mark = "# samples ";
constexpr std::string_view columns_line = "sender,receiver,length_bytes";

/// Nothing where the line is not three numbers.
std::optional<PairAtLength> read_value(const std::string& line) {
    std::array<std::int64_t, 3> numbers{};
    std::size_t begin = 0;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const bool is_last = k + 1 == numbers.size();
        const std::size_t end = is_last ? line.size() : line.find(',', begin);
        if (end == std::string::npos) return std::nullopt;
        const auto number = read_number<std::int64_t>(line.substr(begin, end - begin));
        if (!number || *number < 0) return std::nullopt;
        numbers.at(k) = *number;
        begin = end + 1;
    }
    return PairAtLength{numbers[0], numbers[1], numbers[2]};
}

}  // namespace

std::string confirm_list_text(const ConfirmList& list) {
    std::string text = fmt::format("{}{}\n", run_mark, list.run_id);
    if (list.samples) text += fmt::format("{}{}\n", samples_mark, *list.samples);
    text += fmt::format("{}\n", columns_line);
    for (const PairAtLength& value : list.values)
        text += fmt::format("{},{},{}\n", value.sender, value.receiver, value.length_bytes);
    return text;
}

ConfirmList read_confirm_list(const std::filesystem::path& path) {
    std::ifstream file = open_regular_file(path);
    const auto refuse = [&](std::size_t number, std::string_view what) {
        throw FileError(
            fmt::format("{}: line {}: {}; write the file with network_diagnose RUN --suspects FILE",
                        path.string(), number, what));
    };
    ConfirmList list;
    std::string line;
    if (!std::getline(file, line) || !line.starts_with(run_mark)) refuse(1, "it does not name a run");
    list.run_id = line.substr(run_mark.size());
    std::size_t number = 2;
    bool has_line = !std::getline(file, line).fail();
    if (has_line && line.starts_with(samples_mark)) {
        list.samples = read_number<std::int64_t>(line.substr(samples_mark.size()));
        if (list.samples.value_or(0) < 1) refuse(number, "this is not a number of samples");
        has_line = !std::getline(file, line).fail();
        ++number;
    }
    if (!has_line || line != columns_line) refuse(number, fmt::format("this is not {}", columns_line));
    while (std::getline(file, line)) {
        ++number;
        const auto value = read_value(line);
        if (!value) refuse(number, "these are not a sender, a receiver and a length");
        list.values.push_back(*value);
    }
    return list;
}

}  // namespace fabricmap
