package pprof

// Field numbers of github.com/google/pprof, proto/profile.proto.
const (
	profileSampleTypes = 1
	profileSamples     = 2
	profileMappings    = 3
	profileLocations   = 4
	profileFunctions   = 5
	profileStrings     = 6
	profileTime        = 9
	profileDuration    = 10
	profileComments    = 13
	profileShown       = 14 // default_sample_type

	typeName = 1
	typeUnit = 2

	sampleLocations = 1
	sampleValues    = 2
	sampleLabels    = 3

	labelKey    = 1
	labelText   = 2
	labelNumber = 3
	labelUnit   = 4

	mappingID           = 1
	mappingHasFunctions = 7

	locationID      = 1
	locationMapping = 2
	locationLine    = 4

	lineFunction = 1

	functionID         = 1
	functionName       = 2
	functionSystemName = 3
)
