# SPDX-License-Identifier: Apache-2.0
"""Says which sources can be read by a compiler together, as one that includes them, so that headers that they share
are read once: those that are compiled alike and of which no two call something of their own by the same name.

Usage: python3 together.py MOST FILE...

Writes a line for each file: the number of its group of at most MOST files, and the file.
"""
import re
import sys
from pathlib import Path


def names_in(source):
    """What the file calls its own: names at the beginnings of its lines, which code within functions has not."""
    names = set()
    for line in Path(source).read_text().splitlines():
        if not line[:1].isalpha() or line.startswith(("namespace", "template", "TEST")):
            continue
        kind = re.match(r"(?:struct|class|enum class|enum|union) (\w+)|using (\w+) =", line)
        name = kind or re.search(r"([\w:~]+)$", re.split(r"[({=;\[]", line)[0].rstrip())
        word = next((group for group in name.groups() if group), "") if name else ""
        if word and "::" not in word:
            names.add(word)
    return names


def groups_of(sources, most, kind_of=lambda source: None):
    """The sources in groups, each of one kind."""
    groups = []
    for source in sources:
        names = names_in(source)
        kind = kind_of(source)
        for group in groups:
            if group["kind"] == kind and len(group["sources"]) < most and not names & group["names"]:
                break
        else:
            group = {"kind": kind, "sources": [], "names": set()}
            groups.append(group)
        group["sources"].append(source)
        group["names"] |= names
    return [group["sources"] for group in groups]


if __name__ == "__main__":
    for number, group in enumerate(groups_of(sys.argv[2:], int(sys.argv[1]))):
        for source in group:
            print(number, source)
