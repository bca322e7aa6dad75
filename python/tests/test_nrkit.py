"""Tests of the package nrkit, for Debian's python3-scipy and python3-pandas.

NRKIT_ANALYZE and NRKIT_NRPROF name the programs; oracles/python/run sets them.
"""

import json
import multiprocessing
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np
import pandas
import scipy.sparse
import scipy.sparse.linalg

import nrkit
from nrkit import _order, _programs


def grid(n, seed=0):
    """An n×n grid whose unknowns are shuffled."""
    line = scipy.sparse.diags([1, 1, 1], [-1, 0, 1], shape=(n, n))
    a = (scipy.sparse.kronsum(line, line) + 8 * scipy.sparse.identity(n * n)).tocsc()
    p = np.random.default_rng(seed).permutation(n * n)
    return a[p][:, p]


def fill(a, p):
    """Entries of L and U with the permutation, by SuperLU with pivots from the diagonal."""
    lu = scipy.sparse.linalg.splu(a.tocsc()[p][:, p], permc_spec="NATURAL", diag_pivot_thresh=0, options={"SymmetricMode": True})
    return lu.L.nnz + lu.U.nnz


class Orders(unittest.TestCase):
    def test_permutation_saves_fill(self):
        a = grid(30)
        natural = fill(a, np.arange(900))
        for method in ("amd", "nd", "rcm", "colamd", "btf+amd", "amf", "best"):
            p = nrkit.order(a, method)
            self.assertEqual(sorted(p), list(range(900)), method)
            self.assertLess(fill(a, p), natural / 2, method)

    def test_same_as_the_program(self):
        a = grid(12)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.npz")
            scipy.sparse.save_npz(path, a)
            for method in ("amd", "nd", "btf+amd", "best"):
                out = subprocess.run([_programs.find("analyze"), "order", path, "--ordering", method, "--matching", "none"], stdout=subprocess.PIPE, check=True).stdout
                self.assertEqual([int(x) for x in out.split()], list(nrkit.order(a, method)), method)

    def test_formats(self):
        a = grid(7)
        want = list(nrkit.order(a, "amd"))
        wide = a.copy()
        wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
        unsorted = a.copy()
        for j in range(a.shape[1]):
            k = slice(unsorted.indptr[j], unsorted.indptr[j + 1])
            unsorted.indices[k], unsorted.data[k] = unsorted.indices[k][::-1].copy(), unsorted.data[k][::-1].copy()
        unsorted = scipy.sparse.csc_matrix((unsorted.data, unsorted.indices, unsorted.indptr), shape=a.shape)
        coo = a.tocoo()
        twice = scipy.sparse.coo_matrix((np.tile(coo.data, 2), (np.tile(coo.row, 2), np.tile(coo.col, 2))), shape=a.shape)
        for x in (a.tocsr(), a.tocoo(), a.todok(), wide, unsorted, twice, a.toarray(), a.astype(np.complex128), a.astype(np.int8), a.astype(np.float32)):
            before = x.copy()
            self.assertEqual(list(nrkit.order(x, "amd")), want)
            self.assertEqual(abs(scipy.sparse.csc_matrix(before) - scipy.sparse.csc_matrix(x)).nnz, 0)

    def test_blocks_and_matching(self):
        a = scipy.sparse.block_diag([grid(4), grid(3)]).tocsc()
        o = nrkit.find_order(a, "btf+amd", matching="structural")
        self.assertEqual((o.method, o.matching), ("btf+amd", "structural"))
        self.assertEqual((o.block_ptr[0], o.block_ptr[-1]), (0, 25))
        self.assertEqual(sorted(o.rows), list(range(25)))
        self.assertGreater(o.elapsed_ns, 0)
        shift = scipy.sparse.csc_matrix((np.ones(4), ([1, 2, 3, 0], [0, 1, 2, 3])), shape=(4, 4))
        o = nrkit.find_order(shift, "amd", matching="structural")
        self.assertTrue((shift.toarray()[o.rows][:, o.cols].diagonal() == 1).all())

    def test_odd_shapes(self):
        self.assertEqual(list(nrkit.order(scipy.sparse.csc_matrix((1, 1)), "amd")), [0])
        self.assertEqual(len(nrkit.order(scipy.sparse.csc_matrix((0, 0)), "amd")), 0)
        self.assertEqual(sorted(nrkit.order(scipy.sparse.random(9, 5, 0.5, random_state=1), "colamd")), list(range(5)))

    def test_errors_leave_the_pipe_usable(self):
        with self.assertRaisesRegex(nrkit.NrkitError, "unknown ordering \"adm\"") as e:
            nrkit.order(grid(3), "adm")
        self.assertEqual(e.exception.hint, "did you mean amd?")
        with self.assertRaises(nrkit.NrkitError):
            nrkit.order(scipy.sparse.random(9, 5, 0.5), "amd")
        self.assertEqual(len(nrkit.order(grid(3), "amd")), 9)

    def test_one_process_for_all(self):
        nrkit.order(grid(3), "amd")
        pid = _order._pipe.process.pid
        results = [None] * 8
        matrices = [grid(5 + k) for k in range(8)]

        def work(k):
            results[k] = nrkit.order(matrices[k], "amd")

        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual([len(p) for p in results], [(5 + k) ** 2 for k in range(8)])
        self.assertEqual(_order._pipe.process.pid, pid)

    def test_a_killed_process_is_replaced(self):
        nrkit.order(grid(3), "amd")
        _order._pipe.process.kill()
        _order._pipe.process.wait()
        self.assertEqual(len(nrkit.order(grid(3), "amd")), 9)

    @unittest.skipUnless("fork" in multiprocessing.get_all_start_methods(), "this system has no fork")
    def test_fork(self):
        want = list(nrkit.order(grid(6), "amd"))
        with multiprocessing.get_context("fork").Pool(2) as pool:
            for got in pool.map(_order_grid, range(4)):
                self.assertEqual(got, want)
        self.assertEqual(list(nrkit.order(grid(6), "amd")), want)


