# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of a document and compares what they print with what the document shows.

Usage: documents_test.py BIN_FOLDER DOCUMENT AHEAD_OF_OTHERS

In a document a line that is indented by four columns is a command, and lines indented by six are what the command before
them prints, in that order, with any lines left out; numbers, units of time and bars are not compared. From a line
`<!-- not run -->` to the next heading nothing is run."""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = pathlib.Path(sys.argv[1])
DOCUMENT = pathlib.Path(sys.argv[2])
AHEAD_OF_OTHERS = sys.argv[3]

COMMAND = re.compile(r"^    (\S.*)$")
OUTPUT = re.compile(r"^      +(\S.*)$")
FINE = (0, 4)  # 4: faults were found


def steps_of(text):
    """Pairs of a command and the lines that it is said to print."""
    steps = []
    runs = True
    for line in text.splitlines():
        if line.startswith("#"):
            runs = True
        elif line.strip() == "<!-- not run -->":
            runs = False
        elif runs and COMMAND.match(line):
            steps.append((COMMAND.match(line)[1].split("    #")[0].rstrip(), []))
        elif runs and OUTPUT.match(line) and steps:
            steps[-1][1].append(OUTPUT.match(line)[1])
    return steps


def masked(line):
    without_numbers = re.sub(r"\d[\d.,]*", "N", line)
    return " ".join(re.sub(r"\bN (ns|µs|ms|s)\b", "N t", without_numbers).split())


def is_run(command):
    """What builds, tests or opens a window is tried elsewhere."""
    opens_window = "network_viewer" in command and "--export" not in command
    return not opens_window and not command.startswith(("scripts/", "cmake ", "#"))


class Document(unittest.TestCase):
    def test_prints_what_it_shows(self):
        environment = dict(os.environ, PATH=f"{PROGRAMS}:{os.environ['PATH']}")
        commands = 0
        with tempfile.TemporaryDirectory() as folder:
            for command, shown in steps_of(DOCUMENT.read_text()):
                if command.startswith("export "):
                    pairs = (word.split("=", 1) for word in shlex.split(command)[1:])
                    environment.update({name: value for name, value in pairs if name != "PATH"})
                    continue
                if not is_run(command):
                    continue
                commands += 1
                script = "set -o pipefail; " + command.replace("build/release/bin/", f"{PROGRAMS}/")
                # Jobs come before other processes, as in other tests; what computes does not, or it keeps a core from them.
                words = [AHEAD_OF_OTHERS] if "mpirun" in command else []
                outcome = subprocess.run([*words, "bash", "-c", script], cwd=folder, env=environment, timeout=1000,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                with self.subTest(command):
                    self.assertIn(outcome.returncode, FINE, outcome.stdout)
                    printed = iter([masked(line) for line in outcome.stdout.splitlines()])
                    for line in shown:
                        if line == "...":
                            continue
                        is_there = any(masked(line.removesuffix(" ...")) in other for other in printed)
                        self.assertTrue(is_there, f"not printed, or not in this order: {line}\n{outcome.stdout}")
        self.assertGreater(commands, 0, "the document has no commands")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
