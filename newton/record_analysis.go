package newton

import "github.com/nrkit/nrkit/trace"

func (r *recording) operatingPoint() {
	r.live.push(PhaseOperatingPoint, trace.NoIndex)
	if r.th == nil {
		return
	}
	r.on = true
	r.cpu.start()
	r.phases.on = r.cpu.known && r.phases.system
	r.tick()
	r.th.BeginAt(r.names.operatingPoint, trace.NoIndex, r.now)
}

func (r *recording) transient() {
	r.live.push(PhaseTransient, trace.NoIndex)
	if r.th == nil {
		return
	}
	r.on = false
	r.cpu.start()
	r.phases.on = r.cpu.known && r.phases.system
	r.tick()
	r.th.BeginAt(r.names.transient, trace.NoIndex, r.now)
}

// end closes an operating point or a transient.
func (r *recording) end() {
	r.live.closeStep()
	r.live.pop()
	if r.th == nil {
		return
	}
	r.tick()
	r.closeStep()
	if ns, ok := r.cpu.elapsed(); ok {
		r.th.Arg(r.names.cpu, float64(ns))
	}
	r.th.End()
	r.on = false
}

// gminStep and sourceStep open one solution on the way to an operating point.
func (r *recording) gminStep(k int64)   { r.substep(PhaseGminStep, r.names.gminStep, k) }
func (r *recording) sourceStep(k int64) { r.substep(PhaseSourceStep, r.names.sourceStep, k) }

func (r *recording) substep(p Phase, name trace.Name, k int64) {
	r.live.push(p, k)
	if r.on {
		r.tick()
		r.th.BeginAt(name, k, r.now)
	}
}

func (r *recording) endSubstep() {
	r.live.pop()
	if r.on {
		r.th.EndAt(r.now)
	}
}
