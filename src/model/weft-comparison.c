/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two evaluations side by side: one row a figure, absolute and percent. */
#include "model/weft-comparison.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/weft-evaluation-private.h"

/* Which way a figure is better. */
typedef enum
{
  NEITHER,
  LARGER,
  SMALLER,
} Better;

struct _WeftComparisonRow
{
  GObject parent_instance;
  char *key;
  char *label;
  char *a;
  char *b;
  char *delta_text;
  char *percent_text;
  double number_a; /* NAN for texts and unknown numbers */
  double number_b;
  gboolean is_number;
  gboolean equal;
  Better better;
};

G_DEFINE_FINAL_TYPE (WeftComparisonRow, weft_comparison_row, G_TYPE_OBJECT)

static void
weft_comparison_row_finalize (GObject *object)
{
  WeftComparisonRow *self = WEFT_COMPARISON_ROW (object);

  g_free (self->key);
  g_free (self->label);
  g_free (self->a);
  g_free (self->b);
  g_free (self->delta_text);
  g_free (self->percent_text);

  G_OBJECT_CLASS (weft_comparison_row_parent_class)->finalize (object);
}

static void
weft_comparison_row_class_init (WeftComparisonRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_comparison_row_finalize;
}

static void
weft_comparison_row_init (WeftComparisonRow *self)
{
  self->number_a = self->number_b = NAN;
}

/* --- making rows --- */

static char *
format_delta (double   delta,
              WeftUnit unit)
{
  g_autofree char *size = weft_quantity_format (fabs (delta), unit);

  return g_strdup_printf ("%s%s", delta < 0 ? "−" : "+", size);
}

static char *
format_percent (double percent)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (percent))
    return g_strdup ("");

  g_ascii_formatd (number, sizeof number, "%.1f", fabs (percent));
  return g_strdup_printf ("%s%s\u00a0%%", percent < 0 ? "−" : "+", number);
}

static double
percent_of (double a,
            double b)
{
  return a != 0 ? 100 * (b / a - 1) : NAN;
}

static WeftComparisonRow *
add_number (GListStore *rows,
            const char *key,
            const char *label,
            double      a,
            double      b,
            WeftUnit    unit,
            Better      better)
{
  g_autoptr (WeftComparisonRow) row = g_object_new (WEFT_TYPE_COMPARISON_ROW, NULL);

  row->key = g_strdup (key);
  row->label = g_strdup (label);
  row->is_number = TRUE;
  row->number_a = a;
  row->number_b = b;
  row->a = weft_quantity_format (a, unit);
  row->b = weft_quantity_format (b, unit);
  row->equal = a == b || (isnan (a) && isnan (b));
  row->better = better;
  row->delta_text = row->equal || isnan (b - a) ? g_strdup ("") : format_delta (b - a, unit);
  row->percent_text = row->equal ? g_strdup ("") : format_percent (percent_of (a, b));
  g_list_store_append (rows, row);
  return row; /* the list keeps it */
}

static void
add_text (GListStore *rows,
          const char *key,
          const char *label,
          const char *a,
          const char *b)
{
  g_autoptr (WeftComparisonRow) row = g_object_new (WEFT_TYPE_COMPARISON_ROW, NULL);

  row->key = g_strdup (key);
  row->label = g_strdup (label);
  row->a = g_strdup (a != NULL ? a : "");
  row->b = g_strdup (b != NULL ? b : "");
  row->equal = g_str_equal (row->a, row->b);
  row->delta_text = g_strdup ("");
  row->percent_text = g_strdup ("");
  g_list_store_append (rows, row);
}

static const char *
bottleneck_of (WeftWorkloadResult *result)
{
  if (result == NULL || !weft_workload_result_is_feasible (result))
    return "";
  return weft_time_part_label (weft_workload_result_get_bottleneck (result));
}

/* What its value is called beside that of another design. */
char *
weft_workload_value_label (WeftWorkloadKind kind)
{
  const char *name = weft_workload_label (kind);

  return g_strdup_printf (kind == WEFT_WORKLOAD_TRAINING  ? _("%s: rate")
                          : kind == WEFT_WORKLOAD_SERVING ? _("%s: requests a second")
                                                          : _("%s: time"), name);
}

