package sparseio

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"testing"
)

// mmConfig is one way to read a Matrix Market file.
type mmConfig struct {
	workers, blockSize int
	skip               bool
	sized              bool // the size is known
	lenient            bool
	stored             bool // this is the file as stored, whose blocks are hashed in turn
}

// read reads text.
func (c mmConfig) read(text string) (*File, error) {
	size := int64(-1)
	if c.sized {
		size = int64(len(text))
	}
	stored := &hashReader{r: strings.NewReader(text), h: sha256.New()}
	in := newInput("in.mtx", stored, size)
	if c.stored {
		in.stored = stored
	}
	p := &mmReader{in: in, blockSize: c.blockSize}
	p.opt = Options{Workers: c.workers, PatternOnly: c.skip, Lenient: c.lenient}
	f, err := p.read()
	if sum := sha256.Sum256([]byte(text)); err == nil && !bytes.Equal(stored.h.Sum(nil), sum[:]) {
		panic("wrong hash")
	}
	return f, err
}

// mmConfigs are the ways that must all agree.
var mmConfigs = []mmConfig{
	{workers: 1, blockSize: mmBlockSize},
	{workers: 1, blockSize: 1},
	{workers: 3, blockSize: 5, stored: true},
	{workers: 2, blockSize: 40, sized: true},
	{workers: 2, blockSize: 300, sized: true, stored: true},
	{workers: 1, blockSize: mmBlockSize, skip: true},
	{workers: 3, blockSize: 7, skip: true, sized: true},
	{workers: 1, blockSize: mmBlockSize, lenient: true},
	{workers: 3, blockSize: 9, lenient: true},
	{workers: 2, blockSize: 30, lenient: true, skip: true, sized: true},
}

// checkAgainstSlow reads text in several ways and compares with slowRead.
func checkAgainstSlow(t *testing.T, text string) {
	t.Helper()
	for _, c := range mmConfigs {
		want, wantErr := slowReadAs(text, c.skip, c.lenient)
		got, err := c.read(text)
		var syntax *SyntaxError
		switch {
		case wantErr != nil && err == nil:
			t.Fatalf("%+v: want error %v, got %v\n%q", c, wantErr, got.Matrix.Pattern, text)
		case wantErr == nil && err != nil:
			t.Fatalf("%+v: unwanted error %v\n%q", c, err, text)
		case err == nil:
			if d := want.differs(got, c.skip); d != "" {
				t.Fatalf("%+v: %s\n%q", c, d, text)
			}
		case !errors.As(err, &syntax):
			t.Fatalf("%+v: want a syntax error, got %v\n%q", c, err, text)
		case syntax.Line != wantErr.line && !(c.sized && strings.Contains(err.Error(), "bytes that follow")):
			t.Fatalf("%+v: want error in line %v, got %v\n%q", c, wantErr, err, text)
		}
	}
}

