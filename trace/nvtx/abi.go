package nvtx

import "unsafe"

// version is NVTX_VERSION: what the client says it speaks.
const version = 3

// Modules of functions, NvtxCallbackModule.
const (
	moduleCore  = 1
	moduleCore2 = 5
	modules     = 7 // NVTX_CB_MODULE_SIZE
)

// moduleSize is the NVTX_CBID_…_SIZE of each module: its functions, which are
// numbered from 1, and one. CUDA, OpenCL, CUDART and SYNC are there because
// a C program has them; nothing calls them.
var moduleSize = [modules]uint32{moduleCore: 16, 2: 9, 3: 15, 4: 7, moduleCore2: 16, 6: 7}

// Functions of module CORE that are called, NvtxCallbackIdCore.
const coreNameOsThreadA = 14

// Functions of module CORE2 that are called, NvtxCallbackIdCore2.
const (
	domainMarkEx          = 1
	domainRangeStartEx    = 2
	domainRangeEnd        = 3
	domainRangePushEx     = 4
	domainRangePop        = 5
	domainNameCategoryA   = 8
	domainRegisterStringA = 10
	domainCreateA         = 12
)

// Export tables, NvtxExportTableID.
const (
	exportCallbacks   = 1
	exportVersionInfo = 3
)

// Values of messageType and colorType.
const (
	messageASCII      = 1
	messageRegistered = 3
	colorARGB         = 1
)

// attributes is nvtxEventAttributes_t, 48 bytes.
type attributes struct {
	version     uint16
	size        uint16
	category    uint32
	colorType   int32
	color       uint32
	payloadType int32
	_           int32
	payload     uint64
	messageType int32
	_           int32
	message     uintptr // handle of a registered text, or a C string
}

const attributesSize = uint16(unsafe.Sizeof(attributes{}))

// callbacksTable is NvtxExportTableCallbacks.
type callbacksTable struct {
	size                   uintptr
	getModuleFunctionTable uintptr
}

// versionTable is NvtxExportTableVersionInfo.
type versionTable struct {
	size                    uintptr
	version                 uint32
	_                       uint32
	setInjectionNvtxVersion uintptr
}

// cString returns text as C wants it; it ends at its first NUL.
func cString(text string) []byte { return append([]byte(text), 0) }