def _order_grid(_):
    return list(nrkit.order(grid(6), "amd"))


class Analyses(unittest.TestCase):
    def test_analysis(self):
        r = nrkit.analyze(grid(10), name="a <b>grid</b>")
        self.assertEqual(r.document["schema"], "analyze/v1")
        self.assertEqual(r.document["structure"]["nnz"], grid(10).nnz)
        self.assertTrue(r.verdict and r.recommended)
        page = r._repr_html_()
        self.assertIn("a &lt;b&gt;grid&lt;/b&gt;", page)
        self.assertNotIn("<b>grid", page)
        self.assertEqual(page.count("<tr"), 1 + len(r.orderings))
        self.assertIn("recommended " + r.recommended, repr(r))
        frame = r.frame()
        self.assertIsInstance(frame, pandas.DataFrame)
        for o in r.orderings:
            self.assertEqual(frame.loc[o["method"], "nnz_total"], o["nnz_total"])
            self.assertEqual(frame.loc[o["method"], "parallelism_columns"], o["task_models"]["columns"]["parallelism"])

    def test_options_and_files(self):
        r = nrkit.analyze(grid(6), orderings=["amd", "nd"], exact=False)
        self.assertEqual([o["method"] for o in r.orderings], ["amd", "nd"])
        self.assertEqual(r.document["best"]["criterion"], "predicted")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "-a.npz"
            scipy.sparse.save_npz(str(path), grid(6))
            self.assertEqual(nrkit.analyze(path).document["input"]["name"], "-a.npz")
        with self.assertRaisesRegex(nrkit.NrkitError, "no such file"):
            nrkit.analyze("no.mtx")

    def test_singular_and_rectangular(self):
        for a in (scipy.sparse.csc_matrix((3, 3)), scipy.sparse.random(4, 7, 0.5, random_state=1), scipy.sparse.csc_matrix((0, 0))):
            r = nrkit.analyze(a)
            self.assertIn("<ul>", r._repr_html_())
            self.assertIn("nrkit.Analysis", repr(r))