static void
compare_workload (GListStore      *rows,
                  WeftEvaluation  *a,
                  WeftEvaluation  *b,
                  WeftWorkloadKind kind)
{
  WeftWorkloadResult *left = weft_evaluation_get_workload (a, kind);
  WeftWorkloadResult *right = weft_evaluation_get_workload (b, kind);
  const char *nick = weft_workload_nick (kind);
  const char *name = weft_workload_label (kind);
  g_autofree char *speedup_key = g_strdup_printf ("workloads.%s.speedup", nick);
  g_autofree char *value_key = g_strdup_printf ("workloads.%s.value", nick);
  g_autofree char *bottleneck_key = g_strdup_printf ("workloads.%s.bottleneck", nick);
  g_autofree char *mapping_key = g_strdup_printf ("workloads.%s.mapping", nick);
  g_autofree char *placement_key = g_strdup_printf ("workloads.%s.placement", nick);
  g_autofree char *speedup = g_strdup_printf (_("%s: speed-up"), name);
  g_autofree char *value = weft_workload_value_label (kind);
  g_autofree char *bottleneck = g_strdup_printf (_("%s: bottleneck"), name);
  g_autofree char *mapping = g_strdup_printf (_("%s: mapping"), name);
  g_autofree char *placement = g_strdup_printf (_("%s: placement"), name);

  add_number (rows, speedup_key, speedup,
              left != NULL ? weft_workload_result_get_speedup (left) : NAN,
              right != NULL ? weft_workload_result_get_speedup (right) : NAN,
              WEFT_UNIT_RATIO, LARGER);
  add_number (rows, value_key, value,
              left != NULL ? weft_workload_result_get_value (left) : NAN,
              right != NULL ? weft_workload_result_get_value (right) : NAN,
              weft_workload_value_unit (kind), weft_workload_value_unit (kind) == WEFT_UNIT_S ? SMALLER : LARGER);
  add_text (rows, bottleneck_key, bottleneck, bottleneck_of (left), bottleneck_of (right));
  add_text (rows, placement_key, placement,
            left != NULL ? weft_workload_result_get_placement (left) : "",
            right != NULL ? weft_workload_result_get_placement (right) : "");
  add_text (rows, mapping_key, mapping,
            left != NULL ? weft_workload_result_get_mapping (left) : "",
            right != NULL ? weft_workload_result_get_mapping (right) : "");
}

/* A figure of a partition, NAN when only the other design has that partition. */
static double
figure (WeftPartitionResult *part,
        double (*get) (WeftPartitionResult *))
{
  return part != NULL ? get (part) : NAN;
}

static double
count_of (WeftPartitionResult *part)
{
  return weft_partition_result_get_count (part);
}

static const char *
word (WeftPartitionResult *part,
      const char *(*get) (WeftPartitionResult *))
{
  return part != NULL ? get (part) : "";
}

