/*
 * The trampolines. Each stands in for one function: it saves the registers that may hold
 * arguments, has call_begins say what to do, calls the function with a copy of what the
 * stack holds for it, and hands on what the function returns.
 *
 * The frame has the shape that debuggers and C++ exceptions expect, so that both go
 * through it.
 */
#ifndef TRAMPOLINE_H
#define TRAMPOLINE_H

#include <stdint.h>

#include "pool.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

/* What to do with a call: the function, and how many words of the stack it gets. */
struct turn {
	uint64_t real;
	int64_t words; /* -1: not recorded; the function takes the place of the trampoline */
};

#if defined(__x86_64__)

enum { INTEGER_ARGUMENTS = 6, FLOATING_ARGUMENTS = 8 };

/* On the stack of the thread. When the function has returned, integer has rax and rdx,
 * and vector has xmm0 and xmm1. */
struct frame {
	uint64_t integer[6];
	uint64_t rax, r10; /* how many floating arguments there are; the static chain */
	uint64_t index, unused;
	double vector[8][2];
	uint64_t rbp, back;
	uint64_t stack[];
};

_Static_assert(sizeof(struct frame) == 208 + 16, "frame");

__asm__(
	".text\n"
	".p2align 12\n"
	".globl " STUBS_NAME "\n"
	".type " STUBS_NAME ", @function\n"
	STUBS_NAME ":\n"
	".cfi_startproc\n"
	".set nr_index, 0\n"
	".rept " TEXT(POOL) "\n"
	".p2align 4\n"
	"	endbr64\n"
	"	.byte 0x41, 0xbb\n" /* mov $nr_index, %r11d */
	"	.long nr_index\n"
	"	jmp nr_trampoline\n"
	"	.set nr_index, nr_index + 1\n"
	".endr\n"
	".p2align 4\n"
	".cfi_endproc\n"
	".size " STUBS_NAME ", . - " STUBS_NAME "\n"

	".globl nrsolvers_call\n" /* the name that debuggers show */
	".type nrsolvers_call, @function\n"
	"nrsolvers_call:\n"
	"nr_trampoline:\n"
	".cfi_startproc\n"
	"	push %rbp\n"
	".cfi_def_cfa_offset 16\n"
	".cfi_offset %rbp, -16\n"
	"	mov %rsp, %rbp\n"
	".cfi_def_cfa_register %rbp\n"
	"	sub $208, %rsp\n"
	"	mov %rdi, (%rsp)\n"
	"	mov %rsi, 8(%rsp)\n"
	"	mov %rdx, 16(%rsp)\n"
	"	mov %rcx, 24(%rsp)\n"
	"	mov %r8, 32(%rsp)\n"
	"	mov %r9, 40(%rsp)\n"
	"	mov %rax, 48(%rsp)\n"
	"	mov %r10, 56(%rsp)\n"
	"	mov %r11, 64(%rsp)\n"
	"	movaps %xmm0, 80(%rsp)\n"
	"	movaps %xmm1, 96(%rsp)\n"
	"	movaps %xmm2, 112(%rsp)\n"
	"	movaps %xmm3, 128(%rsp)\n"
	"	movaps %xmm4, 144(%rsp)\n"
	"	movaps %xmm5, 160(%rsp)\n"
	"	movaps %xmm6, 176(%rsp)\n"
	"	movaps %xmm7, 192(%rsp)\n"
	"	mov %rsp, %rdi\n"
	"	call call_begins\n"
	"	mov %rax, %r11\n"
	"	test %rdx, %rdx\n"
	"	jle 2f\n"
	"	lea 1(%rdx), %rcx\n"
	"	and $-2, %rcx\n" /* the stack stays aligned */
	"	shl $3, %rcx\n"
	"	sub %rcx, %rsp\n"
	"1:	mov 8(%rbp,%rdx,8), %rcx\n"
	"	mov %rcx, -8(%rsp,%rdx,8)\n"
	"	dec %rdx\n"
	"	jnz 1b\n"
	"2:	mov -208(%rbp), %rdi\n"
	"	mov -200(%rbp), %rsi\n"
	"	mov -184(%rbp), %rcx\n"
	"	mov -176(%rbp), %r8\n"
	"	mov -168(%rbp), %r9\n"
	"	mov -160(%rbp), %rax\n"
	"	mov -152(%rbp), %r10\n"
	"	movaps -128(%rbp), %xmm0\n"
	"	movaps -112(%rbp), %xmm1\n"
	"	movaps -96(%rbp), %xmm2\n"
	"	movaps -80(%rbp), %xmm3\n"
	"	movaps -64(%rbp), %xmm4\n"
	"	movaps -48(%rbp), %xmm5\n"
	"	movaps -32(%rbp), %xmm6\n"
	"	movaps -16(%rbp), %xmm7\n"
	"	test %rdx, %rdx\n"
	"	mov -192(%rbp), %rdx\n"
	"	js 3f\n"
	"	call *%r11\n"
	"	mov %rax, -208(%rbp)\n"
	"	mov %rdx, -200(%rbp)\n"
	"	movaps %xmm0, -128(%rbp)\n"
	"	movaps %xmm1, -112(%rbp)\n"
	"	lea -208(%rbp), %rdi\n"
	"	call call_ends\n"
	"	mov -208(%rbp), %rax\n"
	"	mov -200(%rbp), %rdx\n"
	"	movaps -128(%rbp), %xmm0\n"
	"	movaps -112(%rbp), %xmm1\n"
	".cfi_remember_state\n"
	"	leave\n"
	".cfi_def_cfa %rsp, 8\n"
	".cfi_restore %rbp\n"
	"	ret\n"
	".cfi_restore_state\n"
	"3:	leave\n"
	".cfi_def_cfa %rsp, 8\n"
	".cfi_restore %rbp\n"
	"	jmp *%r11\n"
	".cfi_endproc\n"
	".size nrsolvers_call, . - nrsolvers_call\n");

#elif defined(__aarch64__)

enum { INTEGER_ARGUMENTS = 8, FLOATING_ARGUMENTS = 8 };

/* On the stack of the thread. When the function has returned, integer has x0 and x1, and
 * vector has v0 to v3. */
struct frame {
	uint64_t integer[8];
	uint64_t x8; /* where a result that is a structure goes */
	uint64_t index;
	double vector[8][2];
	uint64_t x29, back;
	uint64_t stack[];
};

_Static_assert(sizeof(struct frame) == 208 + 16, "frame");

__asm__(
	".text\n"
	".p2align 12\n"
	".globl " STUBS_NAME "\n"
	".type " STUBS_NAME ", %function\n"
	STUBS_NAME ":\n"
	".cfi_startproc\n"
	".set nr_index, 0\n"
	".rept " TEXT(POOL) "\n"
	"	hint #34\n" /* bti c */
	"	mov w17, #nr_index\n"
	"	b nr_trampoline\n"
	"	nop\n"
	"	.set nr_index, nr_index + 1\n"
	".endr\n"
	".cfi_endproc\n"
	".size " STUBS_NAME ", . - " STUBS_NAME "\n"

	".globl nrsolvers_call\n"
	".type nrsolvers_call, %function\n"
	"nrsolvers_call:\n"
	"nr_trampoline:\n"
	".cfi_startproc\n"
	"	stp x29, x30, [sp, #-16]!\n"
	".cfi_def_cfa_offset 16\n"
	".cfi_offset 29, -16\n"
	".cfi_offset 30, -8\n"
	"	mov x29, sp\n"
	".cfi_def_cfa_register 29\n"
	"	sub sp, sp, #208\n"
	"	stp x0, x1, [sp]\n"
	"	stp x2, x3, [sp, #16]\n"
	"	stp x4, x5, [sp, #32]\n"
	"	stp x6, x7, [sp, #48]\n"
	"	stp x8, x17, [sp, #64]\n"
	"	stp q0, q1, [sp, #80]\n"
	"	stp q2, q3, [sp, #112]\n"
	"	stp q4, q5, [sp, #144]\n"
	"	stp q6, q7, [sp, #176]\n"
	"	mov x0, sp\n"
	"	bl call_begins\n"
	"	mov x16, x0\n"
	"	mov x17, x1\n"
	"	cmp x1, #0\n"
	"	b.le 2f\n"
	"	add x9, x1, #1\n"
	"	and x9, x9, #-2\n" /* the stack stays aligned */
	"	sub sp, sp, x9, lsl #3\n"
	"	add x10, x29, #16\n"
	"	mov x11, sp\n"
	"1:	ldr x12, [x10], #8\n"
	"	str x12, [x11], #8\n"
	"	subs x1, x1, #1\n"
	"	b.ne 1b\n"
	"2:	sub x9, x29, #208\n"
	"	ldp x0, x1, [x9]\n"
	"	ldp x2, x3, [x9, #16]\n"
	"	ldp x4, x5, [x9, #32]\n"
	"	ldp x6, x7, [x9, #48]\n"
	"	ldr x8, [x9, #64]\n"
	"	ldp q0, q1, [x9, #80]\n"
	"	ldp q2, q3, [x9, #112]\n"
	"	ldp q4, q5, [x9, #144]\n"
	"	ldp q6, q7, [x9, #176]\n"
	"	tbnz x17, #63, 3f\n"
	"	blr x16\n"
	"	sub x9, x29, #208\n"
	"	stp x0, x1, [x9]\n"
	"	stp q0, q1, [x9, #80]\n"
	"	stp q2, q3, [x9, #112]\n"
	"	mov x0, x9\n"
	"	bl call_ends\n"
	"	sub x9, x29, #208\n"
	"	ldp x0, x1, [x9]\n"
	"	ldp q0, q1, [x9, #80]\n"
	"	ldp q2, q3, [x9, #112]\n"
	".cfi_remember_state\n"
	"	mov sp, x29\n"
	"	ldp x29, x30, [sp], #16\n"
	".cfi_def_cfa 31, 0\n"
	".cfi_restore 29\n"
	".cfi_restore 30\n"
	"	ret\n"
	".cfi_restore_state\n"
	"3:	mov sp, x29\n"
	"	ldp x29, x30, [sp], #16\n"
	".cfi_def_cfa 31, 0\n"
	".cfi_restore 29\n"
	".cfi_restore 30\n"
	"	br x16\n"
	".cfi_endproc\n"
	".size nrsolvers_call, . - nrsolvers_call\n");

#endif

/* In watch.c; the trampolines alone call them. */
__attribute__((used, visibility("hidden"))) struct turn call_begins(struct frame *f);
__attribute__((used, visibility("hidden"))) void call_ends(struct frame *f);

#endif
