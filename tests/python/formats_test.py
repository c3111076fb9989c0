# SPDX-License-Identifier: Apache-2.0
"""What xarray and pandas make of runs, archives and tables. Usage: formats_test.py BIN_FOLDER DOCS_FOLDER"""

import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import netCDF4
import numpy as np
import pandas as pd
import xarray as xr

PROGRAMS = pathlib.Path(sys.argv[1])
DOCS = pathlib.Path(sys.argv[2])

HOSTS = ["alpha", "alpha", "beta"]
LENGTHS = [0, 32768, 65536]
STATISTICS = ["min", "average", "median", "max", "deviation", "count"]
MISSING = ("median", 32768, 0, 2)


def delay(statistic, length, sender, receiver):
    """Seconds that tell where they belong; the diagonal is not measured."""
    if sender == receiver:
        return 0.0
    if (statistic, length, sender, receiver) == MISSING:
        return float("nan")
    if statistic == "count":
        return 10.0
    place = STATISTICS.index(statistic)
    return (1 + place) * 1e-6 + length * 1e-10 + sender * 1e-8 + receiver * 1e-9


def plane_of_truth(statistic, length):
    ranks = range(len(HOSTS))
    return np.array([[delay(statistic, length, i, j) for j in ranks] for i in ranks])


def older_text(statistic, hosts, planes):
    """The older toolkit's text, whose rows are receivers. `planes` has a matrix for each length, in even steps."""
    lengths = list(planes)
    step = lengths[1] - lengths[0]
    lines = [
        f"processors {len(hosts)}",
        'test type "one_to_one"',
        f'data type "{statistic}"',
        f"begin message length {lengths[0]}",
        f"end message length {lengths[-1] + step}",
        f"step length {step}",
        "number of repeates 10",
        "hosts:",
        *hosts,
    ]
    for length, plane in planes.items():
        lines.append(f"Message length {length}")
        lines += ["\t".join(map(repr, row)) for row in plane.T.tolist()]
    return "\n".join(lines) + "\n"


