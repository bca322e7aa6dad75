package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// fullWarps is the share of a GPU's threads that must stay busy when no warp of
// 32 has devices of two variants. A branch with two sides costs a warp at most
// twice the time, so that variants which leave more than half of the threads
// without a device gain nothing over it.
const fullWarps = 0.5

// branchSpecialisation finds models of devices whose static parameters take so
// few values that a version of the code for each set of values removes every
// branch on them. A GPU saves divergence by it, a CPU mispredictions; what they
// cost is not in a trace, and is not invented.
func branchSpecialisation() Rule {
	return Rule{
		ID:      "branch-specialisation-possible",
		Meaning: "A few variants of the device code, with static parameters as constants, remove all branches on these parameters",
		Needs:   "--analysis from analyze --json with --stamps or --circuit, and the parameters of the devices",
		Parts:   []Part{PartAnalysis},
		Summary: true,
		Check:   checkSpecialisation,
	}
}

func checkSpecialisation(in *Input) Outcome {
	a, why := in.assembly()
	if a == nil {
		return Abstain(why)
	}
	s := a.Specialisation
	if s == nil || s.Devices == 0 {
		return Abstain(in.Analysis.Source + " does not have the parameters of the devices")
	}
	var models []DeviceModel // with static parameters, and fewer sets of them than devices
	for _, m := range a.Models {
		if m.Configurations != nil && m.Static() && *m.Configurations < m.Devices {
			models = append(models, m)
		}
	}
	if len(models) == 0 {
		return Clear(fmt.Sprintf("in no model do several devices share their static parameters (%s)", units.Plural(s.Devices, "device")))
	}
	if s.WarpEfficiency <= fullWarps {
		return Clear(fmt.Sprintf("%s for %s would keep only %s of the threads of a GPU busy", units.Plural(s.Variants, "variant"), units.Plural(s.Devices, "device"), units.Share(s.WarpEfficiency)))
	}
	f := Finding{Severity: Info,
		Title: fmt.Sprintf("%s of the device code would serve %s without a branch on static parameters", units.Plural(s.Variants, "variant"), units.Plural(s.Devices, "device")),
		Evidence: []Evidence{
			in.from("variants of all models", float64(s.Variants), "variants", ".assembly.specialisation.variants"),
			in.from("devices", float64(s.Devices), "devices", ".assembly.specialisation.devices"),
			in.from("variants if only discrete parameters are constants", float64(s.DiscreteVariants), "variants", ".assembly.specialisation.discrete_variants"),
			in.from("share of threads that stay busy if no warp has two variants", s.WarpEfficiency, UnitShare, ".assembly.specialisation.warp_efficiency"),
		},
		Try: []string{"compile the code of a model once for each set of its static parameters, with these as constants, and sort devices by this set"}}
	for _, m := range models[:min(len(models), 3)] {
		f.Evidence = append(f.Evidence, in.from(fmt.Sprintf("variants of %s for %s", m.Name, units.Plural(m.Devices, "device")), float64(*m.Configurations), "variants",
			fmt.Sprintf(".assembly.models[] | select(.name==%q).configurations", m.Name)))
	}
	return Found(f)
}
