package sparseio

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// isTar reports whether head is the begin of a tar archive: a header block
// with the right checksum.
func isTar(head []byte) bool {
	const at, digits = 148, 8 // of the checksum
	if len(head) < tarBlock || head[0] == 0 {
		return false
	}
	field := string(bytes.Trim(head[at:at+digits], " \x00"))
	want, err := strconv.ParseInt(field, 8, 64)
	sum := int64(digits * ' ')
	for k, c := range head[:tarBlock] {
		if k < at || k >= at+digits {
			sum += int64(c)
		}
	}
	return err == nil && sum == want
}

// A tarPick chooses the matrix of an archive while that streams by: a member
// is read when it ranks higher than those before it.
type tarPick struct {
	want string // name of the member asked for; "" when it is to be found
	stem string // name of the archive without extensions

	rank   int      // of the best member so far
	name   string   // its name
	file   *File    // what it holds,
	err    error    // or why that cannot be read
	equals []string // members of the same rank, with that one
	others []string // matrices of lower rank
	more   int      // matrices beyond maxNamed
}

// Ranks of members.
const (
	tarNothing = iota // no matrix, by its name
	tarSide           // NAME_b.mtx, a right-hand side that comes with NAME.mtx
	tarMatrix         // a matrix
	tarMain           // NAME.mtx in a directory NAME
	tarNamed          // NAME.mtx in NAME.tar.gz, or the member asked for
)

// maxNamed is how many members a message names.
const maxNamed = 8

// readTar reads the matrix in the tar archive in.
//
// In an archive NAME.tar.gz, as the SuiteSparse Matrix Collection has them,
// that is NAME/NAME.mtx. Otherwise it is the only NAME/NAME.mtx, or the only
// matrix. A member that was asked for may be anything.
func (in *input) readTar(opt Options) (*File, error) {
	if in.layer++; in.layer > maxLayers {
		return nil, in.refuse("containers in more than %d layers", maxLayers)
	}
	pick := tarPick{want: in.member, stem: strings.TrimSuffix(path.Base(filepath.ToSlash(in.name)), ".tar")}
	src := &tappedReader{r: in.r}
	end := &zeroTail{r: src}
	tr := tar.NewReader(end)
	for {
		h, err := tr.Next()
		if err == io.EOF && end.zeros < tarBlock {
			err = io.ErrUnexpectedEOF // the end of an archive is marked by zeros
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, in.damagedTar(src, err)
		}
		if h.Typeflag != tar.TypeReg || !pick.consider(h.Name) {
			continue
		}
		inner := *in
		inner.file, inner.name, inner.member = in.file+":"+printable(h.Name), h.Name, ""
		inner.r, inner.size, inner.stored = bufio.NewReaderSize(tr, headSize), h.Size, nil
		pick.file, pick.err = inner.read(opt)
		if src.err != nil {
			return nil, pick.err // the archive cannot be read
		}
	}
	return pick.result(in)
}

// tarBlock is the unit that an archive is made of.
const tarBlock = 512

// A zeroTail counts the zeros at the end of what was read.
type zeroTail struct {
	r     io.Reader
	zeros int
}

func (z *zeroTail) Read(p []byte) (int, error) {
	n, err := z.r.Read(p)
	tail := len(p[:n]) - len(bytes.TrimRight(p[:n], "\x00"))
	if tail < n {
		z.zeros = 0
	}
	z.zeros += tail
	return n, err
}

