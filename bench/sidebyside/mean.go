//go:build linux

package main

import (
	"fmt"
	"math"
	"strings"
)

// A mean collects ratios for a geometric mean.
type mean struct {
	n         int
	logSum    float64
	worst     float64
	worstName string
	figures   [][]float64
}

// add takes the ratios of one matrix.
func (s *mean) add(name string, ratio float64, figures []float64) {
	s.n++
	s.logSum += math.Log(ratio)
	if ratio > s.worst {
		s.worst, s.worstName = ratio, name
	}
	s.figures = append(s.figures, figures)
}

// ratio returns the geometric mean, NaN of none.
func (s *mean) ratio() float64 { return math.Exp(s.logSum / float64(s.n)) }

// figureText gives the geometric mean and the largest of each figure's ratio.
func (s *mean) figureText(pairs []pair) string {
	var parts []string
	for x, p := range pairs {
		sum, worst, n := 0.0, 0.0, 0
		for _, f := range s.figures {
			if !math.IsNaN(f[x]) && f[x] > 0 && !math.IsInf(f[x], 0) {
				sum += math.Log(f[x])
				worst = max(worst, f[x])
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %.4f, at most %.4f", p.name, math.Exp(sum/float64(n)), worst))
		}
	}
	if len(parts) == 0 {
		return "–"
	}
	return strings.Join(parts, "; ")
}
