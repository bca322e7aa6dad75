package hlo

import "strings"

// launchOf returns what an instruction outside of fusions launches. Target is
// that of a custom call.
func launchOf(op, target string) int {
	switch op {
	case "fusion":
		return launchFusion
	case "copy", "copy-start":
		return launchCopy
	case "custom-call", "custom-call-start":
		if annotates(target) {
			return launchNone
		}
		return launchCustom
	case "parameter", "constant", "tuple", "get-tuple-element", "bitcast", "after-all",
		"opt-barrier", "optimization-barrier", "add-dependency", "domain", "assert", "async-start", "async-update",
		"while", "conditional", "call", "call-start", "get-dimension-size", "set-dimension-size", "token":
		return launchNone
	}
	base, isStart := strings.CutSuffix(op, "-start")
	switch {
	case strings.HasSuffix(op, "-done") || strings.HasSuffix(op, "-update"):
		return launchNone
	case isCollective(base):
		return launchCollective
	case isStart && base == "fusion":
		return launchFusion
	}
	return launchOther
}

// annotates reports whether a custom call says something to the compiler and
// does nothing.
func annotates(target string) bool {
	switch target {
	case "Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "LayoutConstraint", "AllocateBuffer",
		"annotate_device_placement", "MoveToHost", "MoveToDevice":
		return true
	}
	return strings.HasPrefix(target, "xla.sdy.")
}

// isCollective reports whether an operation of HLO, without -start, exchanges
// data between devices.
func isCollective(op string) bool {
	switch op {
	case "all-gather", "all-reduce", "all-to-all", "ragged-all-to-all", "collective-broadcast", "collective-permute",
		"reduce-scatter", "send", "recv":
		return true
	}
	return false
}

// collective returns the collective that an operation is, or begins, of either
// format under its name in HLO; "" when it is none.
func collective(op string) string {
	for _, dialect := range []string{"stablehlo.", "mhlo."} {
		if s, ok := strings.CutPrefix(op, dialect); ok {
			op = strings.ReplaceAll(s, "_", "-")
			break
		}
	}
	op = strings.TrimSuffix(op, "-start")
	if isCollective(op) {
		return op
	}
	return ""
}
