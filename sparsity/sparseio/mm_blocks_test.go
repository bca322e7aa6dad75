package sparseio

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// randomText returns a file of several thousand bytes, legal but for a rare
// mistake, with lines of all forms.
func randomText(rng *rand.Rand) string {
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	field, symmetry := pick("real", "integer", "complex", "pattern"), pick("general", "general", "symmetric")
	if field != "pattern" {
		symmetry = pick("general", symmetry, "skew-symmetric")
	}
	n, entries := 1+rng.IntN(300), rng.IntN(1500)
	plain := rng.IntN(2) == 0 // every line an entry
	lines := []string{fmt.Sprintf("%%%%MatrixMarket matrix coordinate %s %s", field, symmetry), fmt.Sprint(n, n, entries)}
	for range entries {
		for !plain && rng.IntN(30) == 0 {
			lines = append(lines, pick("", " ", "%", " % comment", "\t"))
		}
		i, j := 1+rng.IntN(n), 1+rng.IntN(n)
		if symmetry != "general" && i < j {
			i, j = j, i
		}
		if symmetry == "skew-symmetric" && i == j {
			if i = n; i == j {
				j = max(1, n-1)
			}
		}
		line := fmt.Sprint(i, " ", j)
		for range map[string]int{"real": 1, "integer": 1, "complex": 2}[field] {
			line += " " + randomNumber(rng, field)
		}
		if !plain && rng.IntN(20) == 0 {
			line = strings.ReplaceAll(line, " ", pick("  ", "\t", " \t "))
			line = pick("", " ", "\t") + line + pick("", " ", "\r", "\t \r")
		}
		if rng.IntN(20000) == 0 {
			line += pick(" 1", "x", "\r1")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + pick("", "\n", "\n\n", "\n% end", "\n1 1 1\n")
}

// randomNumber returns a number in one of many forms.
func randomNumber(rng *rand.Rand, field string) string {
	if field == "integer" {
		return fmt.Sprint(rng.Int64N(1<<rng.IntN(60)+1) - 3)
	}
	if rng.IntN(5) == 0 {
		return []string{"0", "-0.0", "1", "nan", "-inf", "1e400", ".5", "5.", "+1d2", "1-5", "0.00000000000000000001234567"}[rng.IntN(11)]
	}
	x := rng.NormFloat64() * []float64{1e-300, 1e-8, 1, 1e8, 1e300}[rng.IntN(5)]
	return fmt.Sprintf([]string{"%v", "%.17g", "%.3f", "%.13e", "%.0f"}[rng.IntN(5)], x)
}

// TestBlocks compares the reader with the slow one on files of many blocks.
func TestBlocks(t *testing.T) {
	refused := 0
	for seed := range uint64(60) {
		text := randomText(rand.New(rand.NewPCG(seed, 5)))
		if _, err := slowRead(text, false); err != nil {
			refused++
		}
		checkAgainstSlow(t, text)
	}
	if refused == 0 || refused > 30 {
		t.Errorf("%d of 60 files refused: the families test too little", refused)
	}
}

// TestClaimThatFits reads entries in the fewest bytes they can take.
func TestClaimThatFits(t *testing.T) {
	const n = freeEntries + 1
	for name, c := range map[string]struct{ banner, size, line string }{
		"pattern": {"coordinate pattern", "1 1 %d", "1 1\n"}, "real": {"coordinate real", "1 1 %d", "1 1 1\n"},
		"complex": {"coordinate complex", "1 1 %d", "1 1 1 1\n"}, "array": {"array real", "1 %d", "1\n"},
		"complex array": {"array complex", "1 %d", "1 1\n"},
	} {
		text := fmt.Sprintf("%%%%MatrixMarket matrix "+c.banner+" general\n"+c.size+"\n", n) + strings.Repeat(c.line, n)
		text = strings.TrimSuffix(text, "\n")
		for _, skip := range []bool{false, true} {
			config := mmConfig{workers: 2, blockSize: mmBlockSize, sized: true, skip: skip}
			if f, err := config.read(text); err != nil || f.Entries != n {
				t.Errorf("%s: %v", name, err)
			}
			text := text[:len(text)-len(c.line)] // one entry less
			if _, err := config.read(text); err == nil || !skip && !strings.Contains(err.Error(), fmt.Sprintf("want at most %d entries", n-1)) {
				t.Errorf("%s: got error %v", name, err)
			}
		}
	}
}

// TestHashQueue hashes pieces whose goroutines come in the wrong order.
func TestHashQueue(t *testing.T) {
	pieces := []string{"one", "two", "three", "four", "five"}
	q := &hashQueue{h: sha256.New()}
	q.moved.L = &q.mu
	var wg sync.WaitGroup
	for k := len(pieces) - 1; k >= 0; k-- {
		started := make(chan bool)
		wg.Go(func() {
			close(started)
			q.write(k, []byte(pieces[k]))
		})
		<-started
	}
	wg.Wait()
	if got, want := [32]byte(q.h.Sum(nil)), sha256.Sum256([]byte(strings.Join(pieces, ""))); got != want {
		t.Error("pieces were hashed in another order")
	}
}
