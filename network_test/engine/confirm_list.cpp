// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/confirm_list.hpp"

#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/plain_file.hpp"
#include "netcdf_schema/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace fabricmap::network_test {
namespace {

constexpr std::string_view run_line = "# run ";
constexpr std::string_view head_line = "sender,receiver,length_bytes";

/// Nothing where the line is not three numbers.
std::optional<ValueToConfirm> read_value(const std::string& line) {
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
    return ValueToConfirm{numbers[0], numbers[1], numbers[2]};
}

}  // namespace

ConfirmList read_confirm_list(const std::filesystem::path& path) {
    std::ifstream file = open_regular_file(path);
    const auto refuse = [&](std::size_t number, std::string_view what) {
        throw FileError(
            fmt::format("{}: line {}: {}; write the file with network_diagnose RUN --suspects FILE",
                        path.string(), number, what));
    };
    ConfirmList list;
    std::string line;
    if (!std::getline(file, line) || !line.starts_with(run_line)) refuse(1, "it does not name a run");
    list.run_id = line.substr(run_line.size());
    if (!std::getline(file, line) || line != head_line) refuse(2, fmt::format("this is not {}", head_line));
    for (std::size_t number = 3; std::getline(file, line); ++number) {
        const auto value = read_value(line);
        if (!value) refuse(number, "these are not a sender, a receiver and a length");
        list.values.push_back(*value);
    }
    return list;
}

}  // namespace fabricmap::network_test
