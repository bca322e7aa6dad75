package sparseio

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Limits of files of names. Real names are some tens of bytes long.
const (
	maxName  = 4096    // bytes of one
	maxNames = 1 << 28 // bytes of all
)

// Suffixes of the files of names that stand beside NAME.mtx.
const (
	rowSuffix  = "_rowname.txt"
	colSuffix  = "_colname.txt"
	nodeSuffix = "_nodename.txt" // of rows and columns alike
)

// OpenNames looks beside the matrix file at path for files with the names of its
// rows and columns, and adds the names to f, the matrix in that file. If there is no
// such file, f stays as it is.
//
// Format: the auxiliary files of the SuiteSparse Matrix Collection. Beside NAME.mtx,
// also compressed, NAME_rowname.txt and NAME_colname.txt have a line for each row
// and column. NAME_nodename.txt replaces either file that does not exist. Blanks at
// the ends of lines are dropped, and an empty line is no name.
//
// A file that cannot hold the names is not used, and f gets a warning: a file with
// another number of lines, with a line of more than 4,096 bytes, a file that is not
// regular, or a file that cannot be read.
func OpenNames(path string, f *File) {
	p := f.Matrix.Pattern
	stem := Stem(path)
	f.RowNames, f.RowNamesFrom = f.openNames(stem, rowSuffix, p.Rows, "row")
	f.ColNames, f.ColNamesFrom = f.openNames(stem, colSuffix, p.Cols, "column")
}

// Stem returns path without the extensions of a matrix file: NAME of NAME.mtx and
// of NAME.mtx.gz.
func Stem(path string) string {
	ext := filepath.Ext(path)
	switch ext {
	case ".gz", ".zst", ".xz":
		path = strings.TrimSuffix(path, ext)
		ext = filepath.Ext(path)
	}
	return strings.TrimSuffix(path, ext)
}

// openNames reads the file of that suffix, or that of nodes, and returns its
// base name as well.
func (f *File) openNames(stem, suffix string, n int, what string) (names []string, from string) {
	for _, path := range []string{stem + suffix, stem + nodeSuffix} {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && !info.Mode().IsRegular() {
			err = errors.New("is not a regular file")
		}
		if err == nil {
			names, err = readNames(path, n, what)
		}
		if err != nil {
			var p *fs.PathError
			if errors.As(err, &p) {
				err = p.Err
			}
			f.Warnings = append(f.Warnings, Warning{Code: codeNamesUnused, File: filepath.Base(path), Msg: fmt.Sprintf("the %s names are ignored: %v", what, err)})
			return nil, ""
		}
		return names, filepath.Base(path)
	}
	return nil, ""
}

// readNames reads n names.
func readNames(path string, n int, what string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // nothing was written: its error says nothing
	in := bufio.NewScanner(file)
	in.Buffer(nil, maxName+2)
	var names []string
	bytes := 0
	for in.Scan() {
		if len(names) == n {
			return nil, fmt.Errorf("want %d lines, one per %s, got more", n, what)
		}
		name := strings.Trim(in.Text(), " \t\r")
		if bytes += len(name); bytes > maxNames {
			return nil, fmt.Errorf("the names have more than %d bytes", maxNames)
		}
		names = append(names, name)
	}
	if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d has more than %d bytes", len(names)+1, maxName)
	} else if err != nil {
		return nil, err
	}
	if len(names) != n {
		return nil, fmt.Errorf("want %d lines, one per %s, got %d", n, what, len(names))
	}
	return names, nil
}