def run_program(name, *words):
    return subprocess.run([PROGRAMS / name, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="fabricmap_test_")
        cls.results = pathlib.Path(cls.folder.name) / "results"
        cls.results.mkdir()
        for statistic in STATISTICS:
            planes = {length: plane_of_truth(statistic, length) for length in LENGTHS}
            (cls.results / f"older_{statistic}.txt").write_text(older_text(statistic, HOSTS, planes))
        cls.prefix = str(cls.results / "first")
        run_program("network_convert", "--quiet", "--to", "run", "-o", cls.prefix, str(cls.results / "older"))
        run_program("network_clusterizer", "--quiet", cls.prefix)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def file(self, statistic):
        return f"{self.prefix}_{statistic}.nc"

    def test_a_length_is_selected_by_its_bytes(self):
        for statistic in STATISTICS:
            with xr.open_dataset(self.file(statistic)) as run:
                for length in LENGTHS:
                    np.testing.assert_array_equal(
                        run.data.sel(n=length), plane_of_truth(statistic, length), statistic)

    def test_coordinates_tell_lengths_hosts_and_statistic(self):
        with xr.open_dataset(self.file("median")) as run:
            self.assertEqual(list(run.indexes), ["n"])
            self.assertEqual(run.n.values.tolist(), LENGTHS)
            self.assertEqual(run.data.message_length.values.tolist(), LENGTHS)
            self.assertEqual(run.data.host_name.values.tolist(), HOSTS)
            self.assertEqual(run.data.statistic.item(), "median")

    def test_quantities_have_units_and_names(self):
        with xr.open_dataset(self.file("median")) as run:
            self.assertEqual(run.data.attrs["units"], "s")
            self.assertEqual(run.data.attrs["long_name"], "median of the message delay")
            self.assertTrue(np.isnan(run.data.encoding["_FillValue"]))
            self.assertEqual(run.n.attrs, {"long_name": "message length", "units": "byte"})
            self.assertTrue(np.isnan(run.core).all(), "a core that is unknown is no core -1")
        with xr.open_dataset(self.file("count")) as count:
            self.assertEqual(count.data.attrs["units"], "1")

    def test_files_of_a_run_become_one_dataset(self):
        files = [self.file(statistic) for statistic in STATISTICS]
        with xr.open_mfdataset(files, combine="nested", concat_dim="statistic") as runs:
            self.assertEqual(runs.data.sizes, {"statistic": 6, "n": 3, "x": 3, "y": 3})
            for statistic in STATISTICS:
                np.testing.assert_array_equal(
                    runs.data.sel(statistic=statistic, n=65536), plane_of_truth(statistic, 65536))

    def test_the_diagonal_is_missing_for_those_who_ask(self):
        copy = str(self.results / "without_diagonal")
        run_program("network_convert", "--quiet", "--to", "run", "--diagonal", "nan", "-o", copy, self.prefix)
        with xr.open_dataset(f"{copy}_median.nc") as run:
            expected = plane_of_truth("median", 65536)
            np.fill_diagonal(expected, np.nan)
            np.testing.assert_array_equal(run.data.sel(n=65536), expected)

    def test_an_archive_opens_with_its_lengths_as_coordinate(self):
        with xr.open_dataset(f"{self.prefix}_median_arc.nc") as archive:
            self.assertEqual(archive.indexes["plane"].tolist(), LENGTHS)
            self.assertEqual(archive.message_length.sel(plane=65536).item(), 65536)
            self.assertEqual(archive.statistic.item(), "median")
            self.assertEqual(archive.host_name.values.tolist(), HOSTS)

    def test_an_archive_is_put_together_as_the_page_says(self):
        names = {"np": np}
        blocks = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(), re.DOTALL)
        exec(next(block for block in blocks if "def plane_of" in block).split("\narchive =")[0], names)
        # All pairs are alike but one, at one length: no cluster can stand for it.
        ranks = 32
        planes = {length: np.full((ranks, ranks), 1e-6 + length * 1e-9) for length in range(0, 2400, 100)}
        for plane in planes.values():
            np.fill_diagonal(plane, 0)
        planes[700][2, 5] = 0.25
        run = self.results / "lonely_median.txt"
        run.write_text(older_text("median", ["alpha"] * ranks, planes))
        name = str(self.results / "lonely_arc.nc")
        run_program("network_clusterizer", "--quiet", "-o", name, str(run))
        with xr.open_dataset(name) as archive:
            self.assertGreater(archive.attrs["exceptions"], 0)
            for length, plane in planes.items():
                np.testing.assert_allclose(names["plane_of"](archive, length), plane,
                                           rtol=archive.attrs["largest_relative_error"] + 1e-12)

    def test_tables_hold_what_the_files_hold(self):
        csv = run_program("network_convert", "--to", "csv", "--statistic", "all", self.prefix)
        document = json.loads(run_program("network_convert", "--to", "json", "--statistic", "all", self.prefix))
        table = pd.read_csv(io.StringIO(csv), comment="#", float_precision="round_trip")
        pairs = pd.DataFrame(document["pairs"])
        self.assertEqual(len(table), len(LENGTHS) * 6, "no pairs of a rank with itself")
        pd.testing.assert_frame_equal(
            table.drop(columns=["sender_host", "receiver_host"]), pairs, check_dtype=False)
        for row in table.itertuples():
            self.assertEqual(row.sender_host, HOSTS[row.sender])
            for statistic in STATISTICS:
                column = statistic if statistic == "count" else statistic + "_s"
                expected = delay(statistic, row.length_bytes, row.sender, row.receiver)
                np.testing.assert_equal(getattr(row, column), expected)

    def test_the_page_for_python_does_what_it_says(self):
        for name in ("csv", "json"):
            run_program("network_convert", "--statistic", "all", "-o", f"{self.folder.name}/first.{name}",
                        self.prefix)
        blocks = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(), re.DOTALL)
        self.assertEqual(len(blocks), 7)
        names = {}
        before = os.getcwd()
        os.chdir(self.folder.name)
        try:
            for block in blocks:
                if "matplotlib" in block:
                    try:
                        import matplotlib
                    except ImportError:
                        continue
                    matplotlib.use("Agg")
                exec(compile(block, "python.md", "exec"), names)
        finally:
            os.chdir(before)
        truth = plane_of_truth("median", 65536)
        self.assertEqual(names["slowest"], truth.max())
        np.testing.assert_array_equal(names["curve"].sel(n=65536), truth[0, 1])
        self.assertEqual(names["by_sender"].host_name.values.tolist(), ["alpha", "beta"])
        self.assertEqual(names["run"].sizes["n"], 3)
        self.assertEqual(names["slow"].iloc[0].median_s, truth.max())
        self.assertEqual(len(names["suspect"]), 0)
        self.assertEqual(names["slow_fraction"].sizes, {"x": truth.shape[0]})
        self.assertEqual(len(names["same_table"]), len(names["table"]))
        error = names["archive"].attrs["largest_relative_error"]
        np.testing.assert_allclose(names["plane"], truth, rtol=error + 1e-12)

    def test_files_follow_the_conventions_that_they_name(self):
        names = [self.file("median"), self.file("count"), f"{self.prefix}_median_arc.nc"]
        for name in names:
            with netCDF4.Dataset(name) as file:
                self.assertEqual(file.Conventions, "CF-1.9")
                for variable in file.variables.values():
                    self.assertIn("long_name", variable.ncattrs(), variable.name)
                    named = getattr(variable, "coordinates", "").split()
                    self.assertLessEqual(set(named), set(file.variables), variable.name)
                    for flags in ("flag_values", "flag_masks"):
                        if flags in variable.ncattrs():
                            self.assertEqual(np.asarray(getattr(variable, flags)).dtype, variable.dtype)
        checker = shutil.which("compliance-checker")
        if checker is None:
            return
        for name in names:
            subprocess.run([checker, "--test", "cf:1.9", "--criteria", "lenient", name], check=True)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
