package invariant

// Must panics with an internal error when err is not nil. Guard the call with
// [Enabled], so that computing err costs nothing in a normal build.
func Must(where string, err error) {
	if err != nil {
		panic("internal error: " + where + ": " + err.Error())
	}
}
