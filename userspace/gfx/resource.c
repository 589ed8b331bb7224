// SPDX-License-Identifier: MIT
/*
 * Textures, meshes and programs.
 *
 * What lives longer than a frame. Freeing one waits for the frame under way, as that may use it.
 */
#include "internal.h"

/* Texels of a side at @level; it never falls below 1. */
static uint32_t side(uint32_t n, uint32_t level)
{
	return n >> level ? n >> level : 1;
}

/* Of a texel. */
static uint32_t bytes_of(uint32_t format)
{
	return format == SMGPU_TEXTURE_R8 ? 1 : 4;
}

/* Whole words, as the next level begins behind them. */
static uint32_t level_bytes(const struct smgpu_gfx_texture_options *o, uint32_t level)
{
	return (side(o->width, level) * side(o->height, level) * bytes_of(o->format) + 3) / 4 * 4;
}

/* The mean of four channels, or texels of one float */
static void shrink_texel(uint32_t format, const uint8_t *const four[4], uint8_t *to)
{
	if (format == SMGPU_TEXTURE_R32F) {
		float f[4], mean;

		for (int i = 0; i < 4; i++)
			memcpy(&f[i], four[i], 4);
		mean = (f[0] + f[1] + f[2] + f[3]) / 4;
		memcpy(to, &mean, 4);
		return;
	}
	for (uint32_t c = 0; c < bytes_of(format); c++)
		to[c] = (uint8_t)((four[0][c] + four[1][c] + four[2][c] + four[3][c] + 2) / 4);
}

/* A row or column that is left over where a side is odd belongs to no texel of the next level. */
static void shrink(const struct smgpu_gfx_texture_options *o, uint32_t level, const uint8_t *from,
		   uint8_t *to)
{
	uint32_t w = side(o->width, level), h = side(o->height, level), b = bytes_of(o->format);

	for (uint32_t y = 0; y < side(o->height, level + 1); y++) {
		for (uint32_t x = 0; x < side(o->width, level + 1); x++) {
			uint32_t x0 = w > 1 ? 2 * x : 0, x1 = w > 1 ? 2 * x + 1 : 0,
				 y0 = h > 1 ? 2 * y : 0, y1 = h > 1 ? 2 * y + 1 : 0;
			const uint8_t *const four[4] = { from + ((size_t)y0 * w + x0) * b,
							 from + ((size_t)y0 * w + x1) * b,
							 from + ((size_t)y1 * w + x0) * b,
							 from + ((size_t)y1 * w + x1) * b };

			shrink_texel(o->format, four,
				     to + ((size_t)y * side(o->width, level + 1) + x) * b);
		}
	}
}

/* The number of levels goes to @levels: what was asked for, or all down to one texel. 0 or
 * -EINVAL. */
static int check_texture(const struct smgpu_gfx_texture_options *o, uint32_t *levels)
{
	uint32_t most = 1;

	if (!o->width || !o->height || o->width > SMGPU_TEXTURE_SIDE ||
	    o->height > SMGPU_TEXTURE_SIDE)
		return gfx_fail(-EINVAL, "A texture has sides of 1 to %u texels.",
				SMGPU_TEXTURE_SIDE);
	if (o->format > SMGPU_TEXTURE_R32F || o->filter > SMGPU_TEXTURE_BILINEAR ||
	    o->wrap_u > SMGPU_TEXTURE_MIRROR || o->wrap_v > SMGPU_TEXTURE_MIRROR)
		return gfx_fail(
			-EINVAL,
			"A texture of format %u, filter %u and wrap %u, %u is not possible.",
			o->format, o->filter, o->wrap_u, o->wrap_v);
	/* Down to one texel: each level halves both sides. */
	while (side(o->width, most - 1) > 1 || side(o->height, most - 1) > 1)
		most++;
	if (o->levels > most)
		return gfx_fail(-EINVAL, "A texture of %u x %u texels has at most %u levels.",
				o->width, o->height, most);
	*levels = o->levels ? o->levels : most;
	return 0;
}

