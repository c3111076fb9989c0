// SPDX-License-Identifier: Apache-2.0
// The scripts ask the program for each completion, so that they know nothing that could differ from it.
#include "base/errors.hpp"
#include "command_line/completion.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace fabricmap {
namespace {

/// bash parts words at "=" and ":" too; what stands before the last of them is not replaced.
constexpr std::string_view bash_script = R"script(# bash completion of PROGRAM, from PROGRAM --completion bash
_PROGRAM() {
    local typed=() k line word before
    for ((k = 1; k <= COMP_CWORD; ++k)); do
        if [[ $k -gt 1 && (${COMP_WORDS[k]} == [=:]* || ${COMP_WORDS[k - 1]} == *[=:]) ]]; then
            typed[-1]+=${COMP_WORDS[k]}
        else
            typed+=("${COMP_WORDS[k]}")
        fi
    done
    word=${typed[-1]}
    before=$word
    [[ ${COMP_WORDS[COMP_CWORD]} == [=:] ]] || before=${word%"${COMP_WORDS[COMP_CWORD]}"}
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            compopt -o filenames
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${word#"$before"}")
        else
            line=${line%%$'\t'*}
            [[ $line != *[:,] ]] || compopt -o nospace
            COMPREPLY+=("${line#"$before"}")
        fi
    done < <("$1" --complete "${typed[@]}" 2>/dev/null)
}
complete -F _PROGRAM PROGRAM
)script";

constexpr std::string_view zsh_script = R"script(#compdef PROGRAM
# zsh completion of PROGRAM, from PROGRAM --completion zsh
_PROGRAM() {
    local line
    local -a options others
    for line in "${(@f)$(${(Q)~words[1]} --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
        case $line in
            '') ;;
            :files) _files ;;
            -*) options+=("${${line//:/\\:}/$'\t'/:}") ;;
            *) others+=("${${${line//:/\\:}/$'\t'/:}%:}") ;;
        esac
    done
    (( ! $#options )) || _describe -o option options
    (( ! $#others )) || _describe word others
}
if [[ $funcstack[1] == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
)script";

constexpr std::string_view fish_script = R"script(# fish completion of PROGRAM, from PROGRAM --completion fish
function __complete_PROGRAM
    set -l typed (commandline -opc)
    set -l word "$(commandline -ct)"
    for line in ($typed[1] --complete $typed[2..-1] $word 2>/dev/null)
        if test $line = :files
            __fish_complete_path $word
        else
            echo $line
        end
    end
end
complete -c PROGRAM -f -a '(__complete_PROGRAM)'
)script";

constexpr std::array scripts{
    std::pair{std::string_view("bash"), bash_script},
    std::pair{std::string_view("zsh"), zsh_script},
    std::pair{std::string_view("fish"), fish_script},
};

}  // namespace

std::string completion_script(std::string_view program, std::string_view shell) {
    constexpr std::string_view placeholder = "PROGRAM";
    for (const auto& [name, script] : scripts) {
        if (name != shell) continue;
        std::string text(script);
        for (auto at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at))
            text.replace(at, placeholder.size(), program);
        return text;
    }
    throw UsageError(fmt::format("--completion {}: give bash, zsh or fish", shell));
}

}  // namespace fabricmap
