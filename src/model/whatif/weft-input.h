/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that an answer depends on: a field of the document, a fact of a chip or fabric, a parameter of the workload
 * or a constant of the profile, with its value, where that comes from, and how far it may sensibly go. Immutable. */
#pragma once

#include "base/weft-quantity.h"
#include "catalog/weft-provenance.h"
#include "model/whatif/weft-factor.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_INPUT_DOCUMENT,  /* budget and fractions */
  WEFT_INPUT_PARTITION, /* a fact of what a partition is made of, and there alone */
  WEFT_INPUT_REFERENCE, /* the same of the reference machine */
  WEFT_INPUT_FACT,      /* a fact wherever it counts, the reference included */
  WEFT_INPUT_WORKLOAD,
  WEFT_INPUT_CONSTANT,  /* of the profile */
  WEFT_N_INPUT_GROUPS,
} WeftInputGroup;

/* "document", "partition" ...; translated. */
WEFT_API const char *weft_input_group_nick  (WeftInputGroup group);
WEFT_API const char *weft_input_group_label (WeftInputGroup group);

/* Properties, all read-only: path, label, group-label, shown-value. */
#define WEFT_TYPE_INPUT (weft_input_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftInput, weft_input, WEFT, INPUT, GObject)

/* What people type: "partitions/0/chip/mem_bw_gbs". */
WEFT_API const char     *weft_input_get_path       (WeftInput  *self);
/* What it is: "Memory bandwidth"; and of what: "B200, partition 1", "" for none. */
WEFT_API const char     *weft_input_get_label      (WeftInput  *self);
WEFT_API const char     *weft_input_get_place      (WeftInput  *self);
/* Both in one. (transfer full) */
WEFT_API char           *weft_input_dup_title      (WeftInput  *self);
WEFT_API WeftInputGroup  weft_input_get_group      (WeftInput  *self);
/* As files have it, in weft_input_get_unit(): "GB/s", "µs", "" for a plain number. NAN when it is unknown. */
WEFT_API double          weft_input_get_value      (WeftInput  *self);
WEFT_API const char     *weft_input_get_unit       (WeftInput  *self);
/* A sensible range, from how well it is known; for a yes or no 0 and 1. */
WEFT_API double          weft_input_get_low        (WeftInput  *self);
WEFT_API double          weft_input_get_high       (WeftInput  *self);
/* What it may be at all. */
WEFT_API double          weft_input_get_least      (WeftInput  *self);
WEFT_API double          weft_input_get_most       (WeftInput  *self);
WEFT_API gboolean        weft_input_is_whole       (WeftInput  *self);
WEFT_API gboolean        weft_input_is_flag        (WeftInput  *self);
/* A fabric or a port alone: moved without the other it has no effect or breaks a rule. "scaleup/gbs" and "scaleout/gbs"
 * are the link as a whole. */
WEFT_API gboolean        weft_input_is_of_link     (WeftInput  *self);
/* Whether it is of one design alone: what a partition is made of, and its part of the budget. Facts, workload, budget
 * and constants are everybody's. */
WEFT_API gboolean        weft_input_is_own         (WeftInput  *self);
/* Standard deviation of its logarithm: 0 for what is known or chosen. */
WEFT_API double          weft_input_get_spread     (WeftInput  *self);
WEFT_API WeftConfidence  weft_input_get_confidence (WeftInput  *self);
/* "" when there is none. */
WEFT_API const char     *weft_input_get_source     (WeftInput  *self);
WEFT_API const char     *weft_input_get_note       (WeftInput  *self);

/* A value for people: "8.00 TB/s". (transfer full) */
WEFT_API char           *weft_input_format         (WeftInput  *self,
                                                    double      value);
/* What people type: a number counts in the input's unit, and "8TB/s" in its own. */
WEFT_API gboolean        weft_input_parse          (WeftInput  *self,
                                                    const char *text,
                                                    double     *value,
                                                    GError    **error);
/* For studies; its name is the path, which lives as long as the input. */
WEFT_API WeftFactor      weft_input_get_factor     (WeftInput  *self);
/* The same with all that a question may well take it to, however well it is known. */
WEFT_API WeftFactor      weft_input_get_reach      (WeftInput  *self);

G_END_DECLS