/* The description comes first in the buffer, then the levels: its address is all that a kernel
 * needs. Smaller levels are made here. @texels is copied. */
EXPORT struct smgpu_gfx_texture *smgpu_gfx_texture_new(struct smgpu_gfx *g,
						       const struct smgpu_gfx_texture_options *opt,
						       const void *texels)
{
	uint32_t levels = 0, at = sizeof(struct smgpu_texture), bytes = at;
	struct smgpu_gfx_texture *t;
	struct smgpu_texture *d;
	uint8_t *image;

	if (!texels || !opt) {
		gfx_fail(-EINVAL, "A texture needs texels.");
		return NULL;
	}
	if (check_texture(opt, &levels))
		return NULL;
	for (uint32_t i = 0; i < levels; i++)
		bytes += level_bytes(opt, i);
	t = calloc(1, sizeof(*t));
	image = calloc(1, bytes);
	if (!t || !image) {
		gfx_fail(-ENOMEM, "Out of memory.");
		goto failed;
	}
	t->g = g;
	t->buf = gfx_buffer(g, bytes, SMGPU_BUFFER_CARD);
	if (!t->buf)
		goto failed;
	d = (struct smgpu_texture *)image;
	d->size = opt->width | opt->height << 16;
	d->format =
		SMGPU_TEXTURE_FORMAT(opt->format, opt->filter, opt->wrap_u, opt->wrap_v, levels);
	memcpy(image + at, texels, (size_t)opt->width * opt->height * bytes_of(opt->format));
	for (uint32_t i = 0; i < levels; i++) {
		/* Levels lie behind one another, each from a whole word on. */
		d->level[i] = smgpu_buffer_va(t->buf) + at;
		/* Made of the level before, so an error of rounding adds up by at most a step for
		 * each level. */
		if (i + 1 < levels)
			shrink(opt, i, image + at, image + at + level_bytes(opt, i));
		at += level_bytes(opt, i);
	}
	if (smgpu_buffer_write(g->queue, t->buf, 0, image, bytes)) {
		gfx_failed("A copy to the card");
		smgpu_buffer_unref(t->buf);
		goto failed;
	}
	free(image);
	return t;
failed:
	free(image);
	free(t);
	return NULL;
}

/* NULL is allowed. Draws of the open frame must not name it. */
EXPORT void smgpu_gfx_texture_free(struct smgpu_gfx_texture *t)
{
	if (!t)
		return;
	gfx_idle(t->g);
	smgpu_buffer_unref(t->buf);
	free(t);
}

/* The address of the description, as smgpu_gfx_sample() takes it. */
EXPORT uint32_t smgpu_gfx_texture_handle(const struct smgpu_gfx_texture *t)
{
	return smgpu_buffer_va(t->buf);
}

