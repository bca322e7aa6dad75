// Nsysmultiply writes an export of Nsight Systems of any size: copies of the rows of
// another export, one copy after the other in time.
//
//	go run ./bench/nsysmultiply -copies 150000 -o /tmp/large.sqlite [testdata/nsys/newton.sqlite]
//
// 150,000 copies of testdata/nsys/newton.sqlite are 24 million rows. The memory of
// the program does not grow with the number of copies. scripts/bench-memory uses it.
package main

import (
	"flag"
	"log"

	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
)

func main() {
	log.SetFlags(0)
	copies := flag.Int("copies", 1, "how often")
	out := flag.String("o", "", "the export to write")
	flag.Parse()
	from := "testdata/nsys/newton.sqlite"
	if flag.NArg() > 0 {
		from = flag.Arg(0)
	}
	if *out == "" || *copies < 1 || flag.NArg() > 1 {
		log.Fatal("nsysmultiply: want -o FILE, -copies 1 or more, and at most one export")
	}
	if err := timelinetest.Multiply(*out, from, *copies); err != nil {
		log.Fatal("nsysmultiply: ", err)
	}
}
