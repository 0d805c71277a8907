/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the files of the verification suite add their checks. */
#pragma once

#include "model/weft-check.h"

G_BEGIN_DECLS

typedef struct
{
  WeftEvaluator *evaluator;
  WeftInventory *inventory; /* of the profile that reproduces the published figures */
  WeftCheckLevel level;
  GListStore *checks;
} WeftCheckRun;

/* A check passes when |got - expected| <= tolerance * |expected|; with tolerance 0 when they are equal. */
void weft_check_add          (WeftCheckRun *run,
                              const char   *name,
                              double        expected,
                              double        got,
                              double        tolerance,
                              const char   *unit,
                              const char   *source);

void weft_check_catalog_run  (WeftCheckRun *run);
void weft_check_component_run (WeftCheckRun *run);
void weft_check_identity_run (WeftCheckRun *run);
gboolean weft_check_figure_run (WeftCheckRun *run,
                                GError      **error);
void weft_check_case_run     (WeftCheckRun *run);

G_END_DECLS