static void
compare_partition (GListStore     *rows,
                   WeftEvaluation *a,
                   WeftEvaluation *b,
                   guint           index)
{
  g_autoptr (WeftPartitionResult) left = g_list_model_get_item (weft_evaluation_get_partitions (a), index);
  g_autoptr (WeftPartitionResult) right = g_list_model_get_item (weft_evaluation_get_partitions (b), index);
  const struct
  {
    const char *key, *label;
    const char *(*get) (WeftPartitionResult *);
  } texts[] = {
    { "chip", _("Partition %u: chip"), weft_partition_result_get_chip },
    { "role", _("Partition %u: role"), weft_partition_result_get_role },
    { "scaleup", _("Partition %u: scale-up"), weft_partition_result_get_scaleup },
    { "scaleout", _("Partition %u: scale-out"), weft_partition_result_get_scaleout },
    { "realised", _("Partition %u: what runs there"), weft_partition_result_get_realised },
  };
  const struct
  {
    const char *key, *label;
    double (*get) (WeftPartitionResult *);
    WeftUnit unit;
  } numbers[] = {
    { "count", _("Partition %u: chips"), count_of, WEFT_UNIT_COUNT },
    { "domains", _("Partition %u: domains"), weft_partition_result_get_domains, WEFT_UNIT_NONE },
    { "chip_w", _("Partition %u: power of a chip"), weft_partition_result_get_chip_w, WEFT_UNIT_W },
    { "power_w", _("Partition %u: power"), weft_partition_result_get_power_w, WEFT_UNIT_W },
    { "cost_usd", _("Partition %u: cost"), weft_partition_result_get_cost_usd, WEFT_UNIT_USD },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *key = g_strdup_printf ("partitions.%u.%s", index, texts[i].key);
      g_autoptr (GString) label = g_string_new (texts[i].label);
      g_autofree char *number = g_strdup_printf ("%u", index + 1);

      g_string_replace (label, "%u", number, 1);
      add_text (rows, key, label->str, word (left, texts[i].get), word (right, texts[i].get));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *key = g_strdup_printf ("partitions.%u.%s", index, numbers[i].key);
      g_autoptr (GString) label = g_string_new (numbers[i].label);
      g_autofree char *number = g_strdup_printf ("%u", index + 1);
      WeftComparisonRow *row;

      g_string_replace (label, "%u", number, 1);
      row = add_number (rows, key, label->str, figure (left, numbers[i].get),
                        figure (right, numbers[i].get), numbers[i].unit, NEITHER);
      /* A partition that is not there has no figure; that is not an unknown one. */
      if (left == NULL)
        g_clear_pointer (&row->a, g_free);
      if (right == NULL)
        g_clear_pointer (&row->b, g_free);
    }
}

static double
count_severe (WeftEvaluation *evaluation)
{
  GListModel *list = weft_evaluation_get_violations (evaluation);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (list, i);

      n += weft_violation_get_standing (violation) == WEFT_SEVERITY_ERROR;
    }

  return n;
}

/**
 * weft_comparison_title:
 * @self: an evaluation
 * @other: (nullable): what stands beside it
 *
 * Returns: (transfer none): the name of its design, or its profile when that is all that tells both apart
 */
const char *
weft_comparison_title (WeftEvaluation *self,
                       WeftEvaluation *other)
{
  const char *name;

  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  g_return_val_if_fail (other == NULL || WEFT_IS_EVALUATION (other), NULL);

  name = weft_evaluation_get_design_name (self);
  if (other == NULL || g_strcmp0 (name, weft_evaluation_get_design_name (other)) != 0
      || g_strcmp0 (weft_evaluation_get_profile (self), weft_evaluation_get_profile (other)) == 0)
    return name;
  return weft_evaluation_get_profile (self);
}

/**
 * weft_compare:
 * @a: an evaluation
 * @b: another one
 *
 * Returns: (transfer full): the #WeftComparisonRow of each figure, equal ones included
 */
GListModel *
weft_compare (WeftEvaluation *a,
              WeftEvaluation *b)
{
  GListStore *rows;
  guint n;

  g_return_val_if_fail (WEFT_IS_EVALUATION (a), NULL);
  g_return_val_if_fail (WEFT_IS_EVALUATION (b), NULL);

  rows = g_list_store_new (WEFT_TYPE_COMPARISON_ROW);
  add_number (rows, "score", _("Score"), weft_evaluation_get_score (a),
              weft_evaluation_get_score (b), WEFT_UNIT_RATIO, LARGER);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    compare_workload (rows, a, b, i);

  add_text (rows, "profile", _("Profile"), weft_evaluation_get_profile (a),
            weft_evaluation_get_profile (b));
  add_number (rows, "budget", _("Budget"), weft_evaluation_get_budget (a),
              weft_evaluation_get_budget (b),
              weft_evaluation_budget_is_cost (a) && weft_evaluation_budget_is_cost (b)
                ? WEFT_UNIT_USD : WEFT_UNIT_W, NEITHER);
  add_number (rows, "power_w", _("Power of chips and ports"), weft_evaluation_get_power_w (a),
              weft_evaluation_get_power_w (b), WEFT_UNIT_W, SMALLER);
  add_number (rows, "cost_usd", _("Cost"), weft_evaluation_get_cost_usd (a),
              weft_evaluation_get_cost_usd (b), WEFT_UNIT_USD, SMALLER);
  add_number (rows, "errors", _("Broken rules"), count_severe (a), count_severe (b),
              WEFT_UNIT_COUNT, SMALLER);

  n = MAX (g_list_model_get_n_items (weft_evaluation_get_partitions (a)),
           g_list_model_get_n_items (weft_evaluation_get_partitions (b)));
  for (guint i = 0; i < n; i++)
    compare_partition (rows, a, b, i);

  return G_LIST_MODEL (rows);
}

