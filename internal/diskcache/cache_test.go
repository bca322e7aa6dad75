package diskcache

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// open returns a cache in a new folder.
func open(t *testing.T, limit int64) *Cache {
	t.Helper()
	c, err := Open(filepath.Join(t.TempDir(), "cache"), limit)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// save saves, or fails the test.
func save(t *testing.T, c *Cache, key, value string) {
	t.Helper()
	if err := c.Save([]byte(key), []byte(value)); err != nil {
		t.Fatal(err)
	}
}

// want checks what is found under a key; "-" is nothing.
func want(t *testing.T, c *Cache, key, value string) {
	t.Helper()
	got, ok := c.Load([]byte(key))
	if !ok {
		got = []byte("-")
	}
	if string(got) != value {
		t.Errorf("%q: got %q, want %q", key, got, value)
	}
}

func TestEntries(t *testing.T) {
	c := open(t, 1<<20)
	want(t, c, "a", "-")
	save(t, c, "a", "one")
	save(t, c, "", "")
	save(t, c, "b", "two")
	save(t, c, "a", "three")
	want(t, c, "a", "three")
	want(t, c, "b", "two")
	want(t, c, "", "")
	want(t, c, "ab", "-")
	again, err := Open(c.dir, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	want(t, again, "b", "two")
}

// Whatever happens to the bytes of an entry, it is not there.
func TestDamage(t *testing.T) {
	key, value := []byte("key"), []byte("value")
	b := encode(key, value)
	if got, ok := decode(b, key); !ok || !bytes.Equal(got, value) {
		t.Fatalf("got %q, %v", got, ok)
	}
	for n := range b {
		if _, ok := decode(b[:n], key); ok {
			t.Errorf("%d of %d bytes are taken for the entry", n, len(b))
		}
		for bit := range 8 {
			bad := bytes.Clone(b)
			bad[n] ^= 1 << bit
			if _, ok := decode(bad, key); ok {
				t.Errorf("bit %d of byte %d is wrong, and the entry is taken", bit, n)
			}
		}
	}
	if _, ok := decode(append(bytes.Clone(b), 0), key); ok {
		t.Error("an entry with a byte too many is taken")
	}
}

// An entry under the name of another key is foreign.
func TestForeign(t *testing.T) {
	c := open(t, 1<<20)
	save(t, c, "a", "one")
	if err := os.Rename(c.path([]byte("a")), c.path([]byte("b"))); err != nil {
		t.Fatal(err)
	}
	want(t, c, "b", "-")
	save(t, c, "b", "two")
	want(t, c, "b", "two")
}

func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // has other permissions, which are not looked at
	}
	c := open(t, 1<<20)
	save(t, c, "a", "one")
	path := c.path([]byte("a"))
	if err := os.Chmod(path, 0o622); err != nil {
		t.Fatal(err)
	}
	want(t, c, "a", "-")
	save(t, c, "a", "two")
	want(t, c, "a", "two")
	if err := os.Chmod(c.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(c.dir, 1<<20); err == nil {
		t.Error("a folder that anybody writes into is used")
	}
}

// A link, or a folder, in the place of an entry is none.
func TestOtherFiles(t *testing.T) {
	c := open(t, 1<<20)
	save(t, c, "a", "one")
	if err := os.Rename(c.path([]byte("a")), filepath.Join(c.dir, "other")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("other", c.path([]byte("a"))); err != nil {
		t.Fatal(err)
	}
	want(t, c, "a", "-")
	save(t, c, "a", "two")
	want(t, c, "a", "two")
	if err := os.WriteFile(filepath.Join(c.dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(c.dir, "file"), 1); err == nil {
		t.Error("a file is used as a folder")
	}
}

func TestLimit(t *testing.T) {
	size := int64(len(encode([]byte("a"), []byte("one"))))
	c := open(t, 2*size)
	save(t, c, "a", "one")
	save(t, c, "b", "two")
	for key, age := range map[string]time.Duration{"a": 2 * time.Hour, "b": time.Hour} {
		old := time.Now().Add(-age)
		if err := os.Chtimes(c.path([]byte(key)), old, old); err != nil {
			t.Fatal(err)
		}
	}
	want(t, c, "a", "one") // and is now the younger one
	save(t, c, "c", "six")
	want(t, c, "a", "one")
	want(t, c, "b", "-")
	want(t, c, "c", "six")
	save(t, c, "d", string(make([]byte, 2*size)))
	want(t, c, "c", "six")
	want(t, c, "d", "-")
}

func FuzzDecode(f *testing.F) {
	f.Add(encode([]byte("k"), []byte("v")), []byte("k"))
	f.Add([]byte(magic), []byte(""))
	f.Fuzz(func(t *testing.T, b, key []byte) {
		value, ok := decode(b, key)
		if ok && !bytes.Equal(encode(key, value), b) {
			t.Fatal("an entry that was not written as it is")
		}
	})
}
