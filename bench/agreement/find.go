//go:build linux

package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A deck is a file with a netlist.
type deck struct {
	name string // below the folder that was asked for, with the folder's own name in front
	path string
}

// endings are what names of netlists end with.
var endings = []string{".cir", ".sp", ".spi", ".spice", ".net", ".ckt", ".cki", ".deck", ".in", ".hspice", ".pspice", ".tspice"}

// largest is the size of the largest file that may be a netlist.
const largest = 64 << 20

var (
	card    = regexp.MustCompile(`(?im)^[ \t]*\.(tran|dc|op|ac|noise|tf|sens|pz|disto|hb|mpde|four)\b`)
	control = regexp.MustCompile(`(?im)^[ \t]*\.control\b`)
	command = regexp.MustCompile(`(?im)^[ \t]*(tran|dc|op|ac|noise|tf|sens|pz|disto)\b`)
)

// analyses says whether a netlist asks for an analysis, on a card or in a .control block.
func analyses(text []byte) bool {
	return card.Match(text) || control.Match(text) && command.Match(text)
}

// find returns the netlists with an analysis in the folders, in the order of their names.
// Symbolic links are not followed.
func find(folders []string, names *regexp.Regexp) ([]deck, error) {
	var decks []deck
	for _, folder := range folders {
		folder, err := filepath.Abs(folder)
		if err != nil {
			return nil, err
		}
		err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name, err := filepath.Rel(filepath.Dir(folder), path)
			if err != nil || !e.Type().IsRegular() || !slices.Contains(endings, strings.ToLower(filepath.Ext(path))) || !names.MatchString(name) {
				return err
			}
			if info, err := e.Info(); err != nil || info.Size() > largest {
				return err
			}
			text, err := os.ReadFile(path)
			if err == nil && analyses(text) {
				decks = append(decks, deck{name, path})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(decks) == 0 {
		return nil, fmt.Errorf("got no netlist with an analysis in %s", strings.Join(folders, ", "))
	}
	slices.SortFunc(decks, func(a, b deck) int { return strings.Compare(a.name, b.name) })
	return decks, nil
}

// sample returns n of the decks, all if n is 0, in their order.
func sample(decks []deck, seed uint64, n int) []deck {
	if n <= 0 || n >= len(decks) {
		return decks
	}
	chosen := rand.New(rand.NewPCG(seed, 0)).Perm(len(decks))[:n]
	slices.Sort(chosen)
	out := make([]deck, n)
	for k, i := range chosen {
		out[k] = decks[i]
	}
	return out
}
