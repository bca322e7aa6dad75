//go:build linux

package main

import "strings"

// A terminal of a device with the range of its voltage.
type terminal struct {
	name   string
	lo, hi float64
}

// A testCase is devices of one model; # in line is the number of the device.
type testCase struct {
	name      string
	models    string
	line      string
	terminals []terminal
	options   string
	static    bool    // without charges
	conduct   float64 // gmin where it is not 1e-12
	inside    bool    // with nodes inside, whose balance rounding keeps from being exact
}

// share is of the largest current of a device, below which its other currents are
// compared with that share.
func (c *testCase) share() float64 {
	if c.inside {
		return 1e-2
	}
	return 1e-6
}

func (c *testCase) tolerances() string {
	if c.inside {
		return "reltol=1e-6 abstol=1e-13 vntol=1e-9"
	}
	return "reltol=1e-12 abstol=1e-20 vntol=1e-14"
}

func (c *testCase) gmin() float64 {
	if c.conduct != 0 {
		return c.conduct
	}
	return 1e-12
}

// mirrored returns the case of the other polarity.
func mirrored(c *testCase, names ...string) *testCase {
	m := *c
	m.name += " mirrored"
	m.models = strings.NewReplacer(names...).Replace(m.models)
	m.terminals = nil
	for _, t := range c.terminals {
		m.terminals = append(m.terminals, terminal{t.name, -t.hi, -t.lo})
	}
	return &m
}

const fullBJT = "is=1.2e-15 bf=90 nf=1.02 vaf=60 ikf=20m ise=3e-13 ne=1.6 br=4 nr=1.05 var=12 ikr=5m isc=2e-13 nc=1.8 " +
	"cje=2p vje=0.8 mje=0.4 tf=0.3n xtf=3 vtf=4 itf=30m cjc=1.5p vjc=0.7 mjc=0.35 xcjc=0.6 tr=10n cjs=2p vjs=0.6 mjs=0.4 fc=0.6 xtb=1.5 eg=1.12 xti=3.1"

func cases() []*testCase {
	active := []terminal{{"c", 0.3, 8}, {"b", 0.4, 0.8}, {"e", -0.02, 0.02}, {"s", -5, 0}}
	saturated := []terminal{{"c", 0, 0.4}, {"b", 0.5, 0.8}, {"e", -0.1, 0.1}, {"s", -5, -1}}
	anywhere := []terminal{{"c", -2, 2}, {"b", -1, 0.7}, {"e", -0.1, 2}, {"s", -5, -2}}
	var list []*testCase
	add := func(c testCase) {
		list = append(list, &c)
		list = append(list, mirrored(&c, "npn", "pnp", "njf", "pjf", "nmos", "pmos", "vto=", "vto=-"))
	}
	bjt := "q# c# b# e# s# m"
	add(testCase{name: "bjt defaults", models: ".model m npn", line: bjt, terminals: active})
	add(testCase{name: "bjt large gmin", models: ".model m npn", line: bjt, terminals: anywhere, conduct: 1e-6})
	for _, r := range []struct {
		name string
		t    []terminal
	}{{"active", active}, {"saturated", saturated}, {"anywhere", anywhere}} {
		add(testCase{name: "bjt full " + r.name, models: ".model m npn(" + fullBJT + ")", line: bjt, terminals: r.t})
	}
	add(testCase{name: "bjt m", models: ".model m npn(" + fullBJT + " iss=1e-15 ns=1.1)", line: bjt + " 2.5 m=2", terminals: active})
	add(testCase{name: "bjt areab", models: ".model m npn(" + fullBJT + " iss=1e-15 ns=1.1)", line: bjt + " 2.5 areab=2", terminals: active})
	add(testCase{name: "bjt areac", models: ".model m npn(" + fullBJT + " iss=1e-15 ns=1.1)", line: bjt + " 2.5 areac=3", terminals: active})
	add(testCase{name: "bjt area m", models: ".model m npn(" + fullBJT + " iss=1e-15 ns=1.1)", line: bjt + " 2.5 areab=2 areac=3 m=2", terminals: active})
	add(testCase{name: "bjt resistances", models: ".model m npn(" + fullBJT + " rb=100 rbm=20 rc=30 re=2)", line: bjt, terminals: active, inside: true})
	add(testCase{name: "bjt irb", models: ".model m npn(" + fullBJT + " rb=100 rbm=20 irb=0.1m rc=3 re=1)", line: bjt, terminals: active, inside: true})
	add(testCase{name: "bjt nkf", models: ".model m npn(is=1e-15 ikf=1m ikr=1m nkf=0.7)", line: bjt, terminals: active})
	add(testCase{name: "bjt ptf", models: ".model m npn(" + fullBJT + " ptf=30)", line: bjt, terminals: active})
	add(testCase{name: "bjt hot", models: ".model m npn(" + fullBJT + " iss=1e-15)", line: bjt + " temp=85", terminals: active, options: "tnom=20"})
	add(testCase{name: "bjt dtemp", models: ".model m npn(" + fullBJT + " tnom=50)", line: bjt + " dtemp=-30", terminals: active})
	return list
}
