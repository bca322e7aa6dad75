package lu

import "time"

// clock returns nanoseconds of a monotonic clock.
func clock() int64 { return int64(time.Since(epoch)) }

var epoch = time.Now()
