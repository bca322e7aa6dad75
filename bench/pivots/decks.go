package main

// decks are circuits that switch hard: conductances change by ten orders of magnitude
// within a time step.
func decks() []source {
	return []source{
		deck("buck", buck, 4000),
		deck("buck_stiff", buckStiff, 4000),
		deck("ladder", ladder, 3000),
		deck("bridge", bridge, 3000),
		deck("latch", latch, 3000),
		deck("clamps", clamps, 3000),
	}
}

const buck = `buck: step-down converter with a transistor as switch
.model sw nmos(vto=1 kp=2)
.model d d(is=1e-14 n=1 rs=1m cjo=10p)
vin in 0 10
vg g 0 pulse(0 25 0 1n 1n 4u 10u)
m1 in g s 0 sw w=100u l=1u
d1 0 s d
l1 s out 10u
c1 out 0 10u
rl out 0 5
.tran 10n 200u
.end
`

const buckStiff = `buck: the same with a sharp diode and no series resistance
.model sw nmos(vto=1 kp=20)
.model d d(is=1e-18 n=0.5)
vin in 0 48
vg g 0 pulse(0 80 0 100p 100p 3u 7u)
m1 in g s 0 sw w=1000u l=1u
d1 0 s d
l1 s out 1u
c1 out 0 100u
resr out x 1m
cx x 0 1n
rl out 0 0.1
.tran 10n 100u
.end
`

const ladder = `ladder: eight stages of a Dickson charge pump
.model d d(is=1e-16 n=1)
va a 0 pulse(0 5 0 1n 1n 50n 102n)
vb b 0 pulse(5 0 0 1n 1n 50n 102n)
vs n0 0 5
d1 n0 n1 d
c1 n1 a 100p
d2 n1 n2 d
c2 n2 b 100p
d3 n2 n3 d
c3 n3 a 100p
d4 n3 n4 d
c4 n4 b 100p
d5 n4 n5 d
c5 n5 a 100p
d6 n5 n6 d
c6 n6 b 100p
d7 n6 n7 d
c7 n7 a 100p
d8 n7 out d
co out 0 1n
rl out 0 100k
.tran 1n 5u
.end
`

const bridge = `bridge: full bridge of transistors with free-wheeling diodes
.model sw nmos(vto=1 kp=5)
.model d d(is=1e-15 n=1)
vin p 0 24
va ga 0 pulse(0 60 0 1n 1n 4u 10u)
vb gb 0 pulse(0 60 5u 1n 1n 4u 10u)
m1 p ga x 0 sw w=100u l=1u
m2 y ga 0 0 sw w=100u l=1u
m3 p gb y 0 sw w=100u l=1u
m4 x gb 0 0 sw w=100u l=1u
d1 x p d
d2 0 y d
d3 y p d
d4 0 x d
l1 x z 20u
rl z y 1
.tran 10n 100u
.end
`

const latch = `latch: two cross-coupled inverters that are overwritten
.model n nmos(vto=0.7 kp=100u)
.model p pmos(vto=-0.7 kp=50u)
vdd vdd 0 3
vd d 0 pulse(0 3 5n 100p 100p 20n 40n)
vw w 0 pulse(0 5 2n 100p 100p 3n 10n)
mw d w a 0 n w=20u l=1u
m1 b a 0 0 n w=2u l=1u
m2 b a vdd vdd p w=4u l=1u
m3 a b 0 0 n w=2u l=1u
m4 a b vdd vdd p w=4u l=1u
ca a 0 10f
cb b 0 10f
.tran 50p 400n
.end
`

const clamps = `clamps: a pulse through an inductor into stacked diode clamps
.model d d(is=1e-16 n=0.8 bv=30 ibv=1u)
vp in 0 pulse(-50 50 0 1n 1n 500n 1u)
l1 in a 100n
r1 a b 0.1
d1 b c d
d2 c dd d
v1 dd 0 5
d3 e b d
d4 f e d
v2 f 0 -5
c1 b 0 1p
rload b g 1meg
d5 0 g d
d6 g h d
ch h 0 1n
rh h 0 1g
.tran 1n 10u
.end
`
