/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design with its parts copied apart, so that each can be changed alone, and what comes of other numbers. */
#pragma once

#include "base/weft-list.h"
#include "catalog/weft-profile-private.h"
#include "model/weft-kernel-private.h"
#include "model/whatif/weft-input-private.h"
#include "model/whatif/weft-output-private.h"
#include "model/whatif/weft-response.h"
#include "model/whatif/weft-trust-private.h"
#include "model/whatif/weft-whatif.h"

G_BEGIN_DECLS

struct _WeftWhatif
{
  GObject parent_instance;

  WeftEvaluator *evaluator;
  WeftEvaluation *evaluation;
  WeftDesign *design;           /* a copy; one of partitions names the copied parts */
  GMutex copying;               /* a design may not be read by two threads at once */
  WeftInventory *inventory;     /* with a set of parts for each partition */
  WeftMachine machine;          /* of those sets */
  WeftPartSet sets[WEFT_MAX_PARTITIONS];      /* where the copies are */
  WeftPartSet originals[WEFT_MAX_PARTITIONS]; /* and where what they are copies of */
  WeftPartSet reference;
  WeftRecord *workload;         /* (nullable) */
  double weights[WEFT_N_WORKLOADS];
  gboolean is_graph;
  WeftTrust trust;
  WeftList *inputs;
  GHashTable *by_path; /* char* to WeftInput, borrowed */
};

/**
 * WeftVariant: (skip)
 * @inventory: with other facts and constants
 * @machine: with other fractions and another budget
 * @design: (nullable): with another workload; %NULL when the base's counts
 *
 * A design with other numbers.
 */
typedef struct
{
  WeftInventory *inventory;
  WeftMachine machine;
  WeftDesign *design;
} WeftVariant;

void       weft_variant_clear         (WeftVariant      *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftVariant, weft_variant_clear)

/* @relative: (nullable): for which inputs the value is a factor of what each target is. @document: make the document
 * too, whatever is changed in it. */
gboolean   weft_whatif_vary           (WeftWhatif       *self,
                                       WeftInput *const *inputs,
                                       const double     *values,
                                       const gboolean   *relative,
                                       guint             n,
                                       gboolean          document,
                                       WeftVariant      *variant,
                                       GError          **error);
/* By the kernel alone, without rules: FALSE when the reference cannot run. */
gboolean   weft_whatif_score          (WeftWhatif        *self,
                                       const WeftVariant *variant,
                                       WeftModel         *model,
                                       WeftScore         *score);
/* A number of what the kernel found; NAN for one that it does not find. */
double     weft_whatif_read_score     (const WeftOutput  *output,
                                       const WeftVariant *variant,
                                       const WeftScore   *score);
/* With rules, words and all. */
WeftEvaluation *weft_whatif_evaluate_variant (WeftWhatif        *self,
                                              const WeftVariant *variant,
                                              GError           **error);

/* Fills inputs and by_path. */
void       weft_whatif_list_inputs    (WeftWhatif       *self);
/* An input of a fact: of the sets, of what a partition has, or wherever it counts. NULL when the part has no such
 * number. (transfer full) */
WeftInput *weft_whatif_new_set_input  (WeftWhatif       *self,
                                       const char       *path,
                                       WeftRecordKind    kind,
                                       guint             partition,
                                       gboolean          all,
                                       const char       *key);
WeftInput *weft_whatif_new_reference_input (WeftWhatif  *self,
                                       const char       *path,
                                       WeftRecordKind    kind,
                                       const char       *key);
WeftInput *weft_whatif_new_fact_input (WeftWhatif       *self,
                                       const char       *path,
                                       WeftRecordKind    kind,
                                       guint             original,
                                       const char       *key);
WeftInput *weft_whatif_new_constant_input (WeftWhatif   *self,
                                       const char       *key);
/* Keys of a part's record that are known to count, NULL at the end. "gbs" of a fabric is the link as a whole. */
const char *const *weft_whatif_fact_keys (WeftRecordKind kind);

static inline guint
weft_part_set_get (const WeftPartSet *set,
                   WeftRecordKind     kind)
{
  return kind == WEFT_RECORD_CHIP      ? set->chip
         : kind == WEFT_RECORD_SCALEUP ? set->scaleup
                                       : set->scaleout;
}

G_END_DECLS
