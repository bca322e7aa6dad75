package identity

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/runkey"
)

// Messages is who hears what is odd about the key of a run.
type Messages interface {
	Warn(text string)
	Note(text string)
}

// An Identity is the key of a run at its start, and what takes it again. A nil
// *Identity is of a run of which no key is taken. It is for one goroutine.
type Identity struct {
	say     Messages
	probe   *runkey.Probe
	groups  func() ([]runkey.Group, error) // what only the caller knows, read each time
	start   *runkey.Key
	command *commandFiles // of another program; nil for a run of our own
}

// commandFiles are the files of a command, and what was read of them.
type commandFiles struct {
	program *runkey.Program
	digests runkey.Digests
}

// New takes the key at the start of a run of this program. Groups returns what
// only the caller knows, and is called again for each later key. Where there is no
// key, say is warned why, and the run goes on without.
func New(say Messages, groups func() ([]runkey.Group, error)) *Identity {
	return newIdentity(say, nil, groups)
}

// newIdentity is New with variables that are set beside the variables of this process.
func newIdentity(say Messages, env []string, groups func() ([]runkey.Group, error)) *Identity {
	id := &Identity{say: say, probe: runkey.NewProbe(), groups: groups}
	id.probe.Set(env)
	id.start = id.now()
	return id
}

// Of takes the key at the start of runs of another program: its binary, the
// scripts and inputs that the command lines name, the packages of its Python, and
// the GPUs. Several command lines run one program; the key has the files of all.
//
// It panics without a command.
func Of(say Messages, commands ...runkey.Command) *Identity {
	c := &commandFiles{program: commands[0].Program()}
	for _, more := range commands[1:] {
		c.program.Merge(more.Program())
	}
	if n := c.program.More; n > 0 {
		say.Warn(fmt.Sprintf("the command line names %d more files than the key includes", n))
	}
	id := newIdentity(say, c.program.Env, func() ([]runkey.Group, error) {
		return slices.Concat(Used(c.program.Env, say.Warn), c.program.Groups(&c.digests)), nil
	})
	id.command = c
	return id
}

// now returns the present key. Without a key it returns nil, with a warning.
func (id *Identity) now() *runkey.Key {
	groups, err := id.groups()
	var k *runkey.Key
	if err == nil {
		k, err = id.probe.Key(groups...)
	}
	if err != nil {
		id.say.Warn("the run has no key: " + err.Error())
		return nil
	}
	return k
}

// Start returns the key at the start, or nil without a key.
func (id *Identity) Start() *runkey.Key {
	if id == nil {
		return nil
	}
	return id.start
}

// First returns the key at the start as a document; nil without one.
func (id *Identity) First() json.RawMessage { return id.Start().Text() }

// Last takes the key at the end, and says in what it differs from the key at the
// start. What the run wrote is then in neither: call First after it.
func (id *Identity) Last() (end json.RawMessage, drift []string) {
	if id.Start() == nil {
		return nil, nil
	}
	for _, path := range id.written() {
		id.say.Note(path + ", named on the command line, was written during the run: it counts as an output and is not part of the key")
	}
	k := id.now()
	if k == nil {
		return nil, nil
	}
	return k.Text(), runkey.Drift(runkey.Explain(id.start, k))
}

// Written returns the names of the parts, among those that looked like inputs,
// whose files were written since the last call. They are outputs: the key at the
// start loses them, and the key at the end does not get them.
func (id *Identity) Written() []string { return id.partsOf(id.written()) }

// written returns the files of Written.
func (id *Identity) written() []string {
	if id.command == nil || id.start == nil {
		return nil
	}
	list := id.command.program.Written(&id.command.digests)
	if len(list) == 0 {
		return nil
	}
	outputs := id.partsOf(list)
	parts := slices.DeleteFunc(slices.Clone(id.start.Parts()), func(x runkey.Part) bool { return slices.Contains(outputs, x.Name) })
	k, err := runkey.New(id.start.Known(), parts...)
	if err != nil {
		panic("internal error: " + err.Error()) // they were parts of a key
	}
	id.start = k
	return list
}

// partsOf returns the names of the parts of inputs.
func (id *Identity) partsOf(paths []string) []string {
	if len(paths) == 0 {
		return nil
	}
	names := id.command.program.InputNames()
	var list []string
	for _, path := range paths {
		list = append(list, names[path])
	}
	return list
}
