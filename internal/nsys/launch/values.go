package launch

// Samples returns the values of Choice.Sample.
func Samples() []string { return []string{"none", "process-tree", "system-wide"} }

// Graphs returns the values of Choice.Graph.
func Graphs() []string { return []string{"graph", "node"} }
