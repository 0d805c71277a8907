/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What setting an input changes. */
#pragma once

#include "catalog/weft-vary-private.h"
#include "model/weft-evaluation.h"
#include "model/whatif/weft-input.h"

G_BEGIN_DECLS

/* What is set. */
typedef enum
{
  WEFT_SET_FACT,
  WEFT_SET_CONSTANT,
  WEFT_SET_BUDGET,
  WEFT_SET_FRACTION, /* of a partition; the others share what is left as they did */
  WEFT_SET_WEIGHT,   /* of a workload; likewise */
  WEFT_SET_WORKLOAD,
} WeftInputSet;

/**
 * WeftInputTarget: (skip)
 * @kind: of the part
 * @index: of the part in the inventory of the question
 * @key: interned
 * @base: what it is; %NAN when unknown
 * @raise: set only where it is less: a port that must carry what a fabric brings
 */
typedef struct
{
  WeftRecordKind kind;
  guint index;
  const char *key;
  double base;
  gboolean raise;
} WeftInputTarget;

struct _WeftInput
{
  GObject parent_instance;

  char *path;
  char *label;
  char *place;
  WeftInputGroup group;
  WeftInputSet set;
  guint index;     /* of a partition or a workload; -1 for none */
  const char *key; /* interned */
  GArray *targets; /* WeftInputTarget */
  double value;
  double low;
  double high;
  double least;
  double most;
  double spread;
  WeftUnit unit;
  double to_si;
  char *unit_text;
  gboolean is_whole;
  gboolean is_flag;
  gboolean is_of_link;
  gboolean is_log;
  WeftConfidence confidence;
  char *source;
  char *note;
};

/* @label and @place are taken. With value %NAN, no range, no spread; to be filled. (transfer full) */
WeftInput *weft_input_new            (const char           *path,
                                      char                 *label,
                                      char                 *place,
                                      WeftInputGroup        group,
                                      WeftInputSet          set,
                                      const char           *key);
void       weft_input_set_unit       (WeftInput            *self,
                                      const char           *key);
void       weft_input_set_provenance (WeftInput            *self,
                                      const WeftProvenance *provenance);
/* From the spread, or by a factor of two when there is none; within what it may be. */
void       weft_input_set_range      (WeftInput            *self);

G_END_DECLS
