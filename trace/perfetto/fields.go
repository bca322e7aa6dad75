package perfetto

// Field numbers of google/perfetto v58.2, protos/perfetto/trace.
const (
	tracePacket = 1

	packetTimestamp     = 8
	packetSequence      = 10
	packetTrackEvent    = 11
	packetInterned      = 12
	packetSequenceFlags = 13
	packetClocks        = 6
	packetCompressed    = 50
	packetDefaults      = 59
	packetDescriptor    = 60
	packetFirst         = 87

	flagCleared = 1 // the sequence starts anew
	flagNeeds   = 2 // the packet means nothing without what came before

	defaultsTrackEvent = 11
	defaultsClock      = 58

	eventAnnotations = 4
	eventType        = 9
	eventName        = 10
	eventTrack       = 11
	eventCounter     = 30
	eventDouble      = 44
	eventCategory    = 22
	eventFlow        = 47
	eventFlowEnd     = 48

	typeBegin   = 1
	typeEnd     = 2
	typeInstant = 3
	typeCounter = 4

	internedEvents      = 2
	internedAnnotations = 3
	internedID          = 1
	internedText        = 2

	annotationName   = 1
	annotationInt    = 4
	annotationDouble = 5

	descriptorUUID    = 1
	descriptorName    = 2
	descriptorProcess = 3
	descriptorThread  = 4
	descriptorParent  = 5
	descriptorCounter = 8

	processPID     = 1
	processCommand = 2
	processName    = 6
	processLabels  = 8

	threadPID  = 1
	threadTID  = 2
	threadName = 5

	counterUnit     = 3
	counterUnitName = 6
	unitNS          = 1
	unitCount       = 2
	unitBytes       = 3

	clocksClock      = 1
	clockID          = 1
	clockTimestamp   = 2
	clockIncremental = 3
	realtime         = 1
	boottime         = 6
	sequenceClock    = 64 // the first of those that belong to one sequence
)
