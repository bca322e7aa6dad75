package diagnose_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/logline"
	"github.com/nrkit/nrkit/runkey"
)

// loaded is what XLA writes when it loads code with a feature, and both lists.
func loaded(feature, code, host string) string {
	return fmt.Sprintf("E0311 02:59:55.123456    1234 cpu_aot_loader.cc:195] Loading XLA:CPU AOT result. Target machine feature %s is not  supported on the host machine. "+
		"Machine type used for XLA:CPU compilation doesn't match the machine type for execution. Compile machine features: [%s] vs host machine features: [%s]. "+
		"This could lead to execution errors such as SIGILL.\n", feature, code, host)
}

// compiledFor reads the log xla.log.
func compiledFor(r io.Reader) (*diagnose.CompiledFor, error) {
	c := &diagnose.CompiledFor{Source: "xla.log"}
	return c, logline.Each(r, c.Line)
}

const other = "2026-03-11 02:59:55.123456: I xla/backends/gpu/runtime/while_thunk.cc:99] Executing WhileThunk for 3 iterations\nsome other line\n"

// isaKey is the key of a machine with features of its CPU.
func isaKey(cache string, features ...string) json.RawMessage {
	k, err := runkey.New(nil, runkey.Part{Name: "cpu.arch", Value: runkey.Text("amd64")}, runkey.Part{Name: "cpu.isa", Value: runkey.SetOf(features...)},
		runkey.Part{Name: "env.JAX_COMPILATION_CACHE_DIR", Value: runkey.Text(cache)})
	if err != nil {
		panic(err)
	}
	text, err := json.Marshal(k)
	if err != nil {
		panic(err)
	}
	return text
}

func foreignISACacheInputs() []planted {
	log := func(text string) func() *diagnose.Input {
		return func() *diagnose.Input {
			in := solved()
			c, err := compiledFor(strings.NewReader(text))
			if err != nil {
				panic(err)
			}
			in.Compiled = c
			wrote(in, "xla_log", text)
			return in
		}
	}
	machines := func(a, b json.RawMessage) func() *diagnose.Input {
		return func() *diagnose.Input {
			in := solved()
			in.Keys = nil
			for i, text := range []json.RawMessage{a, b} {
				t := new(builder).trace()
				t.Header.Key = text
				k, warnings := diagnose.KeysOf(t, fmt.Sprintf("rank%d.nrt", i))
				if len(warnings) > 0 {
					panic(warnings)
				}
				in.Keys = append(in.Keys, k)
			}
			return in
		}
	}
	return []planted{
		{"code for a CPU with AVX-512", finds, log(other + loaded("+avx512f", "+64bit,+avx512f,+avx512vl,-sse4a", "+64bit,-avx512f"))},
		{"a preference of the compiler alone", finds, log(loaded("+prefer-no-gather", "+64bit,+prefer-no-gather,+prefer-no-scatter", "+64bit"))},
		{"two CPUs share a cache", finds, machines(isaKey("/cache", "avx2"), isaKey("/cache", "avx2", "avx512f"))},
		{"two CPUs with caches of their own", abstains, machines(isaKey("/cache/a", "avx2"), isaKey("/cache/b", "avx2", "avx512f"))},
		{"equal CPUs share a cache", abstains, machines(isaKey("/cache", "avx2"), isaKey("/cache", "avx2"))},
		{"a message about a target machine", clears, log(other + "I0311 02:59:55.123456    1234 x.cc:1] Target machine features are those of the host\n")},
		{"other messages", clears, log(other)},
		{"no messages of XLA", abstains, log("hello\n")},
		{"no log", abstains, solved},
	}
}

func TestCompiledFor(t *testing.T) {
	text := other + loaded("+avx512f", "+64bit,+avx512f, +avx512vl,-sse4a", "-avx512f, +64bit") +
		"Machine type used for XLA:CPU compilation doesn't match the machine type for execution. Compile machine features: [+amx] vs host machine features: []. This\n" +
		"Target machine feature +cut is not"
	c, err := compiledFor(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := diagnose.CompiledFor{Source: "xla.log", Logged: 2, Messages: 3, First: 3, Missing: []string{"amx", "avx512f", "avx512vl", "cut"}}
	if !reflect.DeepEqual(*c, want) {
		t.Errorf("got  %+v\nwant %+v", *c, want)
	}
}

// FuzzCompiledFor reads any text: it is none of its errors, and what is
// counted is in it. It does not cover what package logline does with lines.
func FuzzCompiledFor(f *testing.F) {
	f.Add([]byte(other + loaded("+avx512f", "+64bit,+avx512f", "+64bit")))
	f.Add([]byte("Compile machine features: [+a Target machine feature + is not ] host machine features: [+b"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := compiledFor(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if (c.Messages > 0) != (c.First > 0) || c.Messages == 0 && len(c.Missing) > 0 {
			t.Errorf("got %+v", c)
		}
		in := solved()
		in.Compiled = c
		if _, err := json.Marshal(diagnose.Run(in, diagnose.Rules())); err != nil {
			t.Fatal(err)
		}
	})
}
