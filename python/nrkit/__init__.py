"""nrkit: which ordering suits a sparse matrix, and where the time of a Newton-Raphson
solver goes.

The package runs the programs analyze and nrprof. docs/python.md of the repository
describes it.
"""

from ._analyze import Analysis, analyze
from ._errors import NrkitError
from ._order import Order, find_order, order
from ._phases import phases

__all__ = ["Analysis", "NrkitError", "Order", "analyze", "find_order", "order", "phases"]
