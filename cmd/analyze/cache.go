package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/diskcache"
	"github.com/nrkit/nrkit/runkey"
)

// userCache is what --cache means without a folder.
const userCache = "user"

// cacheLimit is how many bytes the entries of a cache have together.
const cacheLimit = 4 << 30

// A store keeps orderings in a cache under keys of all they depend on.
type store struct {
	cache  *diskcache.Cache
	binary runkey.Group

	mu   sync.Mutex
	warn func(string)
}

// openStore returns the store that --cache asks for, nil when it does not.
func (p *program) openStore(dir string) (analysis.Store, error) {
	if dir == "" {
		return nil, nil
	}
	if dir == userCache {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, cli.WithHint(fmt.Errorf("--cache: %w", err), "--cache=DIR names a folder")
		}
		dir = filepath.Join(user, "nrkit", "analyses")
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, cli.WithHint(fmt.Errorf("--cache: %s: is a file, want a folder", dir), "--cache=DIR names a folder, which analyze creates if it is missing; --cache alone uses the cache folder of the user")
	}
	cache, err := diskcache.Open(dir, cacheLimit)
	if err != nil {
		return nil, fmt.Errorf("--cache: %v", err) // a path alone would read like that of the matrix
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("--cache: %w", err)
	}
	binary, err := runkey.Linked(self) // the version, down to what is not released
	if err != nil {
		return nil, fmt.Errorf("--cache: %w", err)
	}
	return &store{cache: cache, binary: binary, warn: p.Warn}, nil
}

// key returns the key of an ordering, the document key/v1.
func (s *store) key(id analysis.Identity) []byte {
	matters := []runkey.Purpose{runkey.Results}
	parts := append([]runkey.Part{
		{Name: "cpu.arch", Value: runkey.Text(runtime.GOARCH), Matters: matters},
		{Name: "analysis.pattern", Value: runkey.Digest("sha256:" + hex.EncodeToString(id.Pattern[:])), Matters: matters},
		{Name: "analysis.method", Value: runkey.Text(id.Method), Matters: matters},
		{Name: "analysis.value_bytes", Value: runkey.Number(id.ValueBytes), Matters: matters},
	}, s.binary.Parts...)
	key, err := runkey.New(nil, parts...)
	if err != nil {
		panic("internal error: " + err.Error())
	}
	text, err := key.MarshalJSON()
	if err != nil {
		panic("internal error: " + err.Error())
	}
	return text
}

// Load returns the entry of an ordering, if it is whole.
func (s *store) Load(id analysis.Identity) ([]byte, bool) { return s.cache.Load(s.key(id)) }

// Save keeps an entry. The analysis is right without it, so that a full disk is
// worth a warning and no more, and that once.
func (s *store) Save(id analysis.Identity, entry []byte) {
	err := s.cache.Save(s.key(id), entry)
	if err == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.warn != nil {
		s.warn("--cache: " + err.Error())
		s.warn = nil
	}
}