static JsonObject *
write_row (WeftComparisonRow *row)
{
  JsonObject *object = json_object_new ();
  const double numbers[] = { row->number_a, row->number_b };
  const char *texts[] = { row->a, row->b };
  static const char *const keys[] = { "a", "b" };

  json_object_set_string_member (object, "key", row->key);
  json_object_set_string_member (object, "label", row->label);
  for (guint i = 0; i < 2; i++)
    {
      if (!row->is_number)
        json_object_set_string_member (object, keys[i], texts[i]);
      else if (isfinite (numbers[i]))
        json_object_set_double_member (object, keys[i], numbers[i]);
      else
        json_object_set_null_member (object, keys[i]);
    }

  if (isfinite (row->number_b - row->number_a))
    json_object_set_double_member (object, "delta", row->number_b - row->number_a);
  else
    json_object_set_null_member (object, "delta");
  if (isfinite (percent_of (row->number_a, row->number_b)))
    json_object_set_double_member (object, "percent", percent_of (row->number_a, row->number_b));
  else
    json_object_set_null_member (object, "percent");
  json_object_set_boolean_member (object, "equal", row->equal);
  return object;
}

/**
 * weft_compare_to_json:
 * @a: an evaluation
 * @b: another one
 *
 * Returns: (transfer full): {a, b, rows}, every row
 */
JsonNode *
weft_compare_to_json (WeftEvaluation *a,
                      WeftEvaluation *b)
{
  g_autoptr (GListModel) rows = weft_compare (a, b);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  g_return_val_if_fail (rows != NULL, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (WeftComparisonRow) row = g_list_model_get_item (rows, i);

      json_array_add_object_element (array, write_row (row));
    }

  json_object_set_string_member (object, "a", weft_evaluation_get_design_name (a));
  json_object_set_string_member (object, "b", weft_evaluation_get_design_name (b));
  json_object_set_array_member (object, "rows", array);
  return json_node_init_object (json_node_alloc (), object);
}

const char *
weft_comparison_row_get_key (WeftComparisonRow *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), NULL);
  return self->key;
}

const char *
weft_comparison_row_get_label (WeftComparisonRow *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), NULL);
  return self->label;
}

const char *
weft_comparison_row_get_a (WeftComparisonRow *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), NULL);
  return self->a != NULL ? self->a : "";
}

const char *
weft_comparison_row_get_b (WeftComparisonRow *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), NULL);
  return self->b != NULL ? self->b : "";
}

double
weft_comparison_row_get_delta (WeftComparisonRow *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), NAN);
  return self->number_b - self->number_a;
}

double
weft_comparison_row_get_percent (WeftComparisonRow *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), NAN);
  return percent_of (self->number_a, self->number_b);
}

const char *
weft_comparison_row_get_delta_text (WeftComparisonRow *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), NULL);
  return self->delta_text;
}

const char *
weft_comparison_row_get_percent_text (WeftComparisonRow *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), NULL);
  return self->percent_text;
}

gboolean
weft_comparison_row_is_equal (WeftComparisonRow *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), FALSE);
  return self->equal;
}

/**
 * weft_comparison_row_better:
 * @self: a row
 *
 * Returns: 1 when the second design is better here, -1 when the first is, 0 when neither is
 */
int
weft_comparison_row_better (WeftComparisonRow *self)
{
  double gain;

  g_return_val_if_fail (WEFT_IS_COMPARISON_ROW (self), 0);

  gain = self->number_b - self->number_a;
  if (self->better == NEITHER || self->equal || isnan (gain))
    return 0;
  return (gain > 0) == (self->better == LARGER) ? 1 : -1;
}
