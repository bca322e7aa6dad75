// Package newton solves systems of nonlinear equations with dynamics,
//
//	f(x, t) + d/dt q(x) = 0,
//
// by Newton's method: first an operating point, at which nothing changes with time,
// then a transient from there.
//
// An [Engine] takes any [System] and any [LinearSolver]. The engine owns the
// integration formula, the step size and the test for convergence. The system
// evaluates its equations, its charges q and the Jacobian, and limits its own
// iterates so that they do not run away. Package circuit has the system of an
// electrical circuit.
//
// # Method
//
// Each iteration solves J·δ = −f and adds δ. The form J·x = b loses digits where the
// entries of J·x are large and cancel, as they do in floating circuits. The form
// with δ does not. Time steps are predicted and solved. The local truncation error
// of the charges then accepts or shortens them. The rules for steps, orders and
// tolerances follow SPICE3, so that counts of steps and iterations can be compared
// with programs of that family.
//
// # Observation
//
// Counts are always exact. [Engine.Record] makes the engine bracket its phases, in
// all time steps or in some of them:
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
// [Engine.Ranges], if it is set, is called when a phase begins and when it ends, in
// all time steps.
package newton
