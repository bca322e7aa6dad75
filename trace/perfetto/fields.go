package perfetto

// Field numbers of google/perfetto v58.2, protos/perfetto.
const (
	tracePacket = 1

	packetClocks        = 6
	packetTimestamp     = 8
	packetSequence      = 10
	packetTrackEvent    = 11
	packetInterned      = 12
	packetSequenceFlags = 13
	packetDropped       = 42
	packetStatistics    = 35
	packetCompressed    = 50
	packetClock         = 58
	packetDefaults      = 59
	packetDescriptor    = 60
	packetFirst         = 87
	packetAttributes    = 126

	flagCleared = 1 // the sequence starts anew
	flagNeeds   = 2 // the packet means nothing without what came before

	defaultsTrackEvent = 11
	defaultsClock      = 58

	eventCategory    = 3 // by number
	eventAnnotations = 4
	eventType        = 9
	eventName        = 10 // by number
	eventTrack       = 11
	eventText        = 23 // the name itself
	eventCounter     = 30
	eventDouble      = 44
	eventFlow        = 47
	eventFlowEnd     = 48

	typeBegin   = 1
	typeEnd     = 2
	typeInstant = 3
	typeCounter = 4

	internedCategories  = 1
	internedEvents      = 2
	internedAnnotations = 3
	internedID          = 1
	internedText        = 2

	annotationName   = 1 // by number
	annotationInt    = 4
	annotationDouble = 5

	descriptorUUID        = 1
	descriptorName        = 2
	descriptorProcess     = 3
	descriptorThread      = 4
	descriptorParent      = 5
	descriptorCounter     = 8
	descriptorDescription = 14
	descriptorMerge       = 15
	mergeNone             = 2

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

	statisticsBuffer = 1
	statisticsWriter = 18
	bufferLoss       = 19
	writerSequence   = 1
	writerBuffer     = 4

	attributesAttribute = 1
	attributeKey        = 1
	attributeString     = 3
)
