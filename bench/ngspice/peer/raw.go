//go:build linux

package peer

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// readRaw reads the first plot of a file that ngspice's command write made: a
// header of text, and one record of 64-bit numbers for each point. Complex
// plots are not read.
func readRaw(path string) (*Waves, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	head, data, ok := bytes.Cut(b, []byte("Binary:\n"))
	if !ok {
		return nil, fmt.Errorf("%s: got a raw file without binary data", path)
	}
	names, points, err := rawHeader(string(head))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if points > len(data)/8/len(names) {
		return nil, fmt.Errorf("%s: got %d bytes for %d points of %d variables", path, len(data), points, len(names))
	}
	columns := make([][]float64, len(names))
	for k := range columns {
		columns[k] = make([]float64, points)
	}
	for p := range points {
		for k := range columns {
			columns[k][p] = math.Float64frombits(binary.LittleEndian.Uint64(data))
			data = data[8:]
		}
	}
	if names[0] == "time" {
		return &Waves{Time: columns[0], Names: names[1:], Values: columns[1:]}, nil
	}
	return &Waves{Names: names, Values: columns}, nil
}

// rawHeader returns the names of the variables and the number of points.
func rawHeader(head string) (names []string, points int, err error) {
	for _, line := range strings.Split(head, "\n") {
		key, value, _ := strings.Cut(line, ":")
		switch {
		case key == "Flags" && strings.TrimSpace(value) != "real":
			return nil, 0, fmt.Errorf("got flags %q, want real", value)
		case key == "No. Points":
			if points, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return nil, 0, err
			}
		case strings.HasPrefix(line, "\t"):
			f := strings.Fields(line)
			if len(f) < 3 || f[0] != strconv.Itoa(len(names)) {
				return nil, 0, fmt.Errorf("got variable %q, want number %d", line, len(names))
			}
			names = append(names, strings.ToLower(f[1]))
		}
	}
	if len(names) == 0 || points <= 0 {
		return nil, 0, fmt.Errorf("got %d variables and %d points", len(names), points)
	}
	return names, points, nil
}
