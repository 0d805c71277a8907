/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One thing that a design violates: what, where, both numbers and what to do. Immutable. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SEVERITY_INFO,
  WEFT_SEVERITY_WARNING,
  WEFT_SEVERITY_ERROR, /* the design cannot be scored */
} WeftSeverity;

#define WEFT_TYPE_VIOLATION (weft_violation_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftViolation, weft_violation, WEFT, VIOLATION, GObject)

/* @actual and @limit are (transfer full) (nullable) scalars: a number, or a string such as "B20O". @message is one sentence saying what is wrong, with both
 * numbers; @hint one saying what to do. */
WEFT_API WeftViolation *weft_violation_new          (const char *code, WeftSeverity severity, const char *path,
                                                     JsonNode *actual, JsonNode *limit,
                                                     const char *message, const char *hint);
/* The same violation, accepted. */
WEFT_API WeftViolation *weft_violation_new_waived   (WeftViolation *violation, const char *reason);
WEFT_API const char    *weft_violation_get_code     (WeftViolation *self);
WEFT_API WeftSeverity   weft_violation_get_severity (WeftViolation *self);
/* Its severity as far as it counts: INFO when it is waived. */
WEFT_API WeftSeverity   weft_violation_get_standing (WeftViolation *self);
WEFT_API const char    *weft_violation_get_path     (WeftViolation *self); /* JSON pointer into the document */
WEFT_API JsonNode      *weft_violation_get_actual   (WeftViolation *self); /* (nullable) */
WEFT_API JsonNode      *weft_violation_get_limit    (WeftViolation *self); /* (nullable) */
WEFT_API const char    *weft_violation_get_message  (WeftViolation *self);
WEFT_API const char    *weft_violation_get_hint     (WeftViolation *self);
/* The reason why it is accepted; (nullable): it is not. */
WEFT_API const char    *weft_violation_get_waived   (WeftViolation *self);
/* {code, severity, path, actual, limit, message, hint}, and waived when it is (transfer full) */
WEFT_API JsonNode      *weft_violation_to_json      (WeftViolation *self);
WEFT_API const char    *weft_severity_nick          (WeftSeverity severity); /* "error", "warning", "info" */
WEFT_API const char    *weft_severity_label         (WeftSeverity severity); /* translated */

G_END_DECLS