class Phases(unittest.TestCase):
    def test_phases(self):
        with tempfile.TemporaryDirectory() as folder:
            path, other = pathlib.Path(folder) / "run.nrt", pathlib.Path(folder) / "other.nrt"
            for p in (path, other):
                subprocess.run([_programs.find("nrprof"), "run", "rc", "--steps", "50", "-o", str(p)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            frame = nrkit.phases(path)
            self.assertIsInstance(frame, pandas.DataFrame)
            doc = json.loads(subprocess.run([_programs.find("nrprof"), "phases", str(path), "--json"], stdout=subprocess.PIPE, check=True).stdout)
            self.assertEqual(list(frame.index), [p["name"] for p in doc["phases"]])
            self.assertEqual(list(frame["total_ns"]), [p["total_ns"] for p in doc["phases"]])
            self.assertEqual(frame.attrs["document"], doc)
            self.assertGreaterEqual(frame.loc["timestep", "count"], 50)
            both = nrkit.phases([path, other])
            self.assertEqual(both.loc["timestep", "count"], frame.loc["timestep", "count"] + nrkit.phases(other).loc["timestep", "count"])
        with self.assertRaisesRegex(nrkit.NrkitError, "no such file"):
            nrkit.phases("no.nrt")


@unittest.skipIf(os.environ.get("NRKIT_WHEEL"), "the wheel has the programs")
class Programs(unittest.TestCase):
    def setUp(self):
        self.before = dict(os.environ)
        self.addCleanup(self.restore)
        for name in ("NRKIT_ANALYZE", "NRKIT_NRPROF"):
            os.environ.pop(name, None)
        self.folder = tempfile.mkdtemp()
        os.environ["PATH"] = self.folder
        _programs._built.clear()

    def restore(self):
        os.environ.clear()
        os.environ.update(self.before)
        _programs._built.clear()

    def program(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write("#!/bin/sh\n" + text)
        os.chmod(path, stat.S_IRWXU)
        return path

    def test_path_and_variable(self):
        path = self.program("analyze", "exit 0\n")
        self.assertEqual(_programs.find("analyze"), path)
        other = self.program("other", "exit 0\n")
        os.environ["NRKIT_ANALYZE"] = other
        self.assertEqual(_programs.find("analyze"), other)
        os.environ["NRKIT_ANALYZE"] = "/no/such"
        with self.assertRaisesRegex(nrkit.NrkitError, "NRKIT_ANALYZE=/no/such: no such program"):
            _programs.find("analyze")

    def test_nothing_to_build_with(self):
        with self.assertRaisesRegex(nrkit.NrkitError, "was not found") as e:
            _programs.find("analyze")
        self.assertIn("NRKIT_ANALYZE", e.exception.hint)

    def test_build(self):
        source = os.environ.get("NRKIT_TEST_SOURCE")  # of the package as it is installed
        if source:
            self.assertEqual(str(_programs._source()), source)
        self.program("go", 'while [ "$1" != -o ]; do shift; done\n/bin/echo "#!/bin/sh" > "$2"\n/bin/chmod +x "$2"\n')
        os.environ["XDG_CACHE_HOME"] = self.folder
        path = _programs.find("analyze")
        self.assertTrue(os.access(path, os.X_OK))
        self.assertTrue(path.startswith(self.folder))
        _programs._built.clear()
        self.program("go", "echo it does not compile\nexit 1\n")
        with self.assertRaisesRegex(nrkit.NrkitError, "it does not compile"):
            _programs.find("analyze")

    def test_old_program(self):
        self.program("analyze", "echo 'analyze: error: unknown flag: --pipe' >&2\necho 'hint: did you mean --help?' >&2\nexit 2\n")
        with self.assertRaisesRegex(nrkit.NrkitError, "unknown flag: --pipe") as e:
            nrkit.order(grid(40), "amd")
        self.assertEqual(e.exception.hint, "did you mean --help?")


if __name__ == "__main__":
    print("Python %s, NumPy %s, SciPy %s, pandas %s" % (sys.version.split()[0], np.__version__, scipy.__version__, pandas.__version__), file=sys.stderr)
    unittest.main(verbosity=2)
