/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One thing that a design violates, with its place and both numbers. */
#include "design/weft-violation.h"

#include <glib/gi18n-lib.h>

struct _WeftViolation
{
  GObject parent_instance;

  char *code;
  WeftSeverity severity;
  char *path;
  JsonNode *actual;
  JsonNode *limit;
  char *message;
  char *hint;
  char *waived;
};

G_DEFINE_FINAL_TYPE (WeftViolation, weft_violation, G_TYPE_OBJECT)

static JsonNode *
scalar_or_null (JsonNode *node)
{
  return node != NULL ? json_node_copy (node) : json_node_new (JSON_NODE_NULL);
}

static void
weft_violation_finalize (GObject *object)
{
  WeftViolation *self = WEFT_VIOLATION (object);

  g_free (self->code);
  g_free (self->path);
  g_clear_pointer (&self->actual, json_node_unref);
  g_clear_pointer (&self->limit, json_node_unref);
  g_free (self->message);
  g_free (self->hint);
  g_free (self->waived);

  G_OBJECT_CLASS (weft_violation_parent_class)->finalize (object);
}

static void
weft_violation_class_init (WeftViolationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_violation_finalize;
}

static void
weft_violation_init (WeftViolation *self)
{
}

/**
 * weft_violation_new:
 * @code: the broken rule, as weft-rules.h lists them
 * @severity: an error keeps the design from being scored
 * @path: JSON pointer of the value in the document, "" for the whole of it
 * @actual: (transfer full) (nullable): what is there, a number or a string
 * @limit: (transfer full) (nullable): what was expected or allowed
 * @message: one sentence that says what is wrong, with both numbers
 * @hint: one sentence that says what to do
 *
 * Returns: (transfer full): a violation
 */
WeftViolation *
weft_violation_new (const char   *code,
                    WeftSeverity  severity,
                    const char   *path,
                    JsonNode     *actual,
                    JsonNode     *limit,
                    const char   *message,
                    const char   *hint)
{
  WeftViolation *self;

  g_return_val_if_fail (code != NULL && path != NULL, NULL);
  g_return_val_if_fail (message != NULL && hint != NULL, NULL);

  self = g_object_new (WEFT_TYPE_VIOLATION, NULL);
  self->code = g_strdup (code);
  self->severity = severity;
  self->path = g_strdup (path);
  self->actual = actual;
  self->limit = limit;
  self->message = g_strdup (message);
  self->hint = g_strdup (hint);

  return self;
}

/**
 * weft_violation_new_waived:
 * @violation: a violation
 * @reason: why it is accepted
 *
 * Returns: (transfer full): the same violation with the mark that it is waived
 */
WeftViolation *
weft_violation_new_waived (WeftViolation *violation,
                           const char    *reason)
{
  WeftViolation *self;

  g_return_val_if_fail (WEFT_IS_VIOLATION (violation) && reason != NULL, NULL);

  self = weft_violation_new (violation->code, violation->severity, violation->path,
                             scalar_or_null (violation->actual), scalar_or_null (violation->limit),
                             violation->message, violation->hint);
  self->waived = g_strdup (reason);

  return self;
}

/**
 * weft_violation_get_code:
 * @self: a violation
 *
 * Returns: the broken rule, as weft-rules.h lists them
 */
const char *
weft_violation_get_code (WeftViolation *self)
{
  g_return_val_if_fail (WEFT_IS_VIOLATION (self), NULL);

  return self->code;
}

/**
 * weft_violation_get_severity:
 * @self: a violation
 *
 * Returns: how bad it is
 */
WeftSeverity
weft_violation_get_severity (WeftViolation *self)
{
  g_return_val_if_fail (WEFT_IS_VIOLATION (self), WEFT_SEVERITY_ERROR);

  return self->severity;
}

/**
 * weft_violation_get_standing:
 * @self: a violation
 *
 * Returns: how bad it is as far as it counts: what is waived is there to be known
 */
