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
	random    bool    // each device is a random expression
}

// share is of the largest current of a device, below which its other currents are
// compared with that share.
func (c *testCase) share() float64 {
	if c.inside {
		return 1e-2
	}
	return 1e-6
}

// floor is a current in A, below which currents are compared with it: rounding of
// 4 V in front of 1 Ω is 4e-16 A.
func (c *testCase) floor() float64 {
	if strings.HasPrefix(c.name, "mos") && !c.inside {
		return 1e-10 // near the threshold terms of 1e-6 A cancel
	}
	if c.inside {
		return 1e-6
	}
	return 1e-18
}

// movingFloor is floor at the end of a transient, which starts with steps of 0.2 ps.
func (c *testCase) movingFloor() float64 {
	if strings.HasPrefix(c.name, "vdmos") {
		return 1e-3 // 50 nC are rounded by 7e-24 C: in such a step, that is a current of 7e-11 A, which the trapezoidal rule keeps
	}
	if strings.HasPrefix(c.name, "mesfet") {
		return 3e-6 // charges grow by differences of charges of 4 pC
	}
	return 1e-6
}

// bound is that of the operating point.
func (c *testCase) bound() float64 {
	switch {
	case c.inside && strings.HasPrefix(c.name, "vdmos"):
		return 5e-8 // ngspice ends within 1e-13 A
	case c.inside:
		return 1e-8
	}
	return 1e-9
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
		list = append(list, mirrored(&c, "npn", "pnp", "njf", "pjf", "nmf", "pmf", "nmos", "pmos", "vto=", "vto=-", "vdmos(", "vdmos(pchan "))
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
	jfet := []terminal{{"d", -4, 4}, {"g", -3, 0.6}, {"s", -0.5, 0.5}}
	add(testCase{name: "jfet defaults", models: ".model m njf", line: "j# d# g# s# m", terminals: jfet})
	add(testCase{name: "jfet full", models: ".model m njf(vto=-1.5 beta=2m lambda=0.02 b=0.7 is=2e-14 cgs=3p cgd=2p pb=0.8 fc=0.6)", line: "j# d# g# s# m 2 m=3", terminals: jfet})
	add(testCase{name: "jfet resistances", models: ".model m njf(vto=-1.5 beta=2m rd=20 rs=30 cgs=3p)", line: "j# d# g# s# m", terminals: jfet, inside: true})
	add(testCase{name: "jfet hot", models: ".model m njf(vto=-1.5 beta=2m b=1.2 cgs=3p cgd=2p tnom=20)", line: "j# d# g# s# m temp=100", terminals: jfet})
	power := []terminal{{"d", -0.5, 12}, {"g", 0, 8}, {"s", -0.1, 0.1}}
	reverse := []terminal{{"d", -0.8, 0.2}, {"g", -1, 6}, {"s", -0.1, 0.1}}
	// In ngspice 39, m does not multiply the charges of the gate, and here it does: no case has both.
	const tail = "vto=2.5 kp=5 lambda=0.02 ksubthres=0.15"
	for _, c := range []struct {
		name, params, line string
		inside             bool
	}{
		{"defaults", "vto=1", "", false}, {"tail", tail + " subshift=0.2 rds=1e6", " m=2", false}, {"triode", tail + " mtriode=0.4 theta=0.05", "", false},
		{"body", tail + " is=1p n=1.1 bv=11 ibv=1m nbv=2 cjo=2n vj=0.7 m=0.4 tt=10n", " m=3", false},
		{"gates", tail + " cgs=2n cgdmin=0.1n cgdmax=3n a=0.4", "", false},
		{"resistances", tail + " rd=20m rs=10m rg=2 rb=5m rds=1e5", " m=2", true}, {"quasi saturation", tail + " rd=0.1 rq=0.3 vq=2 rs=10m", "", true},
		{"hot", tail + " is=1p tnom=20 tcvth=-3m mu=-1.3 rd=0.1 texp0=1.2 tksubthres1=1m rs=0.1 trs1=1m rb=0.1 trb1=2m", " temp=110", true},
	} {
		add(testCase{name: "vdmos " + c.name, models: ".model m vdmos(" + c.params + ")", line: "m# d# g# s# m" + c.line, terminals: power, inside: c.inside})
		add(testCase{name: "vdmos " + c.name + " reverse", models: ".model m vdmos(" + c.params + ")", line: "m# d# g# s# m" + c.line, terminals: reverse, inside: c.inside})
	}
	mos := []terminal{{"d", -2, 5}, {"g", -1, 5}, {"s", -0.5, 0.5}, {"b", -3, -0.5}}
	forward := []terminal{{"d", 0, 1}, {"g", -1, 5}, {"s", -0.1, 0.1}, {"b", -0.2, 0.5}}
	fet := "m# d# g# s# b# m w=10u l=2u ad=10p as=12p pd=20u ps=22u"
	const process = "vto=0.8 tox=25n nsub=2e16 ld=0.1u cgso=0.3n cgdo=0.2n cgbo=0.4n cj=0.2m mj=0.4 cjsw=0.3n mjsw=0.3 pb=0.75 uo=550"
	for _, c := range []struct{ name, params string }{
		{"mos1", "level=1 lambda=0.02 " + process},
		{"mos2 defaults", "level=2 vto=0.7"},
		{"mos2 process", "level=2 " + process},
		{"mos2 doped vto", "level=2 tox=40n nsub=1e16 tpg=1 nss=1e10"},
		{"mos2 mobility", "level=2 ucrit=2e4 uexp=0.2 lambda=0.03 " + process},
		{"mos2 short", "level=2 xj=0.3u delta=1.5 " + process},
		{"mos2 nfs", "level=2 nfs=2e11 xj=0.3u delta=1 ucrit=2e4 uexp=0.1 " + process},
		{"mos2 all", "level=2 nfs=2e11 vmax=6e4 neff=3 xj=0.25u delta=1 ucrit=2e4 uexp=0.1 gamma=0.6 phi=0.7 kp=40u " + process},
		{"mos3 defaults", "level=3 vto=0.7"},
		{"mos3 process", "level=3 " + process},
		{"mos3 doped vto", "level=3 tox=40n nsub=1e16 tpg=1 nss=1e10"},
		{"mos3 theta eta", "level=3 theta=0.08 eta=0.1 kappa=0.5 xj=0.3u " + process},
		{"mos3 vmax", "level=3 vmax=1.2e5 theta=0.05 eta=0.05 xj=0.3u delta=1 kappa=0.3 " + process},
		{"mos3 nfs", "level=3 nfs=3e11 theta=0.05 eta=0.05 xj=0.3u delta=0.5 kappa=0.3 " + process},
		{"mos3 all", "level=3 nfs=3e11 vmax=1.5e5 theta=0.05 eta=0.02 xj=0.3u delta=0.5 kappa=0.3 xl=0.1u xw=0.2u wd=0.1u delvto=0.05 " + process},
	} {
		add(testCase{name: c.name, models: ".model m nmos(" + c.params + ")", line: fet, terminals: mos})
		add(testCase{name: c.name + " bulk", models: ".model m nmos(" + c.params + ")", line: fet + " m=3", terminals: forward})
	}
	// In ngspice 39, a channel of level 2 with vmax, but without nfs, has a current below its threshold: these gates are above it.
	const fastest = ".model m nmos(level=2 vmax=5e4 neff=2 xj=0.3u ucrit=2e4 uexp=0.15 " + process + ")"
	add(testCase{name: "mos2 vmax", models: fastest, line: fet, terminals: []terminal{mos[0], {"g", 2.2, 7}, mos[2], mos[3]}})
	add(testCase{name: "mos2 vmax bulk", models: fastest, line: fet + " m=3", terminals: []terminal{forward[0], {"g", 1.2, 5}, forward[2], forward[3]}})
	const sakurai = "level=6 vto=0.7 kv=1.1 nv=0.7 kc=1.2e-4 nc=1.25 phi=0.7 ld=0.1u cj=0.2m mj=0.4 cjsw=0.3n mjsw=0.3 pb=0.75 "
	for _, c := range []struct{ name, params string }{
		{"mos6 defaults", "level=6"}, {"mos6 doped", "level=6 tox=40n nsub=1e16 tpg=1 nss=1e10 lambda=0.02"},
		{"mos6 bare", sakurai + "gamma=0.4 lambda0=0.04"},
		{"mos6 all", sakurai + "gamma=0.4 gamma1=0.02 sigma=0.01 lambda0=0.04 lambda1=0.003 tox=25n cgso=0.3n cgdo=0.2n cgbo=0.4n"},
	} {
		add(testCase{name: c.name, models: ".model m nmos(" + c.params + ")", line: fet, terminals: mos})
		add(testCase{name: c.name + " bulk", models: ".model m nmos(" + c.params + ")", line: fet, terminals: forward})
	}
	add(testCase{name: "mos6 hot", models: ".model m nmos(" + sakurai + "gamma=0.4 tox=25n tnom=40)", line: fet + " temp=100", terminals: mos})
	add(testCase{name: "mos6 resistances", models: ".model m nmos(" + sakurai + "gamma=0.4 rd=20 rs=30)", line: fet, terminals: mos, inside: true})
	// In ngspice 39, an area of a MESFET counts behind area= alone, and m is another name of it.
	mesfet := []terminal{{"d", -4, 4}, {"g", -3, 0.6}, {"s", -0.5, 0.5}}
	add(testCase{name: "mesfet defaults", models: ".model m nmf", line: "z# d# g# s# m", terminals: mesfet})
	add(testCase{name: "mesfet full", models: ".model m nmf(vto=-1.5 beta=3m b=0.5 alpha=1.7 lambda=0.04 is=2e-14 cgs=3p cgd=2p pb=0.8)", line: "z# d# g# s# m area=2", terminals: mesfet})
	add(testCase{name: "mesfet resistances", models: ".model m nmf(vto=-1.5 beta=2m rd=20 rs=30)", line: "z# d# g# s# m", terminals: mesfet, inside: true})
	// In ngspice 39, the charge of a sidewall jumps at fcs·php, and m multiplies the saturation current of a diode once more in each analysis.
	diode := []terminal{{"a", -6.2, 0.8}, {"c", -0.1, 0.1}}
	const bottom = "is=1p n=1.2 cjo=2p vj=0.8 m=0.4 tt=1n "
	for _, c := range []struct{ name, params, line string }{
		{"plain", bottom, " area=2"}, {"breakdown", bottom + "bv=6 ibv=1m", " area=2"},
		{"sidewall", bottom + "jsw=1u cjsw=3n php=0.7 mjsw=0.3 fcs=0.6", " area=2 pj=3u"},
		{"own sidewall", bottom + "jsw=1u ns=1.5 cjsw=3n php=0.7 mjsw=0.3 fcs=0.6 bv=6 ibv=1m", " area=2 pj=3u"},
		{"sidewall alone", "is=1p jsw=1u cjsw=3n", " pj=3u"}, {"sidewall with knee", bottom + "jsw=1u ns=1.5 ikf=1m ikr=1m", " area=2 pj=3u"},
		{"hot sidewall", bottom + "jsw=1u ns=1.5 cjsw=3n tnom=20 fcs=0.9", " pj=3u temp=80"},
		{"hot sidewall by coefficients", bottom + "jsw=1u cjsw=3n php=0.7 tlevc=1 ctp=1m tphp=1m cta=1m tpb=1m", " pj=3u temp=80"},
	} {
		list = append(list, &testCase{name: "diode " + c.name, models: ".model dm d(" + c.params + ")", line: "d# a# c# dm" + c.line, terminals: diode})
	}
	for _, level := range []string{"2", "3"} {
		add(testCase{name: "mos" + level + " hot", models: ".model m nmos(level=" + level + " nfs=1e11 xj=0.3u tnom=40 " + process + ")", line: fet + " temp=100", terminals: mos})
		add(testCase{name: "mos" + level + " resistances", models: ".model m nmos(level=" + level + " rd=20 rs=30 xj=0.3u " + process + ")", line: fet, terminals: mos, inside: true})
	}
	return append(list, expressionCases()...)
}
