package diagnose

// Rules returns all rules, in the order in which they are listed.
func Rules() []Rule {
	return []Rule{
		coldCompile(),
		recompilation(),
		cacheMiss(),
		startupDominates(),
		nrIterationCap(),
		nrNonconvergence(),
		perIterationSync(),
		whileNotCaptured(),
		commandBuffersOff(),
		partialCommandBuffers(),
		graphModeHidesKernels(),
		buildVersusSolve(),
		launchBound(),
		gpuIdle(),
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
