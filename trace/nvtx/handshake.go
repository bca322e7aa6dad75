package nvtx

import (
	"sync/atomic"
	"unsafe"
)

// mostFunctions is the size of the largest module, and the null at the end of a
// table.
const mostFunctions = 17

// An instance is what a tool attaches to: the export tables, and the slots that
// it fills with its functions. Tools keep addresses into it, so it is never
// freed; memory of the heap does not move.
type instance struct {
	callbacks callbacksTable
	info      versionTable
	tables    [modules][mostFunctions]uintptr // of each module: addresses of its slots
	slots     [modules][mostFunctions]uintptr // its functions; 0 does nothing
}

// newInstance returns an instance with nothing attached, and the address of its
// getExportTable, which keeps it from being freed.
func newInstance() (in *instance, getExportTable uintptr) {
	in = &instance{}
	for m, size := range moduleSize {
		for f := uint32(1); f < size; f++ {
			in.tables[m][f] = uintptr(unsafe.Pointer(&in.slots[m][f]))
		}
	}
	in.callbacks = callbacksTable{unsafe.Sizeof(in.callbacks), newCallback(in.functionTable)}
	in.info = versionTable{size: unsafe.Sizeof(in.info), version: version, setInjectionNvtxVersion: newCallback(setVersion)}
	return in, newCallback(in.exportTable)
}

// exportTable is NvtxGetExportTableFunc_t.
func (in *instance) exportTable(id uint32) uintptr {
	switch id {
	case exportCallbacks:
		return uintptr(unsafe.Pointer(&in.callbacks))
	case exportVersionInfo:
		return uintptr(unsafe.Pointer(&in.info))
	}
	return 0
}

// functionTable is GetModuleFunctionTable: it reports 0 for an unknown module.
func (in *instance) functionTable(module uint32, table *uintptr, size *uint32) uintptr {
	if module >= modules || moduleSize[module] == 0 {
		return 0
	}
	if size != nil {
		*size = moduleSize[module]
	}
	if table != nil {
		*table = uintptr(unsafe.Pointer(&in.tables[module]))
	}
	return 1
}

// setVersion takes the version of a tool, which NVTX ignores too.
func setVersion(uint32) uintptr { return 0 }

// slot returns the function in a slot, 0 for none. Tools may change it at any
// time.
func (in *instance) slot(module, function int) uintptr {
	return atomic.LoadUintptr(&in.slots[module][function])
}