// damagedTar returns the error for an archive that cannot be read.
func (in *input) damagedTar(src *tappedReader, err error) error {
	switch {
	case src.err != nil:
		return fmt.Errorf("reading %s: %w", in.file, src.err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return in.refuse("truncated: the file ends after %d bytes, before the end of the tar archive", src.n)
	}
	return in.refuse("damaged tar archive within the first %d bytes: %s", src.n, plainCause(err))
}

// consider notes a member and reports whether it is to be read.
func (p *tarPick) consider(name string) bool {
	rank := p.rankOf(name)
	switch {
	case rank == tarNothing:
		return false
	case rank < p.rank:
		p.others = p.named(p.others, name)
		return false
	case rank == p.rank:
		p.equals = p.named(p.equals, name)
		return false
	}
	for _, n := range p.equals {
		p.others = p.named(p.others, n)
	}
	p.rank, p.name, p.equals = rank, name, []string{name}
	return true
}

// named appends name to a list for a message.
func (p *tarPick) named(list []string, name string) []string {
	if len(list) == maxNamed {
		p.more++
		return list
	}
	return append(list, name)
}

// rankOf ranks a member by its name.
func (p *tarPick) rankOf(name string) int {
	clean := path.Clean(name)
	base := withoutExtensions(path.Base(clean))
	if p.want != "" {
		if clean == path.Clean(p.want) || path.Base(clean) == p.want || base == p.want && isMatrixName(clean) {
			return tarNamed
		}
		return tarNothing
	}
	dir := path.Base(path.Dir(clean))
	switch {
	case !isMatrixName(clean) || strings.HasPrefix(path.Base(clean), "."):
		return tarNothing
	case base == p.stem:
		return tarNamed
	case base == dir:
		return tarMain
	case strings.HasPrefix(base, dir+"_") || strings.HasPrefix(base, p.stem+"_"):
		return tarSide
	}
	return tarMatrix
}

// isMatrixName reports whether a file of that name, perhaps compressed, is a
// matrix.
func isMatrixName(name string) bool {
	name = withoutCompression(name)
	ext := strings.ToLower(path.Ext(name))
	return ext == ".mtx" || ext == ".npz" || ext == ".mat" || ext == ".petsc" || hasBoeingName(name)
}

// withoutCompression returns name without an extension that names a
// compression.
func withoutCompression(name string) string {
	for _, c := range compressions() {
		if s := c.stem(name); s != name {
			return s
		}
	}
	return name
}

// withoutExtensions returns name without the extensions of the format and of a
// compression.
func withoutExtensions(name string) string {
	name = withoutCompression(name)
	return strings.TrimSuffix(name, path.Ext(name))
}

// result returns the matrix chosen, with a warning about the others.
func (p *tarPick) result(in *input) (*File, error) {
	switch {
	case p.rank == tarNothing && p.want != "":
		return nil, in.refuse("no member %s in the archive", quote(p.want))
	case p.rank == tarNothing:
		return nil, in.refuse("no matrix in the archive: want a member with a name such as NAME.mtx or NAME.rb")
	case len(p.equals) > 1:
		return nil, in.refuse("more than one matrix in the archive: %s; choose one as %s:%s",
			p.list(p.equals), in.file, p.equals[0])
	case p.err != nil:
		return nil, p.err
	}
	p.file.Member = p.name
	if len(p.others) > 0 {
		p.file.Warnings = append(p.file.Warnings, Warning{Code: codeMembers, File: in.file,
			Msg: "other matrices in the archive are not read: " + p.list(p.others)})
	}
	return p.file, nil
}

// list joins names for a message.
func (p *tarPick) list(names []string) string {
	s := make([]string, len(names))
	for k, n := range names {
		s[k] = printable(n)
	}
	text := strings.Join(s, ", ")
	if p.more > 0 {
		text += fmt.Sprintf(" and %d more", p.more)
	}
	return text
}

// printable returns name, quoted where it has anything but plain text.
func printable(name string) string {
	if q := strconv.Quote(name); q != `"`+name+`"` {
		return q
	}
	return name
}

// splitMember takes apart ARCHIVE:MEMBER, where ARCHIVE has the name of a tar
// archive.
func splitMember(name string) (archive, member string, ok bool) {
	for k, c := range name {
		if c != ':' || k == len(name)-1 {
			continue
		}
		if archive = name[:k]; strings.EqualFold(path.Ext(withoutCompression(archive)), ".tar") {
			return archive, name[k+1:], true
		}
	}
	return "", "", false
}
