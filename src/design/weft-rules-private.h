/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the groups of rules share: the design with its names resolved, and where violations go. */
#pragma once

#include "base/weft-quantity.h"
#include "design/graph/weft-graph-totals.h"
#include "design/weft-machine.h"
#include "design/weft-rules.h"
#include "design/weft-waiver-private.h"

G_BEGIN_DECLS

/* One partition with its names resolved; NULL for what the catalog does not have. */
typedef struct
{
  const char *chip_name; /* as the document writes it */
  const WeftChip *chip;  /* NULL for a refused one too */
  const WeftScaleup *scaleup;
  const WeftScaleout *scaleout;
  const WeftScaleupOnChip *on_chip; /* NULL when the two do not fit */
  double power_frac;
  gboolean fraction_ok;
} WeftRulesPartition;

typedef struct
{
  WeftDesign *design;
  WeftInventory *inventory;
  GPtrArray *violations;
  WeftWaivers waivers;
  guint n_errors;

  WeftRulesPartition *partitions;
  guint n_partitions;

  /* Budget and epsilon, without partitions; only when they are sound. */
  WeftMachine machine;
  gboolean has_budget;

  /* Of a graph: what it amounts to, as far as that can be told. */
  WeftMachine graph_machine;
  gboolean has_graph_machine;
  WeftGraphTotals *totals; /* (nullable) */
} WeftRules;

/* All but @code are taken; @actual and @limit may be NULL. */
void     weft_rules_add               (WeftRules      *rules,
                                       WeftSeverity    severity,
                                       const char     *code,
                                       char           *path,
                                       JsonNode       *actual,
                                       JsonNode       *limit,
                                       char           *message,
                                       char           *hint);
/* @message with the nearest name as hint, or how to list all: @list is what `weft catalog list`
 * takes. @path and @message are taken. */
void     weft_rules_add_unknown       (WeftRules      *rules,
                                       const char     *code,
                                       char           *path,
                                       const char     *name,
                                       const char     *nearest,
                                       char           *message,
                                       const char     *list);
/* A key as a JSON pointer has it. (transfer full) */
/* For a message: up to nine digits in the C locale. (transfer full) */
char    *weft_rules_number            (double          value);
/* The same with as many digits more as it takes to tell @value from @limit. */
char    *weft_rules_number_beside     (double          value,
                                       double          limit);
/* How far they are apart, in three digits. */
char    *weft_rules_by                (double          value,
                                       double          limit);
/* Two amounts that differ, written so that they are seen to differ. */
void     weft_rules_quantities        (double          a,
                                       double          b,
                                       WeftUnit        unit,
                                       char          **shown_a,
                                       char          **shown_b);

void     weft_rules_check_profile     (WeftRules      *rules);
void     weft_rules_check_facility    (WeftRules      *rules);
void     weft_rules_check_workload    (WeftRules      *rules);
void     weft_rules_check_partitions  (WeftRules      *rules);
void     weft_rules_check_eligibility (WeftRules      *rules);
void     weft_rules_check_graph       (WeftRules      *rules);

G_END_DECLS
