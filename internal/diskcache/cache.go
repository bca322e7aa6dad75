package diskcache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/atomicfile"
)

// suffix ends the names of entries.
const suffix = ".nrcache"

// othersWrite are the permissions by which users other than the owner write.
const othersWrite = 0o022

// A Cache is a folder of entries. It may be used by several goroutines.
type Cache struct {
	dir   string
	limit int64
}

// Open returns the cache in the folder dir, which it makes for the user alone
// where it is not there. Save keeps all entries together below limit bytes.
//
// It is an error when others may write into the folder.
func Open(dir string, limit int64) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s: want a folder", dir)
	case runtime.GOOS != "windows" && info.Mode().Perm()&othersWrite != 0:
		return nil, fmt.Errorf("%s: other users can write into the folder (mode %o), so its entries cannot be trusted: want mode 700",
			dir, info.Mode().Perm())
	}
	return &Cache{dir: dir, limit: limit}, nil
}

// path returns where the entry of a key is.
func (c *Cache) path(key []byte) string {
	sum := sha256.Sum256(key)
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16])+suffix)
}

// Load returns the value that was saved under the key. ok is false when there
// is none that can be trusted. The entry counts as used now.
func (c *Cache) Load(key []byte) (value []byte, ok bool) {
	path := c.path(key)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > c.limit ||
		runtime.GOOS != "windows" && info.Mode().Perm()&othersWrite != 0 {
		return nil, false
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	if value, ok = decode(b, key); ok {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // an entry that cannot be touched is still right
	}
	return value, ok
}

// Save keeps a value under its key, in place of what was there. An entry that
// alone exceeds the limit is not kept.
func (c *Cache) Save(key, value []byte) error {
	b := encode(key, value)
	if int64(len(b)) > c.limit {
		return nil
	}
	path := c.path(key)
	if info, err := os.Lstat(path); err == nil && (!info.Mode().IsRegular() || info.Mode().Perm()&othersWrite != 0) {
		if err := os.Remove(path); err != nil { // a new file has permissions of its own
			return err
		}
	}
	err := atomicfile.WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
	if err != nil {
		return err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	return c.trim()
}

// trim removes the entries used least recently until the others are within the
// limit. What another process removes at the same time is gone as well.
func (c *Cache) trim() error {
	files, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	var entries []fs.FileInfo
	var size int64
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(f.Name(), suffix) {
			continue
		}
		entries = append(entries, info)
		size += info.Size()
	}
	slices.SortFunc(entries, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, e := range entries {
		if size <= c.limit {
			return nil
		}
		if err := os.Remove(filepath.Join(c.dir, e.Name())); err != nil && !os.IsNotExist(err) {
			return err
		}
		size -= e.Size()
	}
	return nil
}
