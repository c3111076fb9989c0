#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Works the waits of the installed rules out from the CSV of a trace by plain loops, and compares them with
the report of network_rules: recomputed_waits.py REPORT.json PREFIX-OF-CSV. Ends with 1 where any second differs."""

import bisect
import collections
import csv
import json
import os
import sys

nan = float("nan")
long_message = 1024


class Record:
    """A row of a table: text, and numbers that are nan where nothing is known."""

    def __init__(self, row):
        self.row = row

    def text(self, name):
        return self.row.get(name) or ""

    def __getattr__(self, name):
        return float(self.row.get(name) or nan)


def records(prefix, table):
    path = f"{prefix}_{table}.csv"
    if not os.path.exists(path):
        return []
    with open(path, newline="") as file:
        return [Record(row) for row in csv.DictReader(file)]


def union(intervals):
    apart = []
    for begin, end in sorted(intervals):
        if apart and begin <= apart[-1][1]:
            apart[-1][1] = max(apart[-1][1], end)
        else:
            apart.append([begin, end])
    return apart


def or_else(value, other):
    return value if value == value else other


class Activity:
    """When each rank is within MPI."""

    calls = {
        "point_to_point": [("send_process_rank", "send_start_time", "send_finish_time"),
                           ("send_process_rank", "send_wait_start_time", "send_wait_finish_time"),
                           ("receive_process_rank", "receive_start_time", "receive_finish_time"),
                           ("receive_process_rank", "receive_wait_start_time", "receive_wait_finish_time"),
                           ("receive_process_rank", "receive_probe_start_time", "receive_probe_finish_time")],
        "collective": [("process_rank", "start_time", "finish_time"),
                       ("process_rank", "wait_start_time", "wait_finish_time")],
        "one_sided": [("process_rank", "start_time", "finish_time"),
                      ("process_rank", "complete_start_time", "complete_time")],
        "lock": [("process_rank", "start_time", "acquire_time"), ("process_rank", "release_time", "finish_time")],
        "exposure": [("process_rank", "start_start_time", "start_finish_time"),
                     ("process_rank", "complete_start_time", "complete_finish_time"),
                     ("target_process_rank", "post_start_time", "post_finish_time"),
                     ("target_process_rank", "wait_start_time", "wait_finish_time")],
        "poll": [("process_rank", "start_time", "finish_time")],
        "file_access": [("process_rank", "start_time", "finish_time")],
    }

    def __init__(self, tables):
        inside = collections.defaultdict(list)
        for table, fields in self.calls.items():
            for record in tables[table]:
                for rank, begin, end in fields:
                    begin, end = getattr(record, begin), getattr(record, end)
                    if begin <= end:
                        inside[getattr(record, rank)].append((begin, end))
        self.inside = {rank: union(calls) for rank, calls in inside.items()}
        self.ends = {rank: [end for _, end in calls] for rank, calls in self.inside.items()}

    def next_call(self, rank, time):
        position = bisect.bisect_right(self.ends.get(rank, []), time)
        calls = self.inside.get(rank, [])
        return calls[position] if position < len(calls) else None

    def outside(self, rank, time):
        call = self.next_call(rank, time)
        return time if call is None or call[0] > time else call[1]

    def inside_again(self, rank, time):
        call = self.next_call(rank, time)
        return nan if call is None else max(time, call[0])


class Waits:
    def __init__(self):
        self.of_rule = collections.defaultdict(lambda: collections.defaultdict(list))

    def add(self, rule, rank, begin, end):
        if begin < end:
            self.of_rule[rule][rank].append((begin, end))

    def seconds(self, rule):
        return sum(end - begin for waits in self.of_rule[rule].values() for begin, end in union(waits))

    def seconds_of_rank(self, rank):
        everything = [wait for waits in self.of_rule.values() for wait in waits.get(rank, [])]
        return sum(end - begin for begin, end in union(everything))


def receives(waits, messages):
    for m in messages:
        to, sent = m.receive_process_rank, m.send_start_time
        if m.text("receive_op_type") == "blocking":
            waits.add("late sender", to, m.receive_start_time, min(sent, m.receive_finish_time))
        else:
            waits.add("late sender at wait", to, m.receive_wait_start_time, min(sent, m.receive_wait_finish_time))
        waits.add("late sender at probe", to, m.receive_probe_start_time, min(sent, m.receive_probe_finish_time))


def wrong_order(waits, messages):
    of_rank = collections.defaultdict(list)
    for m in messages:
        key = (m.receive_process_rank, or_else(m.receive_thread, 0), m.text("receive_op_type"))
        of_rank[key].append(m)
    for (rank, _, kind), own in of_rank.items():
        for a in own:
            if kind == "blocking" and a.send_start_time > a.receive_start_time:
                if any(b.receive_start_time > a.receive_start_time and b.send_start_time < a.send_start_time for b in own):
                    waits.add("wrong order", rank, a.receive_start_time, min(a.send_start_time, a.receive_finish_time))
            if kind == "non-blocking" and a.send_start_time > a.receive_wait_start_time:
                if any(b.receive_start_time < a.receive_wait_start_time < b.receive_wait_start_time
                       and b.send_start_time < a.send_start_time for b in own):
                    waits.add("wrong order at wait", rank, a.receive_wait_start_time,
                              min(a.send_start_time, a.receive_wait_finish_time))


def sends(waits, messages, eager):
    for m in messages:
        name, rank = m.text("send_op_name"), m.send_process_rank
        may_wait = or_else(m.bytes, 2**30) > eager
        if m.text("send_op_type") != "non-blocking":
            if (may_wait or name == "MPI_Ssend") and m.send_finish_time > m.receive_start_time:
                waits.add("late receiver", rank, m.send_start_time, m.receive_start_time)
        elif may_wait or name in ("MPI_Issend", "MPI_Ssend_init"):
            if m.send_wait_finish_time > m.receive_start_time:
                waits.add("late receiver at wait", rank, m.send_wait_start_time, m.receive_start_time)


def standstill(activity, rank, begin, end):
    """From when to when a rank is outside of MPI, if that is within what another waits for."""
    left = activity.outside(rank, begin)
    again = activity.inside_again(rank, left)
    return (left, again) if left < end and left < again < end else (nan, nan)


def progress(waits, messages, activity, eager):
    longs = [m for m in messages if or_else(m.bytes, 2**30) > eager]
    sent_alone = any(m.bytes > eager and m.text("send_op_type") == "non-blocking" and m.text("receive_op_type") == "blocking"
                     and activity.inside_again(m.send_process_rank, m.receive_start_time) > m.receive_finish_time for m in longs)
    received_alone = any(m.bytes > eager and m.text("receive_op_type") == "non-blocking" and m.text("send_op_type") != "non-blocking"
                         and activity.inside_again(m.receive_process_rank, m.send_start_time) > m.send_finish_time
                         for m in longs)
    for m in longs:
        if m.text("send_op_type") == "non-blocking" and not sent_alone:
            is_blocking = m.text("receive_op_type") == "blocking"
            begin = m.receive_start_time if is_blocking else m.receive_wait_start_time
            end = m.receive_finish_time if is_blocking else m.receive_wait_finish_time
            if begin == begin:
                waits.add("no progress at the sender", m.receive_process_rank,
                          *standstill(activity, m.send_process_rank, max(m.send_finish_time, begin), end))
        if m.text("receive_op_type") == "non-blocking" and not received_alone:
            is_blocking = m.text("send_op_type") != "non-blocking"
            begin = m.send_start_time if is_blocking else m.send_wait_start_time
            end = m.send_finish_time if is_blocking else m.send_wait_finish_time
            if begin == begin:
                waits.add("no progress at the receiver", m.send_process_rank,
                          *standstill(activity, m.receive_process_rank, max(m.receive_finish_time, begin), end))


def until_the_last(waits, c):
    kind, rank = c.text("op_type"), c.process_rank
    begin, end = c.start_time, min(c.start_time_max, c.finish_time)
    simple = {"barrier": "wait at barrier", "allocation": "wait at allocation", "finalize": "wait at end",
              "creation": "wait at creation of communicators"}
    is_prefix = c.text("op_name") in ("MPI_Scan", "MPI_Exscan")
    if kind in simple:
        waits.add(simple[kind], rank, begin, end)
    elif kind == "init" and c.start_time_max - begin > 0.1:
        waits.add("wait at start", rank, begin, end)
    elif kind == "all-to-all" and not is_prefix:
        waits.add("wait at all-to-all", rank, begin, end)
    elif is_prefix:
        waits.add("early prefix reduction", rank, begin, min(c.prefix_start_time_max, c.finish_time))
    elif kind == "all-to-one" and rank == c.root_process_rank:
        waits.add("early gather", rank, begin, end)
    elif kind == "one-to-all" and rank != c.root_process_rank:
        waits.add("late broadcast", rank, begin, min(c.root_start_time, c.finish_time))


def synchronising(waits, c):
    kind, rank = c.text("op_type"), c.process_rank
    nobody_left_early = c.finish_time_min >= c.start_time_max
    first_out = max(c.finish_time_min, c.start_time_max)
    if c.start_time < c.start_time_max:
        to = min(c.start_time_max, c.finish_time)
        if kind == "one-to-all" and nobody_left_early:
            waits.add("entry synchronisation of a collective", rank, max(c.start_time, c.root_start_time), to)
        elif kind == "fence" or kind == "all-to-one" and nobody_left_early and rank != c.root_process_rank:
            waits.add("entry synchronisation of a collective", rank, c.start_time, to)
    if kind == "fence" or kind == "one-to-all" and nobody_left_early:
        waits.add("exit synchronisation of a collective", rank, first_out, c.finish_time)
    if kind == "barrier":
        waits.add("barrier completion", rank, first_out, c.finish_time)
    if kind == "all-to-all" and c.text("op_name") not in ("MPI_Scan", "MPI_Exscan"):
        waits.add("all-to-all completion", rank, first_out, c.finish_time)


def non_blocking(waits, c):
    kind, rank = c.text("op_type"), c.process_rank
    last = c.root_start_time if kind == "one-to-all" else c.start_time_max
    if kind != "all-to-one" or rank == c.root_process_rank:
        waits.add("late process in a non-blocking collective", rank, c.wait_start_time, min(last, c.wait_finish_time))
    if c.wait_start_time == c.wait_start_time and c.wait_finish_time >= c.wait_start_time_max:
        waits.add("no progress of a non-blocking collective", rank, max(c.wait_start_time, c.start_time_max),
                  c.wait_start_time_max)


def one_sided(waits, tables, activity):
    for o in tables["one_sided"]:
        if o.process_rank != o.target_process_rank:
            waits.add("no progress at the target", o.process_rank,
                      *standstill(activity, o.target_process_rank, o.complete_start_time, o.complete_time))
    for a in tables["lock"]:
        for b in tables["lock"]:
            if (a.text("lock") == b.text("lock") and a.process_rank != b.process_rank
                    and a.start_time < b.finish_time < a.finish_time
                    and "exclusive" in (a.text("op_type"), b.text("op_type"))):
                waits.add("lock contention", a.process_rank, max(a.start_time, b.acquire_time),
                          min(a.acquire_time, b.finish_time))
                waits.add("lock contention", a.process_rank, max(a.release_time, b.acquire_time), b.finish_time)
    for e in tables["exposure"]:
        if e.post_start_time > e.start_start_time:
            waits.add("late post", e.process_rank, e.start_start_time, min(e.post_start_time, e.start_finish_time))
            waits.add("late post", e.process_rank, e.complete_start_time, min(e.post_start_time, e.complete_finish_time))
        waits.add("early wait", e.target_process_rank, e.wait_start_time, min(e.complete_start_time, e.wait_finish_time))


def main():
    with open(sys.argv[1]) as file:
        report = json.load(file)
    tables = {table: records(sys.argv[2], table) for table in Activity.calls}
    program = records(sys.argv[2], "program")[0]
    eager = max(long_message, or_else(program.eager_bytes, 0))
    activity = Activity(tables)
    waits = Waits()
    messages = tables["point_to_point"]
    receives(waits, messages)
    wrong_order(waits, messages)
    sends(waits, messages, eager)
    progress(waits, messages, activity, eager)
    for c in tables["collective"]:
        until_the_last(waits, c)
        synchronising(waits, c)
        non_blocking(waits, c)
    one_sided(waits, tables, activity)

    differing = []

    def compare(what, told, worked_out):
        if not abs(told - worked_out) <= 1e-9 * max(1.0, abs(worked_out)):
            differing.append(f"{what}: {told} told, {worked_out} worked out")

    told = {rule["name"]: rule["seconds"] for rule in report["rules"] if "seconds" in rule}
    for rule in sorted(told.keys() | waits.of_rule.keys()):
        compare(rule, told.get(rule, 0), waits.seconds(rule))
    for times in report["times"]:
        compare(f"rank {times['rank']}", sum(times["waits"].values()), waits.seconds_of_rank(times["rank"]))
    compare("all ranks", report["lost_seconds"], sum(waits.seconds_of_rank(times["rank"]) for times in report["times"]))
    print("\n".join(differing) or f"{len(told)} rules agree; {report['lost_seconds']:.6f} s lost")
    sys.exit(1 if differing else 0)


main()