/* Indices are checked here, so that no kernel has to. Both arrays are copied. */
EXPORT struct smgpu_gfx_mesh *smgpu_gfx_mesh_new(struct smgpu_gfx *g, const void *vertices,
						 uint32_t n_vertices, uint32_t stride,
						 const uint32_t *indices, uint32_t n_indices)
{
	/* Without indices the vertices are the corners, in their order. */
	uint32_t corners = indices ? n_indices : n_vertices;
	struct smgpu_gfx_mesh *m;

	if (!vertices || !n_vertices || !stride || stride % 4 || stride > 4096 || !corners ||
	    corners % 3 || corners / 3 > MAX_TRIANGLES || (!indices && n_indices)) {
		gfx_fail(
			-EINVAL,
			"A mesh needs vertices of whole words, and a multiple of three corners: 1 to %u triangles.",
			MAX_TRIANGLES);
		return NULL;
	}
	for (uint32_t i = 0; i < n_indices; i++) {
		if (indices[i] >= n_vertices) {
			gfx_fail(-EINVAL, "Index %u is %u; the mesh has %u vertices.", i,
				 indices[i], n_vertices);
			return NULL;
		}
	}
	m = calloc(1, sizeof(*m));
	if (!m) {
		gfx_fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	*m = (struct smgpu_gfx_mesh){
		.g = g, .n_vertices = n_vertices, .stride = stride, .triangles = corners / 3
	};
	m->vertices = gfx_filled(g, vertices, (uint64_t)n_vertices * stride);
	/* Indices are whole words on the card, too. */
	if (m->vertices && indices)
		m->indices = gfx_filled(g, indices, 4ull * n_indices);
	if (!m->vertices || (indices && !m->indices)) {
		if (m->vertices)
			smgpu_buffer_unref(m->vertices);
		free(m);
		return NULL;
	}
	return m;
}

/* NULL is allowed, as for all objects here. */
EXPORT void smgpu_gfx_mesh_free(struct smgpu_gfx_mesh *m)
{
	if (!m)
		return;
	gfx_idle(m->g);
	smgpu_buffer_unref(m->vertices);
	if (m->indices)
		smgpu_buffer_unref(m->indices);
	free(m);
}

/* The kernel whose name begins with @name and ends with the number of varyings, or NULL */
static const struct smgpu_kernel *find_vertex(const struct smgpu_module *mod, const char *name,
					      uint32_t *varyings)
{
	for (int i = 0; i < smgpu_module_count(mod); i++) {
		const char *k = smgpu_module_name(mod, i);
		size_t n = strlen(name);
		char *end;

		if (strncmp(k, name, n) || strncmp(k + n, "_vertex_", 8))
			continue;
		*varyings = (uint32_t)strtoul(k + n + 8, &end, 10);
		if (end != k + n + 8 && !*end && *varyings <= SMGPU_GFX_VARYINGS)
			return smgpu_module_kernel(mod, k);
	}
	return NULL;
}

/* SMGPU_GFX_PROGRAM() makes two kernels for a program; both must be there. The program holds its
 * module. */
EXPORT struct smgpu_gfx_program *smgpu_gfx_program_new(struct smgpu_gfx *g,
						       struct smgpu_module *mod, const char *name)
{
	struct smgpu_gfx_program *p;
	char tile[128];

	if (!mod || !name || strlen(name) > sizeof(tile) - 8) {
		gfx_fail(-EINVAL, "A program needs a module and a name.");
		return NULL;
	}
	p = calloc(1, sizeof(*p));
	if (!p) {
		gfx_fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	/* The macro gives a program's two kernels these endings. */
	strcpy(tile, name);
	strcat(tile, "_tile");
	p->g = g;
	p->vertex = find_vertex(mod, name, &p->varyings);
	p->tile = smgpu_module_kernel(mod, tile);
	if (!p->vertex || !p->tile) {
		free(p);
		gfx_fail(-ENOENT, "The module has no program %s: SMGPU_GFX_PROGRAM() makes one.",
			 name);
		return NULL;
	}
	p->mod = smgpu_module_ref(mod);
	/* A number and not the address: a new program may lie where a freed one did. */
	p->version = ++g->versions;
	return p;
}

/* With texture instructions, attributes and constant operands, or for any card */
static struct smgpu_module *stock_module(struct smgpu_gfx *g)
{
	struct smgpu_module *m =
		smgpu_module_new(g->vm, gfx_stock_units_elf,
				 (size_t)(gfx_stock_units_elf_end - gfx_stock_units_elf));

	/* That code tells of a card without such units; others are failures. */
	if (m || errno != EOPNOTSUPP)
		return m;
	return smgpu_module_new(g->vm, gfx_stock_elf, (size_t)(gfx_stock_elf_end - gfx_stock_elf));
}

/* The module is loaded when first asked for and stays with the context. */
EXPORT struct smgpu_gfx_program *smgpu_gfx_program_stock(struct smgpu_gfx *g)
{
	if (!g->stock)
		g->stock = stock_module(g);
	if (!g->stock) {
		gfx_failed("The library's kernels");
		return NULL;
	}
	return smgpu_gfx_program_new(g, g->stock, "stock");
}

/* The module stays as long as another program, or the caller, holds it. */
EXPORT void smgpu_gfx_program_free(struct smgpu_gfx_program *p)
{
	if (!p)
		return;
	gfx_idle(p->g);
	smgpu_module_unref(p->mod);
	free(p);
}
