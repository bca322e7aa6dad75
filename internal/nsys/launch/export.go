package launch

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// errNoRoom says that a file system is full.
var errNoRoom = errors.New("no space left on device")

// export writes a report as an SQLite database. Nsys ends with 0 also where
// there was no room for it, and leaves a file that is empty or lacks its end:
// the header has to be there, and as many pages as it says.
func (r *run) export(report, database string) error {
	args := []string{"export", "--type=sqlite", "--force-overwrite=true", "--output=" + database, report}
	out, err := r.tool(r.nsys.Path, args, os.Environ())
	cerr := checkSQLite(database)
	if err == nil && cerr == nil {
		return nil
	}
	os.Remove(database)
	if errors.Is(err, ErrInterrupted) {
		return err
	}
	if full(err, filepath.Dir(database)) {
		return fmt.Errorf("%w in %s", errNoRoom, parent(filepath.Dir(database)))
	}
	if err == nil && len(out) == 0 {
		return cerr
	}
	return complaint("nsys export", out, err)
}

// sqliteMagic starts every SQLite database.
const sqliteMagic = "SQLite format 3\x00"

// checkSQLite reports whether a database has a header and as many bytes as the
// header says. https://www.sqlite.org/fileformat.html §1.3
func checkSQLite(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var header [32]byte
	if _, err := io.ReadFull(f, header[:]); err != nil || string(header[:16]) != sqliteMagic {
		return errors.New("the export has no header: it is incomplete")
	}
	page := int64(binary.BigEndian.Uint16(header[16:]))
	if page == 1 {
		page = 1 << 16
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if want := page * int64(binary.BigEndian.Uint32(header[28:])); info.Size() < want {
		return fmt.Errorf("the export has %d bytes, want %d: it is incomplete", info.Size(), want)
	}
	return nil
}
