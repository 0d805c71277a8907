/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine must hold to, each as use against limit. A search masks by them, an objective adds
 * their excess up and the window shows their message: all from the same call. */
#pragma once

#include "catalog/weft-component.h"
#include "design/physical/weft-cooling.h"
#include "design/weft-violation.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_PREDICATE_BUDGET_USD,
  WEFT_PREDICATE_BUDGET_RCU,
  WEFT_PREDICATE_CHASSIS_POWER,
  WEFT_PREDICATE_RACK_POWER,
  WEFT_PREDICATE_FACILITY_POWER,
  WEFT_PREDICATE_AIR_HEAT,
  WEFT_PREDICATE_LIQUID_HEAT,
  WEFT_PREDICATE_CDU_HEAT,
  WEFT_PREDICATE_RADIX,
  WEFT_PREDICATE_RACK_SPACE,
  WEFT_PREDICATE_AREA,
  WEFT_PREDICATE_CABLE_REACH,
  WEFT_PREDICATE_EXPORTED_PORTS,
  WEFT_PREDICATE_CONNECTED,
  /* These hold when both sides are equal. */
  WEFT_PREDICATE_LEVEL,
  WEFT_PREDICATE_PORT_KIND,
  WEFT_PREDICATE_PORT_GENERATION,
} WeftPredicateKind;

#define WEFT_N_PREDICATE_KINDS (WEFT_PREDICATE_PORT_GENERATION + 1)

typedef enum
{
  WEFT_VERDICT_UNKNOWN, /* a figure is missing that decides */
  WEFT_VERDICT_OK,
  WEFT_VERDICT_VIOLATED,
} WeftVerdict;

/**
 * WeftPredicate: (skip)
 * @kind: the rule
 * @verdict: whether it holds
 * @use: what is used, in the unit of the rule; NAN when unknown
 * @known: the part of the use that is known, all of it when @use is
 * @limit: what may be used; NAN when unknown
 * @who: (transfer none): whom it is about
 * @culprit: (transfer none) (nullable): the first part whose figure is unknown
 * @found: (transfer none) (nullable): of port kinds and generations, the one side
 * @expected: (transfer none) (nullable): and the other side
 *
 * All texts are the caller's and must outlive it. Watts, US dollars or RCU, ports, rack units, mm2,
 * metres, parts, levels.
 */
typedef struct
{
  WeftPredicateKind kind;
  WeftVerdict verdict;
  double use;
  double known;
  double limit;
  const char *who;
  const char *culprit;
  const char *found;
  const char *expected;
} WeftPredicate;

/**
 * WeftPredicatePart: (skip)
 * @id: (transfer none): name of the part
 * @amount: what one uses; NAN when unknown
 * @count: how many there are
 */
typedef struct
{
  const char *id;
  double amount;
  double count;
} WeftPredicatePart;

WEFT_API gboolean       weft_predicate_check        (WeftPredicateKind        kind,
                                                     const char              *who,
                                                     double                   use,
                                                     double                   limit,
                                                     WeftPredicate           *predicate,
                                                     GError                 **error);
WEFT_API gboolean       weft_predicate_sum          (WeftPredicateKind        kind,
                                                     const char              *who,
                                                     const WeftPredicatePart *parts,
                                                     guint                    n_parts,
                                                     double                   limit,
                                                     WeftPredicate           *predicate,
                                                     GError                 **error);
WEFT_API gboolean       weft_predicate_air          (const char              *who,
                                                     double                   heat_w,
                                                     gboolean                 is_liquid,
                                                     const WeftCoolingRules  *rules,
                                                     WeftPredicate           *predicate,
                                                     GError                 **error);
WEFT_API gboolean       weft_predicate_cdus         (const char              *who,
                                                     double                   liquid_w,
                                                     double                   capacity_w,
                                                     guint                    n_cdus,
                                                     guint                    spare,
                                                     WeftPredicate           *predicate,
                                                     GError                 **error);
WEFT_API gboolean       weft_predicate_level        (const char              *who,
                                                     WeftLevel                owner,
                                                     WeftLevel                vertex,
                                                     gboolean                 is_definition,
                                                     WeftPredicate           *predicate,
                                                     GError                 **error);
WEFT_API gboolean       weft_predicate_same         (WeftPredicateKind        kind,
                                                     const char              *who,
                                                     const char              *found,
                                                     const char              *expected,
                                                     WeftPredicate           *predicate,
                                                     GError                 **error);
WEFT_API gboolean       weft_predicate_permits      (const WeftPredicate     *predicate,
                                                     gboolean                 unknown);
WEFT_API double         weft_predicate_excess       (const WeftPredicate     *predicate);
WEFT_API WeftViolation *weft_predicate_to_violation (const WeftPredicate     *predicate,
                                                     const char              *path);
WEFT_API const char    *weft_predicate_code         (WeftPredicateKind        kind,
                                                     WeftVerdict              verdict);

G_END_DECLS