WeftSeverity
weft_violation_get_standing (WeftViolation *self)
{
  g_return_val_if_fail (WEFT_IS_VIOLATION (self), WEFT_SEVERITY_ERROR);

  return self->waived != NULL ? WEFT_SEVERITY_INFO : self->severity;
}

/**
 * weft_violation_get_path:
 * @self: a violation
 *
 * Returns: JSON pointer into the document, "" for the whole of it
 */
const char *
weft_violation_get_path (WeftViolation *self)
{
  g_return_val_if_fail (WEFT_IS_VIOLATION (self), NULL);

  return self->path;
}

/**
 * weft_violation_get_actual:
 * @self: a violation
 *
 * Returns: (transfer none) (nullable): what was found, a number or a string
 */
JsonNode *
weft_violation_get_actual (WeftViolation *self)
{
  g_return_val_if_fail (WEFT_IS_VIOLATION (self), NULL);

  return self->actual;
}

/**
 * weft_violation_get_limit:
 * @self: a violation
 *
 * Returns: (transfer none) (nullable): what was expected or allowed, a number or a string
 */
JsonNode *
weft_violation_get_limit (WeftViolation *self)
{
  g_return_val_if_fail (WEFT_IS_VIOLATION (self), NULL);

  return self->limit;
}

/**
 * weft_violation_get_message:
 * @self: a violation
 *
 * Returns: what is wrong, one sentence, translated
 */
const char *
weft_violation_get_message (WeftViolation *self)
{
  g_return_val_if_fail (WEFT_IS_VIOLATION (self), NULL);

  return self->message;
}

/**
 * weft_violation_get_hint:
 * @self: a violation
 *
 * Returns: what to do, one sentence, translated
 */
const char *
weft_violation_get_hint (WeftViolation *self)
{
  g_return_val_if_fail (WEFT_IS_VIOLATION (self), NULL);

  return self->hint;
}

/**
 * weft_violation_get_waived:
 * @self: a violation
 *
 * Returns: (nullable): the reason why it is accepted, %NULL when it is not
 */
const char *
weft_violation_get_waived (WeftViolation *self)
{
  g_return_val_if_fail (WEFT_IS_VIOLATION (self), NULL);

  return self->waived;
}

/**
 * weft_violation_to_json:
 * @self: a violation
 *
 * Returns: (transfer full): an object with code, severity, path, actual, limit, message and hint;
 *   actual and limit are null where there is none; waived is there only when it is
 */
JsonNode *
weft_violation_to_json (WeftViolation *self)
{
  JsonObject *object;
  JsonNode *node;

  g_return_val_if_fail (WEFT_IS_VIOLATION (self), NULL);

  object = json_object_new ();
  json_object_set_string_member (object, "code", self->code);
  json_object_set_string_member (object, "severity", weft_severity_nick (self->severity));
  json_object_set_string_member (object, "path", self->path);
  json_object_set_member (object, "actual", scalar_or_null (self->actual));
  json_object_set_member (object, "limit", scalar_or_null (self->limit));
  json_object_set_string_member (object, "message", self->message);
  json_object_set_string_member (object, "hint", self->hint);
  if (self->waived != NULL)
    json_object_set_string_member (object, "waived", self->waived);

  node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

/**
 * weft_severity_nick:
 * @severity: a severity
 *
 * Returns: its word in JSON
 */
const char *
weft_severity_nick (WeftSeverity severity)
{
  switch (severity)
    {
    case WEFT_SEVERITY_INFO:
      return "info";
    case WEFT_SEVERITY_WARNING:
      return "warning";
    case WEFT_SEVERITY_ERROR:
      return "error";
    default:
      g_return_val_if_reached ("error");
    }
}

/**
 * weft_severity_label:
 * @severity: a severity
 *
 * Returns: its word for people, translated
 */
const char *
weft_severity_label (WeftSeverity severity)
{
  switch (severity)
    {
    case WEFT_SEVERITY_INFO:
      return _("Information");
    case WEFT_SEVERITY_WARNING:
      return _("Warning");
    case WEFT_SEVERITY_ERROR:
      return _("Error");
    default:
      g_return_val_if_reached ("");
    }
}
