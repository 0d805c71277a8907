/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What measurements of a chip correct its roofline by (CHASE, section 6.1): efficiency of arithmetic and of memory, and
 * the time to launch a kernel. */
#pragma once

#include <json-glib/json-glib.h>

#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

#define WEFT_KNOBS_FORMAT "weft-knobs/1"

/* What may choose among the knobs of one kernel on one chip. */
typedef enum
{
  WEFT_KNOB_BY_BYTES,
  WEFT_KNOB_BY_FLOPS,
  WEFT_KNOB_BY_INTENSITY, /* operations for each byte */
  WEFT_N_KNOB_AXES,
} WeftKnobAxis;

/**
 * WeftKnob: (skip)
 * @chip: index of the chip, -1 for any
 * @kernel: (nullable): the kernel, %NULL for any
 * @from: [axis] for tasks from here on, 0 when not given
 * @to: [axis] below here, infinite when not given
 * @flop_efficiency: share of the peak that arithmetic reaches, above 0, at most 1
 * @bandwidth_efficiency: the same of memory bandwidth
 * @launch_s: time before anything is computed
 */
typedef struct
{
  int chip;
  char *kernel;
  double from[WEFT_N_KNOB_AXES];
  double to[WEFT_N_KNOB_AXES];
  double flop_efficiency;
  double bandwidth_efficiency;
  double launch_s;
} WeftKnob;

/* (element-type WeftKnob) (transfer full) (nullable): errors are WEFT_JSON_ERROR with the place. */
WEFT_API GArray *weft_knobs_read (JsonNode      *node,
                                  WeftInventory *inventory,
                                  GError       **error);
/* The one that says most about a kernel on a chip: both named, then the chip, then the kernel, then neither; NULL when
 * none holds for a task with so many operations and bytes. (transfer none) */
const WeftKnob *weft_knobs_find (GArray         *knobs,
                                 guint           chip,
                                 const char     *kernel,
                                 double          flops,
                                 double          bytes);

G_END_DECLS
