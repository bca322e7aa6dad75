package spill

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
)

type record struct {
	key int64
	at  int32
}

// limits are sizes of memory: with the small ones nearly all is in the file.
var limits = []int{1, 1000, 10_000, Limit}

// Lists and sorters give what was added, whatever is in memory, to readers that
// take turns.
func TestSequences(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, limit := range limits {
		for _, n := range []int{0, 1, 63, 64, 65, 5000} {
			for _, span := range []int64{1, 50, 1 << 40, -1} { // -1: in order but for some
				s := New(limit)
				lists := []*List[record]{NewList[record](s), NewList[record](s)}
				sorter := NewSorter(s, func(a, b record) int { return cmp.Compare(a.key, b.key) })
				var want []record
				for i := range n {
					x := record{int64(i), int32(i)}
					if span > 0 {
						x.key = rng.Int64N(span)
					} else if rng.IntN(100) == 0 {
						x.key -= 200
					}
					want = append(want, x)
					lists[i%2].Append(x)
					sorter.Add(x)
				}
				var got []record
				a, b := lists[0].Read(), lists[1].Read()
				for range (n + 1) / 2 {
					got = append(got, *a.Next())
					if y := b.Next(); y != nil {
						got = append(got, *y)
					}
				}
				if a.Next() != nil || b.Next() != nil || !slices.Equal(got, want) {
					t.Fatalf("limit %d, %d records: lists differ", limit, n)
				}
				slices.SortStableFunc(want, func(a, b record) int { return cmp.Compare(a.key, b.key) })
				first := sorter.Read()
				for i, x := range want {
					if y := first.Next(); y == nil || *y != x {
						t.Fatalf("limit %d, %d records up to %d: record %d: want %v, got %v", limit, n, span, i, x, y)
					}
				}
				got = got[:0]
				for y := range sorter.All() {
					got = append(got, *y)
				}
				if first.Next() != nil || !slices.Equal(got, want) || sorter.Len() != int64(n) {
					t.Fatalf("limit %d, %d records up to %d: a second reader differs", limit, n, span)
				}
				for _, l := range lists {
					l.Free()
				}
				sorter.Free()
				if s.used != 0 || len(s.held) != 0 {
					t.Errorf("limit %d, %d records: %d bytes of %d holders are left", limit, n, s.used, len(s.held))
				}
				if err := errors.Join(s.Err(), s.Close()); err != nil {
					t.Error(err)
				}
				if limit == Limit && s.Bytes() > 0 {
					t.Errorf("%d records: %d bytes were written though there is room", n, s.Bytes())
				}
			}
		}
	}
}

// Arrays are as slices, also where the numbers that are used are far apart.
func TestArray(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int64{1, 1024, 1025, 3_000_000} {
		s := New(Limit)
		a := NewArray[record](s, n)
		want := make([]record, n)
		for range 20_000 {
			i := rng.Int64N(n)
			if got := a.At(i); got != want[i] {
				t.Fatalf("%d records: record %d: want %v, got %v", n, i, want[i], got)
			}
			a.Edit(i).at += int32(i + 1)
			want[i].at += int32(i + 1)
		}
		for i := range want {
			if got := a.At(int64(i)); got != want[i] {
				t.Fatalf("%d records: record %d: want %v, got %v at the end", n, i, want[i], got)
			}
		}
		if most := arrayPages * pageBytes; (s.Bytes() > 0) != (int(n)*16 > most) {
			t.Errorf("%d records: %d bytes were written, want some where there are more than %d", n, s.Bytes(), most)
		}
		if err := errors.Join(s.Err(), s.Close()); err != nil {
			t.Error(err)
		}
	}
}

// A file that cannot be made or written is an error that names the folder, and
// readers end.
func TestNoRoom(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("TMPDIR is another variable there")
	}
	t.Setenv("TMPDIR", t.TempDir()+"/absent")
	s := New(1)
	l := NewList[record](s)
	for i := range 100 {
		l.Append(record{at: int32(i)})
	}
	n := 0
	for range l.All() {
		n++
	}
	var e *Error
	if !errors.As(s.Err(), &e) || !errors.Is(e, os.ErrNotExist) || e.Dir != os.TempDir() || n >= 100 {
		t.Errorf("got %v and %d records, want an error that names the folder", s.Err(), n)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Nothing is left in the folder, whether or not the space was closed.
func TestUnseen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files that are open have names there")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	s := New(1)
	defer s.Close()
	l := NewList[record](s)
	for range 1000 {
		l.Append(record{})
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 || s.Bytes() == 0 {
		t.Errorf("got %v (%v) in the folder and %d bytes in the file, want none and some", list, err, s.Bytes())
	}
}

// What has pointers is refused.
func TestPointers(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a record with a string was taken")
		}
	}()
	NewList[struct{ s string }](New(1))
}
