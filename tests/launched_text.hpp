// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace fabricmap::testing {

/// What a launcher, a terminal or an editor makes of each line that rank 0 prints.
struct LineForm {
    std::string_view before;
    std::string_view behind = "\n";
    std::string_view of_another =
        {};  ///< a line of another rank, or of the launcher, above the output and within it
    std::string_view at_begin = {};  ///< of the file
};

inline constexpr std::array line_forms{
    LineForm{"[1,0]<stdout>:", "\n", "[1,3]<stderr>:a warning\n"},
    LineForm{"Sat Nov 28 17:12:26 2026<stdout>:", "\n", "Sat Nov 28 17:12:26 2026<stderr>:a warning\n"},
    LineForm{"Sat Nov 28 17:12:26 2026[1,0]<stdout>:", "\n", "Sat Nov 28 17:12:27 2026[1,2]<stdout>:other\n"},
    LineForm{"[prterun-cn1-77@1,0]<stdout>: ", "\n", "[prterun-cn1-77@1,1]<stdout>: other\n"},
    LineForm{"0: ", "\n", "3: slow start\n"},
    LineForm{"00: ", "\n", "17: \n"},
    LineForm{"[0] ", "\n", "[5] warning\n"},
    LineForm{"", "\r\n"},
    LineForm{"\x1b[32m", "\x1b[0m\x1b[K\n"},
    LineForm{"0: ", "\r\n", "1: slow start\r\n", "\xEF\xBB\xBF"},
};

/// The output of rank 0 in that form, a line of another rank before its third and last line.
inline std::string as_launched(std::string_view text, const LineForm& form) {
    std::string launched(form.at_begin);
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (++number == 3 || end + 1 == text.size()) launched += form.of_another;
        launched += form.before;
        launched += text.substr(0, end);
        launched += form.behind;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return launched;
}

}  // namespace fabricmap::testing
