// Package diagnose says what is wrong with a run: what costs time that need not
// be spent, and what makes its figures mean something else than they seem to.
//
// A [Rule] is one question. It looks at an [Input], which is a trace with
// whatever else is known of the run, and finds something, clears it, or
// abstains and says what the input would have to show. A rule never guesses:
// what the input cannot show is no finding and no clearance.
//
// # Evidence and cost
//
// Every figure of a finding is measured, or computed from measured ones in the
// way that docs/diagnose.md says, and names where it can be looked up. The cost
// is the time that would be saved at most. It is never more than the trace is
// long, and absent where the input does not tell it. Costs of several findings
// overlap and do not add up.
//
// # Severity
//
// An error makes figures useless or wrong: they are of another run, of a part
// of it, or of code that a machine cannot run well. A warning is time that need
// not be spent, or figures that are distorted. An info is worth knowing.
//
// # Where to add a rule
//
// A file with a function that returns the Rule, a line in [Rules], its section
// in docs/diagnose.md, and three inputs in its test: one where it finds, one
// where it nearly does, one where it abstains.
package diagnose
