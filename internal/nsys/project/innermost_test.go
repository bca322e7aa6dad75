package project

// Innermost returns for each operation the shortest range around its call, -1
// for none.
func (c *Capture) Innermost() []int32 {
	calls := c.innermostOfCalls(newTree(c.Len()), c.lanes(c.All, launching(c)))
	of := make([]int32, len(c.Of))
	for i, call := range c.Of {
		of[i] = -1
		if call >= 0 {
			of[i] = calls[call]
		}
	}
	return of
}

// launching returns a function that says which calls started an operation.
func launching(c *Capture) func(int) bool {
	started := c.Launches()
	return func(i int) bool { return started[i] }
}
