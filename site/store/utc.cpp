// SPDX-License-Identifier: Apache-2.0
#include "site/store/utc.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <ctime>

namespace fabricmap::site {
namespace {

constexpr std::int64_t parts_of_a_second = 0x10000;

}  // namespace

std::string utc_now_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::optional<std::int64_t> unix_seconds(const std::string& utc) {
    std::tm parts{};
    const char* const end = strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (end == nullptr || *end != '\0') return std::nullopt;
    return timegm(&parts);
}

std::string new_check_id() {
    using namespace std::chrono;
    const auto now = system_clock::now();
    const std::time_t second = system_clock::to_time_t(floor<seconds>(now));
    const auto within = duration_cast<nanoseconds>(now - floor<seconds>(now)).count();
    std::tm parts{};
    gmtime_r(&second, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H-%M-%SZ", &parts);
    return fmt::format("{}_{:04x}", text.data(), within * parts_of_a_second / nanoseconds(1s).count());
}

}  // namespace fabricmap::site
