package diagnose

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/runkey"
)

// foreignISACache finds compiled code that was made on another CPU: XLA says so
// when it loads it, and ranks whose CPUs differ but whose cache is one folder
// will. One message is one too many: an instruction that the CPU does not have
// ends the program. Where all that the code has and the CPU has not are
// preferences of the compiler, such as prefer-no-gather, the code would run, and
// what is lost is the cache: XLA puts them into its entries and does not find
// them on the machine that made these.
func foreignISACache() Rule {
	return Rule{
		ID:      "foreign-isa-cache",
		Meaning: "Cached compiled code was made for another CPU, or XLA treats it like such code. XLA may compile again, or the program may end with an illegal instruction",
		Needs:   "--xla-log with messages of XLA, or several captures with keys and one cache folder",
		Parts:   []Part{PartXLA},
		Check:   checkForeign,
	}
}

func checkForeign(in *Input) Outcome {
	if f := sharedCache(in.Keys); f != nil {
		return Found(*f)
	}
	c := in.Compiled
	switch {
	case c == nil:
		return Abstain("there is no log of XLA (--xla-log), and no two files have keys of different CPUs and one cache folder")
	case c.Messages > 0:
		return Found(c.finding())
	case c.Logged == 0:
		return Abstain(c.Source + " has no messages of XLA")
	}
	return Clear(fmt.Sprintf("%s has %s, and no message about code for another CPU", c.Source, units.Plural(c.Logged, "message")))
}

// finding words what a log says.
func (c *CompiledFor) finding() Finding {
	source := fmt.Sprintf("%s:%d", c.Source, c.First)
	var real []string
	for _, f := range c.Missing {
		if !isPreference(f) {
			real = append(real, f)
		}
	}
	ev := []Evidence{{Text: "messages about code for another CPU", Value: float64(c.Messages), Unit: "messages", Source: source}}
	if len(c.Missing) > 0 {
		ev = append(ev, Evidence{Text: "features of the code that the host lacks: " + firstWords(c.Missing), Value: float64(len(c.Missing)), Unit: "features", Source: source})
	}
	if len(real) == 0 && len(c.Missing) > 0 {
		return Finding{Severity: Info, Evidence: ev,
			Title: fmt.Sprintf("XLA treats cached code as code for another CPU only because of tuning preferences, which no CPU lacks: %s", firstWords(c.Missing)),
			Try:   []string{"check with nrprof xla-log whether XLA loads anything from the cache: XLA may refuse such entries on the machine that made them", "disable the cache, or use a version of XLA that does not compare preferences"}}
	}
	title := "Code from the cache was compiled for another CPU"
	if len(real) > 0 {
		title += ", with " + firstWords(real)
	}
	return Finding{Severity: Error, Title: title, Evidence: ev,
		Try: []string{"use one cache folder for each kind of CPU: put the output of nrprof key --isa-hash into the name of the folder", "remove the cache; XLA then compiles its entries again"}}
}

// sharedCache finds files of one folder for compiled code and of several CPUs;
// nil where there are none.
func sharedCache(keys []Keys) *Finding {
	first := map[string]*Keys{} // by folder
	for i := range keys {
		k := &keys[i]
		if k.Start == nil || k.Start.ISAHash() == "" {
			continue
		}
		folder, ok := k.Start.Part("env.JAX_COMPILATION_CACHE_DIR")
		if !ok {
			continue
		}
		text, _ := folder.Value.(runkey.Text)
		other := first[string(text)]
		if other == nil {
			first[string(text)] = k
			continue
		}
		if other.Start.ISAHash() != k.Start.ISAHash() {
			return sharedFinding(string(text), other, k)
		}
	}
	return nil
}

// sharedFinding words that two files share a cache.
func sharedFinding(folder string, a, b *Keys) *Finding {
	var differ []string
	for _, d := range runkey.Explain(a.Start, b.Start) {
		if d.Name == "cpu.isa" || d.Name == "cpu.arch" || d.Name == "cpu.model" {
			differ = append(differ, fmt.Sprintf("%s %s, %s", d.Name, orAbsent(d.Old), orAbsent(d.New)))
		}
	}
	ev := []Evidence{{Text: "files that share the cache folder " + folder, Value: 2, Unit: "files", Source: a.Source + ", " + b.Source + `: key/v1 .parts[] | select(.name=="env.JAX_COMPILATION_CACHE_DIR")`}}
	for _, text := range slices.Compact(differ) {
		ev = append(ev, Evidence{Text: text, Value: 2, Unit: "values", Source: a.Source + ", " + b.Source + ": key/v1 .parts[]"})
	}
	return &Finding{Severity: Warning, Evidence: ev,
		Title: fmt.Sprintf("%s and %s ran on CPUs with different instructions and share one cache of compiled code", a.Source, b.Source),
		Try:   []string{"use one cache folder for each kind of CPU: put the output of nrprof key --isa-hash into the name of the folder"}}
}
