"""Builds the package: a wheel with the programs if nrkit/bin has them, otherwise a
package that remembers the source tree it was installed from."""

import os
import pathlib

from setuptools import setup
from setuptools.command.build_py import build_py

try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:  # setuptools has its own since 70.1
    from setuptools.command.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
WITH_PROGRAMS = (HERE / "nrkit" / "bin").is_dir()


class Build(build_py):
    """Notes where the source tree is, from which nrkit can build the programs."""

    def run(self):
        super().run()
        target = pathlib.Path(self.build_lib) / "nrkit" / "_source.txt"
        if not WITH_PROGRAMS and (HERE.parent / "go.mod").exists() and target.parent.is_dir():
            target.write_text(str(HERE.parent), encoding="utf-8")


class Wheel(bdist_wheel):
    """Wheels with programs are for one system, and for any Python 3."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = not WITH_PROGRAMS

    def get_tag(self):
        if not WITH_PROGRAMS:
            return super().get_tag()
        return "py3", "none", os.environ.get("NRKIT_WHEEL_PLATFORM") or super().get_tag()[2]


setup(cmdclass={"build_py": Build, "bdist_wheel": Wheel})
