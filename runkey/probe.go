package runkey

import (
	"os"
	"runtime"
	"slices"
	"sync"
)

// A Group is parts that belong together. All is their family if they are all parts of
// the family, and "" if there may be others.
type Group struct {
	Parts []Part
	All   string
}

// A Probe reads the identity of this machine and this process. What does not
// change while a process runs is read once, when it is first asked for. It may
// be used by several goroutines at once.
type Probe struct {
	fixed   func() []Part
	host    func() host
	environ func() []string
}

// NewProbe returns a probe, which has read nothing yet.
func NewProbe() *Probe {
	return &Probe{fixed: sync.OnceValue(fixedParts), host: sync.OnceValue(findHost), environ: os.Environ}
}

// Set adds entries NAME=value to the environment of the probe. The last entry of a
// name counts.
func (p *Probe) Set(entries []string) {
	entries = slices.Clone(entries)
	slices.Reverse(entries) // of an environment the first counts
	p.environ = func() []string { return slices.Concat(entries, os.Environ()) }
}

// Key returns the identity as it is now: CPU, operating system and toolchain, the
// environment and everything that may change, and the parts of groups, which only
// the caller knows.
//
// Cost: the first call reads some ten small files, below a millisecond; later
// ones take some 10 µs.
//
// Errors are the errors of [New].
func (p *Probe) Key(groups ...Group) (*Key, error) {
	host := p.host()
	own := []Group{{All: "cpu"}, {All: "os"}, {All: "tool"}, {All: "env"},
		{Parts: slices.Concat(p.fixed(), host.now(), envParts(p.environ()))}}
	return Of(slices.Concat(own, groups)...)
}

// ISAHash returns the hash of the architecture and the features of the CPU, or "" if
// the features are not known.
func (p *Probe) ISAHash() string {
	var arch Text
	for _, x := range p.fixed() {
		switch v := x.Value.(type) {
		case Text:
			if x.Name == "cpu.arch" {
				arch = v
			}
		case Set:
			if x.Name == "cpu.isa" {
				return ISAHash(string(arch), v)
			}
		}
	}
	return ""
}

// A partList grows by the parts that have a value.
type partList []Part

func (l *partList) text(name, value string, matters mask) {
	if value != "" {
		*l = append(*l, Part{name, Text(value), matters.list()})
	}
}

func (l *partList) number(name string, n int, matters mask) {
	if n > 0 {
		*l = append(*l, Part{name, Number(n), matters.list()})
	}
}

// fixedParts reads what does not change while the process runs. The part
// cpu.arch is before cpu.isa.
func fixedParts() []Part {
	var l partList
	l.text("cpu.arch", runtime.GOARCH, toAll)
	c := readCPU()
	if c.features != nil {
		l = append(l, Part{"cpu.isa", c.features, toAll.list()})
	}
	l.text("cpu.model", c.model, toTiming)
	l.text("cpu.microarchitecture", c.signature, toCode|toTiming)
	l.text("cpu.microcode", c.microcode, toTiming)
	l.number("cpu.vector_bits", c.vectorBits, toAll)
	l.text("os.name", runtime.GOOS, toAll)
	l.text("os.release", osRelease(), told)
	l.text("os.kernel", kernelRelease(), toTiming)
	return append(l, toolParts(os.Getenv)...)
}

// A cpu is what is known of the CPU.
type cpu struct {
	features   Set // nil when they are not known
	model      string
	signature  string // family, model and stepping, or implementer and part
	microcode  string
	vectorBits int // of SVE, for this process; 0 without
}
