"""A transient of a diode ladder by Newton's method in JAX.

Its phases are named scopes with the names that nrprof knows, so that XLA's
NVTX ranges and the names of kernels carry them:

    python newton_jax.py [--unknowns N] [--steps N] [--cap N] [--grow] [--window]

It prints how many time steps and iterations there were, and fails when a step
does not converge or when the solution does not solve the equations. With --cap
the loop ends after so many iterations, converged or not. With --grow the ladder
has one more node in the second half, so that everything is compiled again. With
--window the first time step is outside of the NVTX range "transient", which then
has only what is compiled already; without it there is no such range.
"""

import argparse
import contextlib
import sys

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)

SATURATION, THERMAL = 1e-14, 0.02585  # A, V
CONDUCTANCE, CAPACITANCE = 1e-3, 1e-9  # S, F
STEP, AMPLITUDE, FREQUENCY = 1e-7, 1.0, 1e5  # s, V, Hz
MOST_ITERATIONS, TOLERANCE = 50, 1e-9  # the first unless --cap says otherwise


def currents(v, before, source):
    """What flows out of each node: a ladder of resistors, to ground a capacitor and a diode."""
    left = jnp.concatenate([source[None], v[:-1]])
    right = jnp.concatenate([v[1:], v[-1:]])
    diode = SATURATION * jnp.expm1(jnp.minimum(v, 0.9) / THERMAL)
    return CONDUCTANCE * (2 * v - left - right) + CAPACITANCE / STEP * (v - before) + diode


def newton(before, source, most):
    """One time step: the solution, the iterations, whether it converged."""

    def body(state):
        v, k, _ = state
        with jax.named_scope("nr_iteration"):
            with jax.named_scope("build_system"):
                residual = currents(v, before, source)
                jacobian = jax.jacfwd(currents)(v, before, source)
            with jax.named_scope("linear_solve"):
                delta = jnp.linalg.solve(jacobian, -residual)
            with jax.named_scope("convergence"):
                delta = jnp.clip(delta, -0.1, 0.1)
                done = jnp.max(jnp.abs(delta)) < TOLERANCE
        return v + delta, k + 1, done

    def more(state):
        _, k, done = state
        return jnp.logical_and(k < most, jnp.logical_not(done))

    return jax.lax.while_loop(more, body, (before, jnp.int64(0), jnp.bool_(False)))


def window(name):
    """An NVTX range around the measured time steps, if the package nvtx is there."""
    import nvtx  # pip install nvtx

    return nvtx.annotate(name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unknowns", type=int, default=64)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--cap", type=int, default=0)
    parser.add_argument("--grow", action="store_true")
    parser.add_argument("--window", action="store_true")
    args = parser.parse_args()
    most = args.cap or MOST_ITERATIONS

    @jax.jit
    def timestep(v, t):
        with jax.named_scope("timestep"):
            return newton(v, AMPLITUDE * jnp.sin(2 * jnp.pi * FREQUENCY * t), most)

    v = jnp.zeros(args.unknowns)
    if args.window:
        jax.block_until_ready(timestep(v, jnp.float64(STEP)))
    iterations = 0
    with window("transient") if args.window else contextlib.nullcontext():
        for k in range(1, args.steps + 1):
            if args.grow and k == args.steps // 2:
                v = jnp.append(v, v[-1])
            before = v
            v, n, done = timestep(before, jnp.float64(k * STEP))
            if not bool(done) and not args.cap:
                sys.exit(f"step {k}: no convergence in {int(n)} iterations")
            iterations += int(n)
    source = AMPLITUDE * jnp.sin(2 * jnp.pi * FREQUENCY * args.steps * STEP)
    residual = float(jnp.max(jnp.abs(currents(v, before, source))))
    if not residual < 1e-9 and not args.cap:
        sys.exit(f"residual {residual:g} A, want less than 1e-9")
    print(f"{jax.default_backend()}: {args.steps} time steps, {iterations} iterations, residual {residual:.2g} A")


if __name__ == "__main__":
    main()
