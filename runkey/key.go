package runkey

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// A Key is the identity of a run. It does not change.
type Key struct {
	parts []Part // by name
	known []string
}

// Of makes a key of the parts of groups, in any order. It is [New] with the families
// that the groups name.
func Of(groups ...Group) (*Key, error) {
	var known []string
	var parts []Part
	for _, g := range groups {
		parts = append(parts, g.Parts...)
		if g.All != "" {
			known = append(known, g.All)
		}
	}
	return New(known, parts...)
}

// New makes a key of parts, in any order. The parts are copied, but not what their
// values refer to. Known are the families of which the parts are complete: a part of
// such a family that is not given is known to be absent, such as a variable of the
// environment that is not set.
//
// It is an error if two parts have the same name, or if a part has no signature: its
// value is missing, or its type is not a type of this package.
func New(known []string, parts ...Part) (*Key, error) {
	k := &Key{parts: slices.Clone(parts), known: SetOf(known...)}
	for _, f := range k.known {
		if !plain(f) {
			return nil, fmt.Errorf("family %q, want a name such as cpu", f)
		}
	}
	slices.SortStableFunc(k.parts, func(a, b Part) int { return cmp.Compare(a.Name, b.Name) })
	for i := range k.parts {
		if err := k.parts[i].check(); err != nil {
			return nil, err
		}
		if i > 0 && k.parts[i].Name == k.parts[i-1].Name {
			return nil, fmt.Errorf("part %s: occurs twice", k.parts[i].Name)
		}
	}
	return k, nil
}

// Parts returns the parts by name. They are not to be changed.
func (k *Key) Parts() []Part { return k.parts }

// Known returns the families all of whose parts the key has.
func (k *Key) Known() []string { return k.known }

// Part returns the part with the name, and whether the key has it.
func (k *Key) Part(name string) (Part, bool) {
	i, ok := slices.BinarySearchFunc(k.parts, name, func(p Part, s string) int { return cmp.Compare(p.Name, s) })
	if !ok {
		return Part{}, false
	}
	return k.parts[i], true
}

// Knows says whether the key has all parts of the family of a name.
func (k *Key) Knows(name string) bool {
	_, ok := slices.BinarySearch(k.known, family(name))
	return ok
}

// Hash returns 16 hexadecimal digits that stand for all parts and their values.
// docs/key.md defines them. What the parts matter for, and which families are
// known, are not in it.
func (k *Key) Hash() string { return k.hash(func(p *Part) Value { return p.Value }) }

// HashFor is [Key.Hash] of the parts that matter for p alone, without the UUIDs
// of GPUs in lists of visible devices: a name for what may be used again by runs
// that agree in them.
func (k *Key) HashFor(p Purpose) string {
	return k.hash(func(x *Part) Value {
		if !slices.Contains(x.Matters, p) {
			return nil
		}
		return x.comparable()
	})
}

// hash returns the hash of the parts for which value is not nil.
func (k *Key) hash(value func(*Part) Value) string {
	b := append(make([]byte, 0, 4096), "key/v1\n"...)
	signature := make([]byte, 0, 1024)
	for i := range k.parts {
		p := &k.parts[i]
		v := value(p)
		if v == nil {
			continue
		}
		signature = v.sign(signature[:0])
		b = appendWord(b, p.Name)
		b = appendWord(b, v.kind())
		b = appendWord(b, string(signature))
	}
	return short(b)
}

// short returns the first 16 hexadecimal digits of SHA-256 of b.
func short(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}
