/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an answer is called, how it is written, and where it stands in an evaluation. */
#include "model/whatif/weft-output-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-name.h"
#include "model/weft-evaluation-private.h"

static WeftOutput *
new_output (const char    *path,
            char          *label,
            WeftOutputKind kind,
            guint          index,
            WeftUnit       unit)
{
  WeftOutput *self = g_new0 (WeftOutput, 1);

  self->path = g_strdup (path);
  self->label = label;
  self->kind = kind;
  self->index = index;
  self->unit = unit;
  self->less_is_better = unit == WEFT_UNIT_S || unit == WEFT_UNIT_W || unit == WEFT_UNIT_USD;
  return self;
}

/**
 * weft_output_free: (skip)
 * @self: (transfer full): an output
 */
void
weft_output_free (WeftOutput *self)
{
  g_free (self->path);
  g_free (self->label);
  g_free (self->key);
  g_free (self);
}

/**
 * weft_output_copy: (skip)
 * @self: an output
 *
 * Returns: (transfer full): another one like it
 */
WeftOutput *
weft_output_copy (const WeftOutput *self)
{
  WeftOutput *copy = g_memdup2 (self, sizeof *self);

  copy->path = g_strdup (self->path);
  copy->label = g_strdup (self->label);
  copy->key = g_strdup (self->key);
  return copy;
}

/**
 * weft_output_format: (skip)
 * @self: an output
 * @value: what it is
 *
 * Returns: (transfer full): the value for people
 */
char *
weft_output_format (const WeftOutput *self,
                    double            value)
{
  if (isnan (value))
    return g_strdup (_("none"));
  if (self->unit == WEFT_UNIT_NONE && self->kind == WEFT_OUTPUT_VALUE)
    return g_strdup_printf (_("%.4g requests/s"), value);
  if (self->unit == WEFT_UNIT_NONE || self->unit == WEFT_UNIT_RATIO)
    return g_strdup_printf (self->unit == WEFT_UNIT_RATIO ? "%.4g×" : "%.4g", value);
  return weft_quantity_format (value, self->unit);
}

/**
 * weft_output_parse: (skip)
 * @self: an output
 * @text: a number in SI units, or with a unit
 * @value: (out): the number as evaluations have it
 * @error: return location
 *
 * Returns: %FALSE when it is no finite number, or the unit is another kind
 */
gboolean
weft_output_parse (const WeftOutput *self,
                   const char       *text,
                   double           *value,
                   GError          **error)
{
  g_autofree char *typed = g_strdup (text);
  g_autoptr (GError) local = NULL;

  /* What weft_output_format() writes behind a plain number. */
  if (self->unit == WEFT_UNIT_NONE && g_str_has_suffix (typed, _("requests/s")))
    typed[strlen (typed) - strlen (_("requests/s"))] = '\0';
  if (!weft_quantity_parse (g_strstrip (typed), self->unit, value, &local))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s: %s", self->label, local->message);
  else if (!isfinite (*value))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("%s: found “%s”, expected a finite number"), self->label,
                 text);
  else
    return TRUE;

  return FALSE;
}

/* --- by path --- */

/* The detail of a workload with this key. */
static const WeftDetail *
find_detail (WeftEvaluation  *evaluation,
             WeftWorkloadKind kind,
             const char      *key)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);
  GPtrArray *details = result != NULL ? weft_workload_result_get_details (result) : NULL;

  for (guint i = 0; details != NULL && i < details->len; i++)
    if (g_str_equal (((WeftDetail *) details->pdata[i])->key, key))
      return details->pdata[i];
  return NULL;
}

static gboolean
parse_share (const char *key,
             guint      *part)
{
  for (*part = 0; *part < WEFT_N_PARTS; (*part)++)
    if (g_str_equal (key, weft_time_part_nick (*part)))
      return TRUE;

  return FALSE;
}

static WeftOutput *
find_of_workload (WeftEvaluation *evaluation,
                  const char     *path,
                  char          **parts)
{
  guint n = g_strv_length (parts), share;
  const char *key = parts[n - 1];
  const WeftDetail *detail;
  WeftWorkloadKind kind;
  WeftOutput *output;

  if (n < 3 || n > 4 || !weft_workload_parse (parts[1], &kind))
    return NULL;
  if (n == 3 && g_str_equal (key, "value"))
    return new_output (path, g_strdup (weft_workload_label (kind)), WEFT_OUTPUT_VALUE, kind,
                       weft_workload_value_unit (kind));
  if (n == 3 && g_str_equal (key, "speedup"))
    return new_output (path, g_strdup_printf (_("%s over the reference"), weft_workload_label (kind)),
                       WEFT_OUTPUT_SPEEDUP, kind, WEFT_UNIT_RATIO);
  if (n == 4 && g_str_equal (parts[2], "split") && parse_share (key, &share))
    output = new_output (path, g_strdup_printf (_("%s: share of %s"), weft_workload_label (kind),
                                                weft_time_part_label (share)),
                         WEFT_OUTPUT_OTHER, kind, WEFT_UNIT_NONE);
  else if ((n == 3 || g_str_equal (parts[2], "details")) && (detail = find_detail (evaluation, kind, key)) != NULL)
    output = new_output (path, g_strdup_printf ("%s: %s", weft_workload_label (kind), detail->label), WEFT_OUTPUT_OTHER,
                         kind, detail->unit);
  else
    return NULL;

  output->key = g_strdup (key);
  return output;
}

