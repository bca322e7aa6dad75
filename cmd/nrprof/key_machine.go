package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/telemetry/nvml"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// gpuGroups returns the parts of the GPUs, and of the one that CUDA programs see if
// they see one: see [program.gpus]. env has variables that are set besides those of
// this process, of which the last of a name counts.
func (p *program) gpuGroups(env []string) []runkey.Group {
	all, devices := p.gpus()
	return append(all, runkey.Used(devices, runkey.TheVisible(devices, func(name string) (string, bool) {
		for _, e := range slices.Backward(env) {
			if value, ok := strings.CutPrefix(e, name+"="); ok {
				return value, true
			}
		}
		return os.LookupEnv(name)
	})))
}

// gpus returns the parts of the GPUs: none when it is not known whether there are
// any, since the program was built without NVML, or the driver fails. The devices
// are returned where all of them are known.
func (p *program) gpus() ([]runkey.Group, []runkey.Device) {
	if !nvml.Supported {
		return nil, nil
	}
	source, err := nvml.Open()
	switch {
	case errors.Is(err, nvml.ErrNone):
		return []runkey.Group{runkey.Devices(nil)}, nil
	case err != nil:
		p.Warn(err.Error())
		return nil, nil
	}
	list, err := source.Devices()
	if cerr := source.Close(); err == nil {
		err = cerr
	}
	var devices []runkey.Device
	for _, d := range list {
		id := d.Identity()
		devices = append(devices, runkey.Device{
			Ordinal: id.Index, Part: id.Instance, Name: id.Name, UUID: id.UUID, Driver: id.Driver, Capability: id.Compute, MemoryBytes: int64(id.Memory),
		})
	}
	g := runkey.Devices(devices)
	if err != nil {
		p.Warn(err.Error())
		g.All = "" // there are others
		return []runkey.Group{g}, nil
	}
	return []runkey.Group{g}, devices
}

// A runIdentity takes the key of a run at its start and at its end.
type runIdentity struct {
	program *program
	probe   *runkey.Probe
	groups  func() ([]runkey.Group, error) // what only the caller knows, read each time
	start   *runkey.Key
	command *commandFiles // of another program; nil for a run of our own
}

// newIdentity takes the key at the start. The error says why there is none; the
// run goes on without. env is as for gpuGroups.
func (p *program) newIdentity(env []string, groups func() ([]runkey.Group, error)) *runIdentity {
	id := &runIdentity{program: p, probe: runkey.NewProbe(), groups: groups}
	id.probe.Set(env)
	id.start = id.now()
	return id
}

// now returns the key as it is, nil where there is none, with a warning.
func (id *runIdentity) now() *runkey.Key {
	groups, err := id.groups()
	var k *runkey.Key
	if err == nil {
		k, err = id.probe.Key(groups...)
	}
	if err != nil {
		id.program.Warn("the run has no key: " + err.Error())
		return nil
	}
	return k
}

// first returns the key at the start as a document; nil without one.
func (id *runIdentity) first() json.RawMessage {
	if id == nil {
		return nil
	}
	return keyText(id.start)
}

// last takes the key at the end, and says in what it differs from that at the
// start. What the run wrote is then in neither.
func (id *runIdentity) last() (json.RawMessage, []string) {
	if id == nil || id.start == nil {
		return nil, nil
	}
	for _, path := range id.written() {
		id.program.Note(path + ", which the command line names, was written during the run: it counts as an output, and is no part of the key")
	}
	k := id.now()
	if k == nil {
		return nil, nil
	}
	return keyText(k), driftWarnings(runkey.Explain(id.start, k))
}

// keyText returns the document of a key, nil for none.
func keyText(k *runkey.Key) json.RawMessage {
	if k == nil {
		return nil
	}
	text, err := k.MarshalJSON()
	if err != nil {
		return nil // parts are what JSON can say: New has checked them
	}
	return text
}

// driftOf says in what the key of a trace changed while it was recorded, and
// what is wrong with its keys.
func driftOf(t *trace.Trace) []string {
	var keys [2]*runkey.Key
	var warnings []string
	for i, text := range [...]json.RawMessage{t.Header.Key, t.EndKey} {
		if text == nil {
			continue
		}
		k, err := runkey.Parse(text)
		if err != nil {
			warnings = append(warnings, "the key at the "+[...]string{"start", "end"}[i]+" cannot be read: "+err.Error())
		}
		keys[i] = k
	}
	if keys[0] == nil || keys[1] == nil {
		return warnings
	}
	return append(warnings, driftWarnings(runkey.Explain(keys[0], keys[1]))...)
}

// driftWarnings words what changed during a run. What one of the keys does not
// know of is none of it.
func driftWarnings(list []runkey.Difference) []string {
	var out []string
	for _, d := range list {
		if d.Unknown {
			continue
		}
		text := "changed during the run: " + d.Name + " was " + orNothing(d.Old) + ", then " + orNothing(d.New)
		if len(d.Matters) > 0 {
			text += " (matters for " + purposeNames(d.Matters, ", ") + ")"
		}
		out = append(out, text)
	}
	return out
}

// orNothing returns a value, or what stands for none.
func orNothing(s string) string {
	if s == "" {
		return "absent"
	}
	return s
}

// drift returns what changed in the key of each input while it was recorded.
func drift(in *input.Set) []string {
	var out []string
	for _, s := range in.Files {
		for _, w := range driftOf(s.Trace) {
			if len(in.Files) > 1 {
				w = filepath.Base(s.Name) + ": " + w
			}
			out = append(out, w)
		}
	}
	return out
}
