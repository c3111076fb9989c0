# SPDX-License-Identifier: Apache-2.0
"""Says which sources can be read by a compiler together, as one that includes them, so that headers that they share
are read once: those that are compiled alike and in which no name means two things.

Usage: python3 together.py MOST FILE...

Writes a line for each file: the number of its group of at most MOST files, and the file.
"""
import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def names_in(file):
    """What the file declares, types and others: names at the beginnings of lines, which code within functions lacks."""
    types = set()
    others = set()
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line[:1].isalpha() or line.startswith(("namespace", "template", "TEST")):
            continue
        if match := re.match(r"(?:(?:struct|class|enum class|enum|union) |using (?=\w+ =))(\w+)\b(?!::)", line):
            types.add(match[1])
        elif match := re.search(r"([\w:~]+)$", re.split(r"[({=;\[]", line)[0].rstrip()):
            others.add(match[1])
    return types, {name for name in others if "::" not in name}


@cache
def headers_of(file):
    """The project's own headers that the file includes, and those that they include."""
    headers = set()
    for name in re.findall(r'^#include "(.+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
        for header in (file.parent / name, ROOT / name):
            if header.exists():
                headers |= {header.resolve()} | headers_of(header.resolve())
                break
    return headers


class Source:
    def __init__(self, path):
        self.path = path
        self.types, others = names_in(Path(path))
        self.names = self.types | others
        self.known = set().union(*(names for header in headers_of(Path(path)) for names in names_in(header)))
        # What a function is called in a header that the file includes is the one that the file defines.
        self.own = self.types | (self.names - self.known)

    def fits(self, other):
        """Whether no name of the one is another's in the other or in what that includes."""
        return not (self.names & other.names or self.own & other.known or other.own & self.known)


def groups_of(paths, most, kind_of=lambda path: None):
    """The sources in groups, each of one kind."""
    groups = []
    for source in map(Source, paths):
        for group in groups:
            is_same_kind = kind_of(group[0].path) == kind_of(source.path)
            if is_same_kind and len(group) < most and all(map(source.fits, group)):
                group.append(source)
                break
        else:
            groups.append([source])
    return [[source.path for source in group] for group in groups]


if __name__ == "__main__":
    for number, group in enumerate(groups_of(sys.argv[2:], int(sys.argv[1]))):
        for source in group:
            print(number, source)