// mmSeeds begin the fuzzing and are checked by every test run.
var mmSeeds = []string{
	"%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 1.5\n3 2 -2e-3\n2 2 0\n3 3 12345.678901234567\n",
	"%%matrixmarket MATRIX Coordinate Real Symmetric extra\n%c\n\n 3 3 3\n1 1 1\n3 1 2\n%mid\n3 3 1\n",
	"%MatrixMarket matrix coordinate double general\n1 1 1\n1 1 1",
	"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n",
	"%%MatrixMarket matrix coordinate pattern general\n3 3 3\n2 1\n2 1\n1 3 \n",
	"%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 5\n3 1 -9007199254740993\n",
	"%%MatrixMarket matrix coordinate complex hermitian\r\n3 3 3\r\n1 1 1 2\r\n2 1 .5 -1\r\n3 2 nan 1\r\n",
	"%%MatrixMarket matrix coordinate complex general\n2 2 2\n1 1 1d3 1+3\n2 2 inf -inf\n",
	"%%MatrixMarket matrix array real general\n2 2\n1\n0\n\n3\n4\n",
	"%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 1\n3 1\n",
	"%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n",
	"%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n1e999\n",
	"%%MatrixMarket matrix array unsigned-integer general\n0 5\n",
	"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 2 1\n2 3 1\n",
	"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 2 1\n2 1 1\n",
	"%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 2 1\n3 1 1\n1 2 1\n",
	"%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n2 2 1\n",
	"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n%\n2 2 1\n",
	"%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n",
	"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1 1\n",
	"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1.5\n",
	"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2.5 1\n",
	"%%MatrixMarket matrix coordinate real general\n2 2 4000000000\n1 1 1\n",
	"%%MatrixMarket matrix coordinate real general\n100000000 2 1\n12345678 1 1\n",
	"%%MatrixMarket matrix coordinate real general\n300 300 2\n+299 \t000000300\t +1.5e+00 \r\n00000000300 000000000000300 1\n",
	"%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 0.12345678901234567890e-10\n2 2 123456789012345678901234567890\n",
	"%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\x00\n",
	"%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 -12345678\n1 2 123456789\n",
	"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1\r1\n",
	"%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 1 1 nan\n",
	"%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 0\n2 1 0\n",
	"%%MatrixMarket matrix coordinate real symmetric\n3 3 6\n1 2 1\n2 1 1\n1 2 3\n3 1 5\n1 3 5\n2 3 4\n",
	"%%MatrixMarket matrix coordinate complex hermitian\n3 3 5\n1 2 1 2\n2 1 1 -2\n3 1 5 nan\n1 3 5 nan\n3 2 1 1\n",
	"%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 4\n1 2 1\n2 1 -1\n3 3 5\n3 2 0\n",
	"%%MatrixMarket matrix coordinate pattern skew-symmetric\n3 3 4\n1 2 1\n2 1 x\n3 3\n3 1\n",
	"%%MatrixMarket matrix coordinate integer hermitian\n3 3 2\n2 1 4 9 9\n3 3 7 % seven\n",
	"%%MatrixMarket matrix array real hermitian\n2 2\n1\n2\n3\n",
	"%%MatrixMarket matrix coordinate real symmetric\n4 3 5\n1 1 1\n2 1 2\n3 2 4\n1 2 3\n2 1 1\n",
	"%%MatrixMarket matrix coordinate real symmetric\n4 3 3\n1 1 1\n4 1 2\n4 2 0\n",
	"%%MatrixMarket matrix coordinate complex skew-symmetric\n2 4 2\n2 1 1 2\n2 2 3 4\n",
}

// TestSeeds compares the reader with the slow one on the seeds, and on each
// with one line left out, doubled, or cut.
func TestSeeds(t *testing.T) {
	for _, s := range mmSeeds {
		checkAgainstSlow(t, s)
		lines := strings.SplitAfter(s, "\n")
		for k := 1; k < len(lines); k++ {
			head, tail := strings.Join(lines[:k], ""), strings.Join(lines[k:], "")
			_, without, _ := strings.Cut(tail, "\n")
			checkAgainstSlow(t, head+without)
			checkAgainstSlow(t, head+lines[k]+tail)
			checkAgainstSlow(t, head+"\n"+tail)
			checkAgainstSlow(t, head+" % x\n"+tail)
			checkAgainstSlow(t, head+" "+tail)
		}
		for k := len(lines[0]); k < len(s); k++ {
			checkAgainstSlow(t, s[:k])
		}
	}
}

// FuzzMatrixMarket compares the reader, on one and several goroutines, on large
// and tiny blocks, with and without values, with slowRead. It does not reach
// lines longer than a block of the usual size, nor more than a few entries.
func FuzzMatrixMarket(f *testing.F) {
	for _, s := range mmSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if isMatrixMarket([]byte(text)) && len(text) < 1<<14 {
			checkAgainstSlow(t, text)
		}
	})
}

// TestReadErrors checks that an error of the input is returned as it is.
func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, s := range mmSeeds[:2] {
		for _, cause := range []error{broken, io.ErrUnexpectedEOF} {
			for k := range len(s) {
				_, err := Read("in.mtx", io.MultiReader(strings.NewReader(s[:k]), errorReader{cause}), Options{})
				if !errors.Is(err, cause) {
					t.Fatalf("after %d bytes: want %v, got %v", k, cause, err)
				}
			}
		}
	}
}

// errorReader always fails.
type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }
