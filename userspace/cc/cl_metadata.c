// SPDX-License-Identifier: MIT
/*
 * Section ".smgpu.cl", not loaded: what OpenCL tells of kernels and no card needs. Lines of text,
 * each of fields with tabs between them:
 *
 *	smgpu	1		always, at the beginning
 *	offsets			if the program is for launches with an offset, too
 *	parts			if its launches may have work-groups of several sizes
 *	kernel	NAME
 *	arg	ADDRESS SPACE	ACCESS	QUALIFIERS	TYPE	NAME		for each argument of
 * the kernel before
 */
#include "smcc.h"

/* As a string of the assembler. */
static void write_line(FILE *out, const char *text)
{
	fputs("\t.ascii \"", out);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
	fputs("\\n\"\n", out);
}

/* In the order of args_kernels(), the last kernel first; readers turn it round. */
void write_cl_metadata(FILE *out)
{
	fprintf(out, "\t.section .smgpu.cl,\"\",@progbits\n");
	write_line(out, "smgpu\t1");
	if (takes_offsets)
		write_line(out, "offsets");
	if (takes_parts)
		write_line(out, "parts");
	for (const struct kernel_args *k = args_kernels(); k; k = k->next) {
		write_line(out, fmt("kernel\t%s", k->name));
		for (int i = 0; i < k->n; i++) {
			const struct arg *a = &k->arg[i];

			if (a->type)
				write_line(out, fmt("arg\t%d\t%s\t%s\t%s\t%s", a->space, a->access,
						    a->qualifiers, a->type, a->name));
		}
	}
}
