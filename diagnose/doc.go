// Package diagnose finds what is wrong with a run: time that could be saved, and
// reasons why the figures of the run do not mean what they seem to mean.
//
// A [Rule] is one question. The rule looks at an [Input], which is a trace with
// everything known about the run. It finds something, clears the run, or abstains
// and says what the input lacks. A rule never guesses: if the input cannot answer
// the question, the rule abstains.
//
// # Evidence and cost
//
// Every figure of a finding is measured, or computed from measured figures as
// docs/diagnose.md says, and names where to look it up. The cost of a finding is the
// most time that a repair can save. The cost is never longer than the trace. It is
// absent if the input does not determine it. The costs of several findings overlap
// and do not add up.
//
// # Severity
//
// An error makes figures useless or wrong: they describe another run, a part of the
// run, or code that this machine cannot run well. A warning is time that could be
// saved, or figures that are distorted. An info is worth knowing.
//
// # Where to add a rule
//
// A rule is a file with a function that returns the Rule, a line in [Rules], and a
// section in docs/diagnose.md. Its test has three inputs: the rule finds something
// in the first, nearly finds something in the second, and abstains on the third.
// CONTRIBUTING.md lists the files.
package diagnose
