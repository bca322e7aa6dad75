/*
 * The handshake: what clients look up in this library and call once each.
 */
#ifndef ATTACH_H
#define ATTACH_H

/* Whether this process records; decided by the first client. */
static bool started(void)
{
	if (state.started > 0)
		start_child(); /* another thread may have held the lock at the fork */
	pthread_mutex_lock(&state.lock);
	if (state.started == 0) {
		state.started = -1;
		if (state_start(thread_ends, forked)) {
			clock_choose();
			state.pid = getpid();
			state.image = clock_ns(CLOCK_MONOTONIC);
			state.guard->alive = ALIVE;
			count(&state.status->processes);
			state.started = 1;
		}
	}
	bool yes = state.started > 0;
	pthread_mutex_unlock(&state.lock);
	return yes;
}

/* Modules that are not filled name resources of GPUs; their functions then do
 * nothing in the client. */
static void fill(const struct callbacks *c, uint32_t module, const function *with, uint32_t count)
{
	function **table = NULL;
	uint32_t size = 0;
	if (!c->module(module, &table, &size) || table == NULL)
		return;
	for (uint32_t i = 1; i < count && i < size; i++)
		if (table[i] != NULL)
			*table[i] = with[i];
}

#define F(f) (function)(f)

EXPORT int InitializeInjectionNvtx2(export_table get)
{
	const function core[CORE_SIZE] = {
		[CORE_MARK_EX] = F(mark_ex), [CORE_MARK_A] = F(mark_a), [CORE_MARK_W] = F(mark_w),
		[CORE_START_EX] = F(start_ex), [CORE_START_A] = F(start_a), [CORE_START_W] = F(start_w),
		[CORE_END] = F(core_end),
		[CORE_PUSH_EX] = F(push_ex), [CORE_PUSH_A] = F(push_a), [CORE_PUSH_W] = F(push_w),
		[CORE_POP] = F(core_pop),
		[CORE_CATEGORY_A] = F(category_a), [CORE_CATEGORY_W] = F(category_w),
		[CORE_THREAD_A] = F(thread_a), [CORE_THREAD_W] = F(thread_w),
	};
	const function core2[CORE2_SIZE] = {
		[CORE2_MARK_EX] = F(domain_mark_ex), [CORE2_START_EX] = F(domain_start_ex),
		[CORE2_END] = F(domain_end), [CORE2_PUSH_EX] = F(domain_push_ex), [CORE2_POP] = F(domain_pop),
		[CORE2_RESOURCE_CREATE] = F(resource_create), [CORE2_RESOURCE_DESTROY] = F(resource_destroy),
		[CORE2_CATEGORY_A] = F(domain_category_a), [CORE2_CATEGORY_W] = F(domain_category_w),
		[CORE2_STRING_A] = F(string_a), [CORE2_STRING_W] = F(string_w),
		[CORE2_DOMAIN_A] = F(domain_a), [CORE2_DOMAIN_W] = F(domain_w),
		[CORE2_DOMAIN_DESTROY] = F(domain_destroy), [CORE2_INITIALIZE] = F(initialize),
	};
	if (get == NULL || !started())
		return 0;
	const struct callbacks *c = get(TABLE_CALLBACKS);
	if (c == NULL || c->size < sizeof *c || c->module == NULL)
		return 0;
	const struct version *v = get(TABLE_VERSION);
	if (v != NULL && v->size >= sizeof *v && v->set != NULL)
		v->set(3);
	fill(c, MODULE_CORE, core, CORE_SIZE);
	fill(c, MODULE_CORE2, core2, CORE2_SIZE);
	return 1;
}

/* Clients of libnvToolsExt before version 2 look for this name. */
EXPORT int InitializeInjectionNvtx(export_table get) { return InitializeInjectionNvtx2(get); }

EXPORT int InitializeInjectionNvtxExtension(struct extension *e)
{
	const function payload[PAYLOAD_FUNCTIONS] = {
		[PAYLOAD_SCHEMA] = F(payload_schema), [PAYLOAD_ENUM] = F(payload_enum),
		[PAYLOAD_MARK] = F(payload_mark), [PAYLOAD_PUSH] = F(payload_push), [PAYLOAD_POP] = F(payload_pop),
		[PAYLOAD_START] = F(payload_start), [PAYLOAD_END] = F(payload_end),
		[PAYLOAD_ENABLED] = F(payload_enabled),
	};
	if (e == NULL || e->module != EXTENSION_PAYLOAD || e->segments < 1 || !started())
		return 0;
	struct segment *s = e->segment;
	for (size_t i = 0; i < PAYLOAD_FUNCTIONS && i < s->slots; i++)
		s->slot[i] = (intptr_t)payload[i];
	return 1;
}

#endif
