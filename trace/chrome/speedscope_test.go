package chrome_test

// speedscope says what is in the files of speedscope's tests: the tracks, then the
// warnings with their number. Each was checked against the file by eye.
var speedscope = map[string]string{
	"bex-interaction":               ": 0 begin A, 0 begin B, 2000 end B, 2000 end A, 10000 begin C, 10000 begin D, 12000 end D, 12000 end C, 20000 begin F, 20000 begin E, 21000 end E, 22000 end F, 30000 begin G, 30000 begin H, 31000 end H, 32000 end G, 40000 begin J, 41000 begin I, 42000 end I, 42000 end J, 50000 begin K, 51000 begin L, 52000 end L, 52000 end K",
	"end-event-with-empty-stack":    ": 0 begin alpha, 1000 end alpha\n1 end-without-begin",
	"end-non-top-of-stack":          ": 0 begin A, x=1, x=2, 10000 end A, 10000 begin Z, x=1, 11000 end Z\n(overlap 1): 1000 begin B, x=2\n1 end-not-innermost\n1 open-range\n1 overlap",
	"event-reordering-name-match":   ": 0 begin alpha, 1000 begin beta, 1000 begin gamma, x=0, x=1, 2000 end gamma, x=0, x=1, 2000 end beta, x=0, 10000 end alpha\n1 end-not-innermost",
	"invalid-x-nesting":             ": 0 begin alpha, 10000 end alpha\n(overlap 1): 5000 begin beta, 15000 end beta\n1 overlap",
	"matching-x":                    ": 0 begin alpha, 1000 begin beta, 1000 begin gamma, 2000 end gamma, 2000 end beta, 5000 begin gamma, 5000 begin beta, 6000 end beta, 6000 end gamma, 10000 end alpha",
	"mismatched-args":               ": 0 begin A, x=1, x=2, 10000 end A",
	"mismatched-name":               ": 0 begin alpha\n1 end-without-begin\n1 open-range",
	"must-retain-original-order":    ": 0 begin A, 0 begin B, 0 begin C, 1000 end C, 2000 end B, 3000 end A, 4000 begin A, 5000 begin B, 6000 begin C, 7000 end C, 7000 end B, 7000 end A, 7000 begin X, 10000 end X",
	"not-enough-end-events":         ": 0 begin A, 1000 begin A, 10000 begin A, x=1, 11000 end A, x=1, x=2\n2 open-range",
	"only-begin-events":             ": 0 begin A, 1000 begin B, 2000 begin C, x=1, x=2, x=2\n3 open-range",
	"out-of-order-unbalanced-name":  ": 0 begin alpha, 9000 end alpha\n(overlap 1): 1000 begin beta, 10000 end beta\n1 end-not-innermost\n1 overlap",
	"out-of-order":                  ": 0 begin A, 1000 begin B, 2000 begin C, 8000 end C, 9000 end B, 10000 end A",
	"simple-object":                 ": 0 begin alpha, 1000 begin beta, 7000 begin (unnamed), 11000 end (unnamed), 13000 end beta, 14000 end alpha\n1 no-duration",
	"simple-partial-trailing-comma": ": 0 begin alpha, 1000 begin beta, 2000 begin gamma, 7000 end gamma, 7000 begin epsilon, 11000 end epsilon, 13000 end beta, 14000 end alpha\n1 skipped-argument\n1 no-duration",
	"simple-partial-whitespace":     ": 0 begin alpha, 1000 begin beta, 2000 begin gamma, 7000 end gamma, 7000 begin epsilon, 11000 end epsilon, 13000 end beta, 14000 end alpha\n1 skipped-argument\n1 no-duration",
	"simple-partial":                ": 0 begin alpha, 1000 begin beta, 2000 begin gamma, 7000 end gamma, 7000 begin epsilon, 11000 end epsilon, 13000 end beta, 14000 end alpha\n1 skipped-argument\n1 no-duration",
	"too-many-end-events":           ": 0 begin alpha, 1000 begin beta, 13000 end beta, 14000 end alpha\n2 end-without-begin",
	"unbalanced-args":               ": 0 begin A, 1000 begin A, x=2, x=1, 9000 end A, x=1, x=2, 10000 end A",
	"unbalanced-name":               ": 0 begin alpha, 9000 end alpha\n(overlap 1): 1000 begin beta, 10000 end beta\n1 end-not-innermost\n1 overlap",
	"x-events-matching-end":         ": 0 begin alpha, 1000 begin beta, 2000 begin gamma, 3000 end gamma, 3000 end beta, 5000 begin gamma, 6000 begin beta, 7000 end beta, 7000 end gamma, 9000 begin beta, 10000 begin gamma, 11000 end gamma, 11000 end beta, 14000 begin gamma, 15000 begin beta, 16000 end beta, 16000 end gamma, 20000 end alpha",
	"x-events-matching-start":       ": 0 begin alpha, 1000 begin beta, 1000 begin gamma, 2000 end gamma, 3000 end beta, 5000 begin gamma, 5000 begin beta, 6000 end beta, 7000 end gamma, 9000 begin gamma, 9000 begin beta, 10000 end beta, 11000 end gamma, 13000 begin beta, 13000 begin gamma, 14000 end gamma, 15000 end beta, 20000 end alpha",
	"zero-duration-events":          ": 0 begin A, 1000 begin B, 1000 end B, 3000 begin D, 3000 end D, 10000 end A\n(overlap 1): 2000 begin C\n1 end-without-begin\n1 end-not-innermost\n1 open-range\n1 overlap",
}