static WeftOutput *
find_of_partition (WeftEvaluation *evaluation,
                   const char     *path,
                   char          **parts)
{
  GListModel *partitions = weft_evaluation_get_partitions (evaluation);
  guint64 index;

  if (g_strv_length (parts) != 3 || !g_str_equal (parts[2], "count")
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXUINT16, &index, NULL)
      || index >= g_list_model_get_n_items (partitions))
    return NULL;
  return new_output (path, g_strdup_printf (_("Chips of partition %u"), (guint) index + 1), WEFT_OUTPUT_COUNT,
                     (guint) index, WEFT_UNIT_COUNT);
}

/* A number anywhere in the evaluation as JSON. */
static JsonNode *
find_node (JsonNode    *root,
           const char  *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  JsonNode *node = root;

  for (guint i = 0; parts[i] != NULL && node != NULL; i++)
    {
      guint64 at;

      if (JSON_NODE_HOLDS_OBJECT (node))
        node = json_object_get_member (json_node_get_object (node), parts[i]);
      else if (JSON_NODE_HOLDS_ARRAY (node) && g_ascii_string_to_unsigned (parts[i], 10, 0, G_MAXUINT, &at, NULL)
               && at < json_array_get_length (json_node_get_array (node)))
        node = json_array_get_element (json_node_get_array (node), (guint) at);
      else
        return NULL;
    }
  return node;
}

static double
read_number (WeftEvaluation *evaluation,
             const char     *path)
{
  g_autoptr (JsonNode) root = weft_evaluation_to_json (evaluation);
  JsonNode *node = find_node (root, path);
  GType type = node != NULL ? json_node_get_value_type (node) : G_TYPE_INVALID;

  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE ? json_node_get_double (node) : NAN;
}

static WeftOutput *
find_anywhere (WeftEvaluation *evaluation,
               const char     *path)
{
  const char *key = strrchr (path, '/');
  WeftUnit unit;

  if (isnan (read_number (evaluation, path)))
    return NULL;
  key = key != NULL ? key + 1 : path;
  unit = weft_key_unit (key, NULL);
  return new_output (path, g_strdup (path), WEFT_OUTPUT_OTHER, 0, unit);
}

static void
refuse (const char *path,
        GError    **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_free);
  const char *nearest;

  g_ptr_array_add (known, g_strdup ("score"));
  g_ptr_array_add (known, g_strdup ("power_w"));
  g_ptr_array_add (known, g_strdup ("cost_usd"));
  g_ptr_array_add (known, g_strdup ("partitions/0/count"));
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      g_ptr_array_add (known, g_strdup_printf ("workloads/%s/value", weft_workload_nick (i)));
      g_ptr_array_add (known, g_strdup_printf ("workloads/%s/speedup", weft_workload_nick (i)));
    }
  g_ptr_array_add (known, NULL);
  nearest = strlen (path) < 100 ? weft_name_nearest (path, (const char *const *) known->pdata) : NULL;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _("There is no output “%.100s”; is “%s” meant? Any number of “weft evaluate --json” can be asked for"),
               path, nearest != NULL ? nearest : "score");
}

WeftOutput *
weft_output_find (WeftEvaluation *evaluation,
                  const char     *path,
                  GError        **error)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", 6);
  WeftOutput *output = NULL;

  if (g_str_equal (path, "score"))
    return new_output (path, g_strdup (_("Score")), WEFT_OUTPUT_SCORE, 0, WEFT_UNIT_RATIO);
  if (g_str_equal (path, "power_w"))
    return new_output (path, g_strdup (_("Power")), WEFT_OUTPUT_POWER, 0, WEFT_UNIT_W);
  if (g_str_equal (path, "cost_usd"))
    return new_output (path, g_strdup (_("Cost")), WEFT_OUTPUT_COST, 0, WEFT_UNIT_USD);

  if (parts[0] != NULL && g_str_equal (parts[0], "workloads"))
    output = find_of_workload (evaluation, path, parts);
  else if (parts[0] != NULL && g_str_equal (parts[0], "partitions"))
    output = find_of_partition (evaluation, path, parts);
  if (output == NULL)
    output = find_anywhere (evaluation, path);
  if (output == NULL)
    refuse (path, error);
  return output;
}

/* --- of an evaluation --- */

static double
read_of_workload (const WeftOutput *self,
                  WeftEvaluation   *evaluation)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, self->index);
  const WeftDetail *detail;
  guint share;

  if (result == NULL)
    return NAN;
  if (self->kind == WEFT_OUTPUT_VALUE)
    return weft_workload_result_get_value (result);
  if (self->kind == WEFT_OUTPUT_SPEEDUP)
    return weft_workload_result_get_speedup (result);
  if (parse_share (self->key, &share))
    return weft_workload_result_get_share (result, share);
  detail = find_detail (evaluation, self->index, self->key);
  return detail != NULL ? detail->value : NAN;
}

double
weft_output_read (const WeftOutput *self,
                  WeftEvaluation   *evaluation)
{
  GListModel *partitions = weft_evaluation_get_partitions (evaluation);
  g_autoptr (WeftPartitionResult) partition = NULL;

  switch (self->kind)
    {
    case WEFT_OUTPUT_SCORE:
      return weft_evaluation_get_score (evaluation);
    case WEFT_OUTPUT_POWER:
      return weft_evaluation_get_power_w (evaluation);
    case WEFT_OUTPUT_COST:
      return weft_evaluation_get_cost_usd (evaluation);
    case WEFT_OUTPUT_COUNT:
      partition = g_list_model_get_item (partitions, self->index);
      return partition != NULL ? weft_partition_result_get_count (partition) : NAN;
    case WEFT_OUTPUT_VALUE:
    case WEFT_OUTPUT_SPEEDUP:
      return read_of_workload (self, evaluation);
    case WEFT_OUTPUT_OTHER:
    default:
      return self->key != NULL ? read_of_workload (self, evaluation) : read_number (evaluation, self->path);
    }
}
