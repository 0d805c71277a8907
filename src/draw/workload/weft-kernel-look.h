/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How each kernel of a workload looks, in every chart of it: hue, hatching and a letter. It follows from the graph or
 * the trace alone, so that a workload looks the same on every machine and by every algorithm. */
#pragma once

#include "draw/weft-paint.h"
#include "sim/weft-sim-trace.h"

G_BEGIN_DECLS

/* Kernels that have a look of their own; what is left of more of them shares the last one. */
#define WEFT_MAX_KERNEL_LOOKS 16
/* The hue of what is no kernel but a part of the time, such as waiting. */
#define WEFT_KERNEL_HUE_OF_PART(part) (WEFT_N_KERNEL_HUES + 1 + (guint) (part))

/**
 * WeftKernelLook: (skip)
 * @name: (nullable): the kernel, of the graph; %NULL for what several kernels share
 * @n_kernels: how many kernels it stands for
 * @letter: stands in bars and legends, so that colour is never alone
 * @hue: of WeftPalette.kernels; %WEFT_N_KERNEL_HUES for none, WEFT_KERNEL_HUE_OF_PART() for one of WeftPalette.parts
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
 * @looks: in the order in which the graph has its kernels, or the trace its labels
 * @of_name: [names of the graph, or labels] the look of a kernel
 */
typedef struct
{
  guint n;
  WeftKernelLook looks[WEFT_MAX_KERNEL_LOOKS];
  guint8 *of_name;
} WeftKernelLooks;

/* They are right as long as @graph lives. (transfer full) */
WEFT_API WeftKernelLooks  *weft_kernel_looks_new  (const WeftTaskGraph   *graph);
/* The same of the labels of a trace, with @most looks: kernels of its graph look alike in both. (transfer full) */
WEFT_API WeftKernelLooks  *weft_kernel_looks_new_for_trace (const WeftSimTrace *trace,
                                                            guint               most);
WEFT_API void              weft_kernel_looks_free (WeftKernelLooks       *self);

/* "symgs", or "4 other kernels". (transfer full) */
WEFT_API char             *weft_kernel_look_name  (const WeftKernelLook  *look);
/* Its colour. (transfer none) */
WEFT_API const WeftColour *weft_kernel_look_hue   (const WeftKernelLook  *look,
                                                   const WeftPalette     *palette);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftKernelLooks, weft_kernel_looks_free)

G_END_DECLS
