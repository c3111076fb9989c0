# SPDX-License-Identifier: Apache-2.0
"""Each program's man page names the options that its --help names, and no others.

Usage: man_pages_test.py BIN_FOLDER MAN_FOLDER

Of a man page the lines count that begin with an option in bold; of the help those of the options, of all subcommands."""

import pathlib
import re
import subprocess
import sys
import unittest

PROGRAMS = pathlib.Path(sys.argv[1])
PAGES = pathlib.Path(sys.argv[2])

OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][A-Za-z0-9-]*")
IN_HELP = re.compile(r"^  ((?:-\w,)?--[\w-]+|-\w)", re.MULTILINE)
SUBCOMMANDS = re.compile(r"^Subcommands:\n((?:  .*\n)+)", re.MULTILINE)
COMMAND_OF_FABRICMAP = re.compile(r"^  (\w+)  ", re.MULTILINE)


def help_of(*command):
    return subprocess.run([*command, "--help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
                          check=True).stdout


def options_in_help(program):
    text = help_of(program)
    subcommands = SUBCOMMANDS.search(text)
    if subcommands:
        for line in subcommands[1].splitlines():
            text += help_of(program, line.split()[0])
    if program.name == "fabricmap":
        # The other commands are programs with pages of their own.
        helps = [help_of(program, command) for command in COMMAND_OF_FABRICMAP.findall(text)]
        text += "".join(one for one in helps if "\nUsage: fabricmap " in one)
    return {option for heading in IN_HELP.findall(text) for option in OPTION.findall(heading)}


def options_in_page(page):
    headings = [line for line in page.read_text().splitlines() if line.startswith("*-")]
    return {option for line in headings for option in OPTION.findall(line)}


class ManPages(unittest.TestCase):
    def test_name_the_options_of_the_help(self):
        compared = 0
        for page in sorted(PAGES.glob("*.1.scd")):
            program = PROGRAMS / page.name.removesuffix(".1.scd")
            if not program.exists():
                continue
            compared += 1
            with self.subTest(program.name):
                self.assertEqual(options_in_help(program) - {"-h"}, options_in_page(page) - {"-h"})
        self.assertGreater(compared, 0, "no program has a man page")

    def test_are_there_for_all_programs(self):
        for program in PROGRAMS.glob("network_*"):
            if not program.name.endswith("_tests"):
                self.assertTrue((PAGES / f"{program.name}.1.scd").exists(), program.name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
