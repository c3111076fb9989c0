# SPDX-License-Identifier: Apache-2.0
"""What bash, zsh and fish offer for words of each program, as they do it at a prompt.

Usage: completions_test.py SHELL BIN_FOLDER

The build puts the scripts of the shells below BIN_FOLDER/../share, where an installed shell finds them by itself. The shell
runs on a terminal of its own: one key asks for everything that fits, and another prints that."""

import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import unittest

SHELL = sys.argv[1]
PROGRAMS = pathlib.Path(sys.argv[2])
SHARE = PROGRAMS.parent / "share"

ASK, PRINT = b"\x18a", b"\x18p"  # Control-X and a letter
ENVIRONMENT = dict(os.environ, PATH=f"{PROGRAMS}:{os.environ['PATH']}", TERM="dumb", PS1="", HISTFILE="/dev/null",
                   HOME="/nonexistent", XDG_DATA_DIRS=f"{SHARE}:/usr/local/share:/usr/share", LC_ALL="C.UTF-8")
BASH = f"""
. /usr/share/bash-completion/bash_completion
bind 'set enable-bracketed-paste off'
bind '"\\C-xa": insert-completions'
bind -x '"\\C-xp": printf "<<%s>>\\n" "$READLINE_LINE"; READLINE_LINE='
"""
ZSH = f"""
unsetopt zle_bracketed_paste prompt_cr; PS1=
fpath=({SHARE}/zsh/vendor-completions {SHARE}/zsh/site-functions $fpath)
autoload -Uz compinit; compinit -D -u
compadd() {{
    local -a fitting
    if [[ ${{@[1,(i)(-|--)]}} != *-(O|A|D)\ * ]]; then
        builtin compadd -O fitting "$@"
        offered+=($fitting)
    fi
    builtin compadd "$@"
}}
offer() {{ offered=(); _main_complete; }}
zle -C offer complete-word offer; bindkey '^Xa' offer
print-line() {{ print -r -- "<<$offered>>"; BUFFER= }}
zle -N print-line; bindkey '^Xp' print-line
"""


class Terminal:
    """A shell with what its keys are bound to; it is asked a line at a time."""

    def __init__(self, command, setting_up, folder):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, ENVIRONMENT)
        subprocess.run(["stty", "-echo", "columns", "10000"], stdin=self.terminal, check=True)
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(setting_up)
            file.flush()
            # What is typed is shown, too, and must not look like the answer.
            os.write(self.terminal, f". {file.name}; printf '<%s>\\n' '<ready>'\n".encode())
            self.read_to(b"<<ready>>")

    def read_to(self, end):
        text = b""
        while end not in text:
            if not select.select([self.terminal], [], [], 60)[0]:
                raise TimeoutError(f"the shell is silent; it printed {text!r}")
            text += os.read(self.terminal, 65536)
        return text

    def words_for(self, line):
        os.write(self.terminal, line.encode() + ASK + PRINT)
        printed = self.read_to(b">>").decode()
        return printed.split("<<")[-1].split(">>")[0].split()

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


class Fish:
    """It prints by itself what it would offer."""

    def __init__(self, folder):
        self.folder = folder

    def words_for(self, line):
        printed = subprocess.run(["fish", "-c", "complete -C $argv[1]", line], cwd=self.folder,
                                 env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, timeout=60, check=True).stdout
        return [one.split("\t")[0] for one in printed.splitlines()]

    def close(self):
        pass


def start(folder):
    if SHELL == "fish":
        return Fish(folder)
    if SHELL == "zsh":
        return Terminal(["zsh", "-f", "-i"], ZSH, folder)
    return Terminal(["bash", "--norc", "--noprofile", "-i"], BASH, folder)


def printed_by(*command):
    return subprocess.run([PROGRAMS / command[0], *command[1:]], stdout=subprocess.PIPE, text=True, timeout=60,
                          check=True).stdout


def options_in(text):
    return set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.MULTILINE))


