package diagnose

// Rules returns all rules, in the order in which they are listed.
func Rules() []Rule {
	return []Rule{
		workNotCaptured(),
		coldCompile(),
		recompilation(),
		cacheMiss(),
		startupDominates(),
		nrIterationCap(),
		nrNonconvergence(),
		perIterationSync(),
		hostWaits(),
		whileNotCaptured(),
		commandBuffersOff(),
		partialCommandBuffers(),
		graphModeHidesKernels(),
		buildVersusSolve(),
		launchBound(),
		gpuIdle(),
		copyBound(),
		pageableCopies(),
		timerDistortion(),
		crashedAtExit(),
		graphOtherDevice(),
		collidingIdentities(),
		imbalanceAcrossRanks(),
		scatterHotSpots(),
		patternUnstable(),
		branchSpecialisation(),
		keyDrift(),
		foreignISACache(),
		droppedRanges(),
	}
}
