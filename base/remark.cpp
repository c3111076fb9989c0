// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"

#include "base/utf8.hpp"

#include <cstdio>

namespace fabricmap {

namespace {

void write_to_stderr(std::string_view text) noexcept {
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void remark(std::string_view text) noexcept {
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t control = text[at] == '\n' ? 0 : control_bytes_at(text, at);
        if (control == 0) continue;
        write_to_stderr(text.substr(begin, at - begin));
        write_to_stderr("?");
        begin = at + control;
        at = begin - 1;
    }
    write_to_stderr(text.substr(begin));
    (void)std::fflush(stderr);
}

void redraw_line(std::string_view text) noexcept {
    write_to_stderr("\r\033[K");
    write_to_stderr(text);
    (void)std::fflush(stderr);
}

}  // namespace fabricmap