def listed_in(text, heading):
    """The first words of the lines behind a heading."""
    lines = text.split(f"\n{heading}\n")[1].split("\n\n")[0].splitlines()
    return {line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "}


def programs():
    names = [path.stem.removesuffix(".1") for path in SHARE.glob("fish/vendor_completions.d/*.fish")]
    return sorted(name for name in names if (PROGRAMS / name).exists())


class Completions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        pathlib.Path(cls.folder.name, "some_run.nc").touch()
        cls.shell = start(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.shell.close()
        cls.folder.cleanup()

    def assert_offers(self, line, expected):
        with self.subTest(line):
            self.assertTrue(expected, "nothing is expected")
            # bash offers what stands behind "=" and ":".
            offered = {re.split("[=:]", word)[-1] for word in self.shell.words_for(line)}
            self.assertLessEqual({re.split("[=:]", word)[-1] for word in expected}, offered)

    def test_offer_each_long_option_of_the_help(self):
        self.assertIn("fabricmap", programs())
        for program in programs():
            text = printed_by(program, "--help")
            self.assert_offers(f"{program} --", options_in(text))
            for command in listed_in(text, "Subcommands:") if "\nSubcommands:\n" in text else ():
                self.assert_offers(f"{program} {command} --", options_in(printed_by(program, command, "--help")))

    def test_offer_the_words_of_lists(self):
        lists = {
            ("network_test", "-t "): lambda text: re.findall(r"\w+", text.split("Modes:")[1].split("\n\n")[0])[:1],
            ("network_convert", "--to "): lambda text: listed_in(text, "Formats:"),
            ("network_lab", "run x --kind "): lambda text: listed_in(text, "Kinds:"),
        }
        for (program, words), expected in lists.items():
            if (PROGRAMS / program).exists():
                self.assert_offers(f"{program} {words}", expected(printed_by(program, "--help")))
        if (PROGRAMS / "network_test").exists():
            self.assert_offers("network_test --type ", {"one_to_one", "bcast", "leaf_stream"})
            self.assert_offers("network_test --schedule=", {"--schedule=serial", "--schedule=rounds"})
            self.assert_offers("collective_test -t bcast,allr", {"bcast,allreduce"})
        self.assert_offers("network_diagnose --only ", {"anomalies", "thresholds", "topology", "comparison"})

    def test_offer_scenarios(self):
        names = {line.split()[0] for line in printed_by("network_lab", "list").splitlines() if line.strip()}
        names &= {path.stem for path in (SHARE / "fabricmap/scenarios").glob("*.lab")}
        self.assert_offers("network_lab run ", names)
        self.assert_offers("network_lab run --kind synthetic two_r", {"two_racks"})
        self.assert_offers("network_diagnose synthetic:two_", {"synthetic:two_racks"})

    def test_offer_files_where_a_run_is_asked_for(self):
        self.assert_offers("network_diagnose so", {"some_run.nc"})
        self.assert_offers("network_diagnose some_run.nc --baseline some", {"some_run.nc"})
        self.assert_offers("network_trace record -- so", {"some_run.nc"})

    def test_of_fabricmap_offer_its_commands_and_what_the_programs_offer(self):
        screen = printed_by("fabricmap", "--help")
        commands = {line.split()[0] for line in screen.splitlines() if re.match(r"  [a-z]", line)}
        self.assert_offers("fabricmap ", commands | {"help", "diagnose", "convert"})
        self.assert_offers("fabricmap measure ", {"p2p", "stream", "collective"})
        self.assert_offers("fabricmap check --", options_in(printed_by("fabricmap", "check", "--help")))
        self.assert_offers("fabricmap check --preset ", {"quick", "standard", "thorough"})
        self.assert_offers("fabricmap export some_run.nc --to ", {"png", "csv", "json"})
        self.assert_offers("fabricmap diagnose --", options_in(printed_by("network_diagnose", "--help")))
        self.assert_offers("fabricmap measure p2p --", options_in(printed_by("network_test", "--help")))
        self.assert_offers("fabricmap lab run two_r", {"two_racks"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
