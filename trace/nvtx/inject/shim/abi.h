/*
 * What the two sides of NVTX agree on: tables of functions that a client offers
 * and a tool fills. Declared here from the layout alone; wchar_t is that of the
 * system.
 */
#ifndef ABI_H
#define ABI_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

typedef void (*function)(void);

/* Export tables of a client. */
enum { TABLE_CALLBACKS = 1, TABLE_VERSION = 3 };

struct callbacks {
	size_t size;
	int (*module)(uint32_t module, function ***table, uint32_t *size);
};

struct version {
	size_t size;
	uint32_t version, reserved;
	void (*set)(uint32_t version);
};

typedef const void *(*export_table)(uint32_t id);

/* Modules, and places in their tables; place 0 is not used. */
enum { MODULE_CORE = 1, MODULE_CORE2 = 5 };

enum core {
	CORE_MARK_EX = 1, CORE_MARK_A, CORE_MARK_W,
	CORE_START_EX, CORE_START_A, CORE_START_W, CORE_END,
	CORE_PUSH_EX, CORE_PUSH_A, CORE_PUSH_W, CORE_POP,
	CORE_CATEGORY_A, CORE_CATEGORY_W, CORE_THREAD_A, CORE_THREAD_W,
	CORE_SIZE
};

enum core2 {
	CORE2_MARK_EX = 1, CORE2_START_EX, CORE2_END, CORE2_PUSH_EX, CORE2_POP,
	CORE2_RESOURCE_CREATE, CORE2_RESOURCE_DESTROY,
	CORE2_CATEGORY_A, CORE2_CATEGORY_W, CORE2_STRING_A, CORE2_STRING_W,
	CORE2_DOMAIN_A, CORE2_DOMAIN_W, CORE2_DOMAIN_DESTROY, CORE2_INITIALIZE,
	CORE2_SIZE
};

/* Attributes of an event; the same in versions 1, 2 and 3 of NVTX. */
struct attributes {
	uint16_t version, size;
	uint32_t category;
	int32_t color_type;
	uint32_t color;
	int32_t payload_type;
	int32_t payloads; /* number of them, for PAYLOAD_EXT */
	uint64_t payload;
	int32_t message_type;
	uint32_t reserved;
	union {
		const char *ascii;
		const wchar_t *wide;
		const void *handle;
	} message;
};
_Static_assert(sizeof(struct attributes) == 48, "nvtxEventAttributes_t");
_Static_assert(offsetof(struct attributes, payload) == 24, "payload");
_Static_assert(offsetof(struct attributes, message) == 40, "message");

enum { MESSAGE_ASCII = 1, MESSAGE_WIDE, MESSAGE_REGISTERED };

#define PAYLOAD_EXT ((int32_t)0xDFBD0009u)

/* The payload extension. */
struct segment {
	size_t id, slots;
	intptr_t *slot;
};

struct extension {
	uint16_t version, size, module, compatible;
	size_t segments;
	struct segment *segment;
	intptr_t (*export)(uint32_t id);
	const void *info;
};

enum { EXTENSION_PAYLOAD = 2 };

enum payload_function {
	PAYLOAD_SCHEMA, PAYLOAD_ENUM, PAYLOAD_MARK, PAYLOAD_PUSH, PAYLOAD_POP,
	PAYLOAD_START, PAYLOAD_END, PAYLOAD_ENABLED,
	PAYLOAD_FUNCTIONS
};

struct payload {
	uint64_t schema;
	size_t size; /* SIZE_MAX: the tool has to find out */
	const void *data;
};
_Static_assert(sizeof(struct payload) == 24, "nvtxPayloadData_t");

struct schema_entry {
	uint64_t flags, type;
	const char *name, *description;
	uint64_t detail, offset;
	const void *semantics, *reserved;
};
_Static_assert(sizeof(struct schema_entry) == 64, "nvtxPayloadSchemaEntry_t");

/* Bits of mask say which fields are set. */
struct schema {
	uint64_t mask;
	const char *name; /* bit 1 */
	uint64_t type, flags; /* 2, 3 */
	const struct schema_entry *entries; /* 4 */
	size_t count, bytes, align; /* 5, 6, 7 */
	uint64_t id; /* 8 */
	void *extension;
};
_Static_assert(sizeof(struct schema) == 80, "nvtxPayloadSchemaAttr_t");

struct enum_entry {
	const char *name;
	uint64_t value;
	int8_t flag;
};
_Static_assert(sizeof(struct enum_entry) == 24, "nvtxPayloadEnum_t");

struct enumeration {
	uint64_t mask;
	const char *name; /* bit 1 */
	const struct enum_entry *entries; /* 2 */
	size_t count, bytes; /* 3, 4 */
	uint64_t id; /* 5 */
	void *extension;
};
_Static_assert(sizeof(struct enumeration) == 56, "nvtxPayloadEnumAttr_t");

/* Predefined schemas whose size a tool can find. */
enum { TYPE_CSTRING = 75, TYPE_CSTRING_UTF8 = 76 };

#endif
