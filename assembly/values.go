package assembly

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
)

// mostValues is how many values of a parameter are listed.
const mostValues = 10

// A SplitValue is a value of a parameter and how many devices have it.
type SplitValue struct {
	Value   Number `json:"value"`   // the value; null if infinite or not a number
	Devices int    `json:"devices"` // number of devices with this value
}

// A Number is written as null in JSON if it is infinite or not a number.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); math.IsInf(v, 0) || math.IsNaN(v) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// valuesOf returns the distinct values of parameter c over the devices of g, the
// most frequent first, of equals the least; what is not a number comes last.
func valuesOf(g *Group, c int) []SplitValue {
	at := map[uint64]int{}
	var list []SplitValue
	for d := range g.Len {
		v := math.Float64frombits(canonical(g.Params[d*len(g.ParamNames)+c]))
		k, ok := at[math.Float64bits(v)]
		if !ok {
			k = len(list)
			at[math.Float64bits(v)] = k
			list = append(list, SplitValue{Value: Number(v)})
		}
		list[k].Devices++
	}
	slices.SortFunc(list, func(a, b SplitValue) int {
		if n := b.Devices - a.Devices; n != 0 {
			return n
		}
		if an, bn := math.IsNaN(float64(a.Value)), math.IsNaN(float64(b.Value)); an || bn {
			return map[bool]int{true: 1, false: -1}[an]
		}
		return cmp.Compare(a.Value, b.Value)
	})
	return list
}
