/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How each kernel of a workload looks, in every chart of it: hue, hatching and a letter. It follows from the graph
 * alone, so that a workload looks the same on every machine and by every algorithm. */
#pragma once

#include "draw/weft-paint.h"
#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

/* Kernels that have a look of their own; what is left of more of them shares the last one. */
#define WEFT_MAX_KERNEL_LOOKS 16

/**
 * WeftKernelLook: (skip)
 * @name: (nullable): the kernel, of the graph; %NULL for what several kernels share
 * @n_kernels: how many kernels it stands for
 * @letter: stands in bars and legends, so that colour is never alone
 * @hue: of WeftPalette.kernels; %WEFT_N_KERNEL_HUES for none
 * @hatched: whether it is hatched
 */
typedef struct
{
  const char *name;
  guint n_kernels;
  char letter[2];
  guint hue;
  gboolean hatched;
} WeftKernelLook;

/**
 * WeftKernelLooks: (skip)
 * @n: how many looks
 * @looks: in the order in which the graph has its kernels
 * @of_name: [names of the graph] the look of a kernel
 */
typedef struct
{
  guint n;
  WeftKernelLook looks[WEFT_MAX_KERNEL_LOOKS];
  guint8 *of_name;
} WeftKernelLooks;

/* They are right as long as @graph lives. (transfer full) */
WEFT_API WeftKernelLooks  *weft_kernel_looks_new  (const WeftTaskGraph   *graph);
WEFT_API void              weft_kernel_looks_free (WeftKernelLooks       *self);

/* "symgs", or "4 other kernels". (transfer full) */
WEFT_API char             *weft_kernel_look_name  (const WeftKernelLook  *look);
/* Its colour. (transfer none) */
WEFT_API const WeftColour *weft_kernel_look_hue   (const WeftKernelLook  *look,
                                                   const WeftPalette     *palette);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftKernelLooks, weft_kernel_looks_free)

G_END_DECLS
