/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verification suite: named checks in three levels (catalog against data sheets, identities, end-to-end figures),
 * each with what was expected, what was got, the tolerance and the source of the expectation. */
#pragma once

#include "model/weft-evaluator.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_CHECK_CATALOG = 1,
  WEFT_CHECK_IDENTITY = 2,
  WEFT_CHECK_FIGURE = 3,
} WeftCheckLevel;

#define WEFT_TYPE_CHECK (weft_check_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftCheck, weft_check, WEFT, CHECK, GObject)

WEFT_API const char    *weft_check_get_name      (WeftCheck *self);
WEFT_API WeftCheckLevel weft_check_get_level     (WeftCheck *self);
WEFT_API double         weft_check_get_expected  (WeftCheck *self);
WEFT_API double         weft_check_get_got       (WeftCheck *self);
WEFT_API double         weft_check_get_tolerance (WeftCheck *self); /* relative; 0 = exact */
WEFT_API const char    *weft_check_get_unit      (WeftCheck *self);
WEFT_API const char    *weft_check_get_source    (WeftCheck *self);
WEFT_API gboolean       weft_check_passes        (WeftCheck *self);

/* Runs every check. (transfer full), of WeftCheck */
WEFT_API GListModel    *weft_check_run           (WeftEvaluator *evaluator, GError **error);
/* {passed, failed, checks: [{name, level, expected, got, tolerance, unit, source, pass}]} (transfer full) */
WEFT_API JsonNode      *weft_check_to_json       (GListModel *checks);

G_END_DECLS
