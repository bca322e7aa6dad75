// Package newton solves systems of nonlinear equations with dynamics,
//
//	f(x, t) + d/dt q(x) = 0,
//
// by Newton's method: an operating point where nothing moves, and a transient
// from there.
//
// An [Engine] takes any [System] and any [LinearSolver]. It owns the integration
// formula, the step size and the test for convergence; the system evaluates
// its equations, its charges q and the Jacobian, and keeps its own iterates from
// running away. Package circuit has the system of an electrical circuit.
//
// # Method
//
// Each iteration solves J·δ = −f and adds δ. That form, unlike J·x = b, loses no
// digits where the entries of J·x are large and cancel, as they do in circuits
// that float. Time steps are predicted, solved, and accepted or shortened by the
// local truncation error of the charges. The rules for steps, orders and tolerances
// are those of SPICE3, so that counts of steps and iterations can be compared
// with programs of that family.
//
// # Observation
//
// Counts are always exact. [Engine.Record] makes the engine bracket its phases, in
// all or in some time steps:
//
//	operating_point ▸ nr_iteration
//	                ▸ gmin_step, source_step ▸ nr_iteration
//	transient ▸ timestep ▸ predict
//	                     ▸ nr_iteration ▸ build_system
//	                                    ▸ linear_solve ▸ factor, refactor, solve
//	                                    ▸ convergence
//	                     ▸ lte
//	          ▸ output
//
// [Engine.Ranges] is called for the same phases as they begin and end, in all time
// steps.
package newton
