package inject

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/runkey"
)

// othersWrite are the permissions by which users other than the owner write.
const othersWrite = 0o022

// ownFolder returns the folder nrkit of cache, which it makes where it is not
// there. Programs load what is in it, so only the user uid may write into it:
// write permissions of others are taken away. It is an error when the folder is
// another user's, or is below one in which anybody may rename it.
func ownFolder(cache string, uid int) (string, error) {
	dir := filepath.Join(cache, "nrkit")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(dir) // a link may change once it was looked at
	if err != nil {
		return "", err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return "", err
	case owner(info) != uid:
		return "", fmt.Errorf("%s belongs to user %d, and libraries of another user are not loaded", dir, owner(info))
	case info.Mode().Perm()&othersWrite != 0:
		if err := os.Chmod(dir, info.Mode().Perm()&^othersWrite); err != nil {
			return "", err
		}
	}
	return dir, othersMayReplace(dir, uid)
}

// othersMayReplace returns an error if a user other than uid and root may write
// into the folder dir, or may rename it or a folder above it.
func othersMayReplace(dir string, uid int) error {
	dir, err := filepath.EvalSymlinks(dir) // a link may change once it was looked at
	if err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	for up := dir; ; up = filepath.Dir(up) {
		info, err := os.Stat(up)
		if err != nil {
			return err
		}
		by, mode := owner(info), info.Mode()
		switch {
		case by != uid && by != 0:
			return fmt.Errorf("%s belongs to user %d, who may replace %s", up, by, dir)
		case up == dir && mode.Perm()&othersWrite != 0:
			return fmt.Errorf("other users may write into %s", dir)
		case mode.Perm()&0o002 != 0 && mode&fs.ModeSticky == 0:
			return fmt.Errorf("anybody may write into %s and replace %s", up, dir)
		case up == filepath.Dir(up):
			return nil
		}
	}
}

// whole reports whether path is a library as build wrote it for the key, as the
// user uid. One that another user has written, or may have, is not.
func whole(path string, key *runkey.Key, uid int) (bool, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || !info.Mode().IsRegular() || owner(info) != uid || info.Mode().Perm()&othersWrite != 0 {
		return false, err
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	body, ok := bytes.CutSuffix(b, []byte(trailer))
	if !ok || len(body) < sha256.Size {
		return false, nil
	}
	body, sum := body[:len(body)-sha256.Size], body[len(body)-sha256.Size:]
	h := sha256.New()
	h.Write(body)
	h.Write(sealed(key))
	return bytes.Equal(h.Sum(nil), sum), nil
}
