/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft study --table`: methods for machines over several seeds on a table, and how they are printed. */
#include "cli/weft-cli-optimize.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "cli/weft-cli-main.h"
#include "search/weft-study.h"

#define DEFAULT_METHODS "hybrid,random,greedy,hill,sa,re,gp"
#define DEFAULT_SEEDS "1-20"
#define DEFAULT_BUDGET "64"
#define MOST_BUDGET 100000

/* --- words --- */

static char *
number_text (double value, const char *format)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return isnan (value) ? g_strdup ("–") : isinf (value) ? g_strdup ("∞")
                                                        : g_strdup (g_ascii_formatd (digits, sizeof digits, format, value));
}

/* A row of cells that are freed. */
static void
add_cells (WeftTable *table, GPtrArray *cells)
{
  g_ptr_array_add (cells, NULL);
  weft_table_add_row (table, (const char *const *) cells->pdata);
}

static void
print_gaps (const WeftCliOptions *options, WeftHardwareStudy *study)
{
  static const char *const titles[] = { N_("Method"), N_("At"), N_("Mean gap, %"), N_("Median"), N_("90 %"), N_("Worst"),
                                        "p", N_("p (Holm)"), "A12" };
  g_autoptr (WeftTable) table = weft_table_new (_("Gaps"));

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    weft_table_add_column (table, _(titles[i]), i == 0 ? WEFT_ALIGN_START : WEFT_ALIGN_END);
  for (guint i = 0; i < weft_hardware_study_n_rows (study); i++)
    {
      const WeftHardwareRow *row = weft_hardware_study_get_row (study, i);

      for (guint j = 0; j < row->n_points; j++)
        {
          const WeftHardwareGap *point = &row->points[j];
          g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

          g_ptr_array_add (cells, g_strdup (row->method));
          g_ptr_array_add (cells, g_strdup_printf ("%u", point->evaluations));
          g_ptr_array_add (cells, number_text (100 * point->mean, "%.2f"));
          g_ptr_array_add (cells, number_text (100 * point->median, "%.2f"));
          g_ptr_array_add (cells, number_text (100 * point->p90, "%.2f"));
          g_ptr_array_add (cells, number_text (100 * point->worst, "%.2f"));
          g_ptr_array_add (cells, number_text (point->p_value, "%.2g"));
          g_ptr_array_add (cells, number_text (point->p_holm, "%.2g"));
          g_ptr_array_add (cells, number_text (point->a12, "%.2f"));
          add_cells (table, cells);
        }
    }
  weft_cli_print_table (options, table);
}

static void
print_counts (const WeftCliOptions *options, WeftHardwareStudy *study)
{
  static const char *const titles[] = { N_("Method"), N_("ERT to 10 %"), N_("ERT to 5 %"), N_("ERT to 1 %"),
                                        N_("Duplicates"), N_("Estimates"), N_("Own time, ms") };
  g_autoptr (WeftTable) table = weft_table_new (_("Evaluations"));

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    weft_table_add_column (table, _(titles[i]), i == 0 ? WEFT_ALIGN_START : WEFT_ALIGN_END);
  for (guint i = 0; i < weft_hardware_study_n_rows (study); i++)
    {
      const WeftHardwareRow *row = weft_hardware_study_get_row (study, i);
      g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

      g_ptr_array_add (cells, g_strdup (row->method));
      for (guint j = 0; j < WEFT_HARDWARE_N_TARGETS; j++)
        g_ptr_array_add (cells, number_text (row->ert[j], "%.1f"));
      g_ptr_array_add (cells, number_text (row->duplicates, "%.1f"));
      g_ptr_array_add (cells, number_text (row->estimates, "%.0f"));
      g_ptr_array_add (cells, number_text (row->method_ms, "%.2f"));
      add_cells (table, cells);
    }
  weft_cli_print_table (options, table);
}

void
weft_cli_print_hardware_study (const WeftCliOptions *options, WeftHardwareStudy *study)
{
  gboolean is_optimum;
  double target = weft_hardware_study_get_target (study, &is_optimum);
  const WeftHardwareRow *base = weft_hardware_study_get_row (study, weft_hardware_study_get_baseline (study));
  g_autofree char *legend
    = g_strdup_printf (_("Gap: exp (J − J of the optimum) − 1 of the best machine so far, over %u seeds. p: two-sided Wilcoxon "
                         "signed-rank test, paired by seed, against %s; Holm’s correction is over the methods at one number "
                         "of evaluations. A12: how likely a run is nearer than one of %s. ERT: all evaluations over "
                         "arrivals."), base->runs, base->method, base->method);

  g_print (is_optimum ? _("Gaps are against the optimum, J %.4f\n\n") : _("Gaps are against the best of all runs, J %.4f\n\n"),
           target);
  print_gaps (options, study);
  g_print ("\n");
  print_counts (options, study);
  g_print ("\n");
  weft_cli_print_wrapped ("", "", legend);
}

/* --- JSON --- */

static JsonObject *
point_to_json (const WeftHardwareGap *point)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "evaluations", point->evaluations);
  weft_json_set_number (object, "mean", point->mean);
  weft_json_set_number (object, "median", point->median);
  weft_json_set_number (object, "p90", point->p90);
  weft_json_set_number (object, "worst", point->worst);
  weft_json_set_number (object, "p_value", point->p_value);
  weft_json_set_number (object, "p_holm", point->p_holm);
  weft_json_set_number (object, "a12", point->a12);
  return object;
}

static JsonObject *
row_to_json (const WeftHardwareRow *row)
{
  JsonObject *object = json_object_new ();
  JsonObject *ert = json_object_new ();
  JsonArray *gaps = json_array_new ();

  for (guint i = 0; i < row->n_points; i++)
    json_array_add_object_element (gaps, point_to_json (&row->points[i]));
  for (guint i = 0; i < WEFT_HARDWARE_N_TARGETS; i++)
    {
      g_autofree char *key = g_strdup_printf ("%.0f%%", 100 * weft_hardware_targets[i]);

      weft_json_set_number (ert, key, row->ert[i]);
    }
  json_object_set_string_member (object, "method", row->method);
  json_object_set_int_member (object, "runs", row->runs);
  json_object_set_array_member (object, "gaps", gaps);
  json_object_set_object_member (object, "ert", ert);
  weft_json_set_number (object, "duplicates", row->duplicates);
  weft_json_set_number (object, "estimates", row->estimates);
  weft_json_set_number (object, "method_ms", row->method_ms);
  return object;
}

void
weft_cli_print_hardware_study_json (WeftHardwareStudy *study)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *rows = json_array_new ();
  gboolean is_optimum;

  for (guint i = 0; i < weft_hardware_study_n_rows (study); i++)
    json_array_add_object_element (rows, row_to_json (weft_hardware_study_get_row (study, i)));
  weft_json_set_number (object, "target", weft_hardware_study_get_target (study, &is_optimum));
  json_object_set_boolean_member (object, "certified", is_optimum);
  json_object_set_string_member (
    object, "baseline", weft_hardware_study_get_row (study, weft_hardware_study_get_baseline (study))->method);
  json_object_set_array_member (object, "rows", rows);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

/* --- lists --- */

/* "hybrid:no-prior,shuffled,random": what is no method is another option of the one before. (transfer full) */
static char **
parse_methods (const char *text)
{
  g_auto (GStrv) items = g_strsplit (text, ",", -1);
  g_autoptr (GPtrArray) methods = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; items[i] != NULL; i++)
    {
      char *last = methods->len > 0 ? methods->pdata[methods->len - 1] : NULL;

      if (last != NULL && strchr (last, ':') != NULL && strchr (items[i], ':') == NULL
          && weft_hardware_method_find (items[i], NULL) == NULL)
        {
          methods->pdata[methods->len - 1] = g_strconcat (last, ",", items[i], NULL);
          g_free (last);
        }
      else
        g_ptr_array_add (methods, g_strdup (g_strstrip (items[i])));
    }
  g_ptr_array_add (methods, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&methods), FALSE);
}

static gboolean
read_lists (const char *seeds_text, const char *budget_text, GArray **seeds, guint *budget)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) budgets = NULL;

  *seeds = weft_study_parse_seeds (seeds_text != NULL ? seeds_text : DEFAULT_SEEDS, &error);
  if (*seeds == NULL)
    return weft_cli_refuse ("--seeds: %s", error->message), FALSE;
  budgets = weft_study_parse_budgets (budget_text != NULL ? budget_text : DEFAULT_BUDGET, &error);
  if (budgets == NULL)
    return weft_cli_refuse ("--budget: %s", error->message), FALSE;
  *budget = g_array_index (budgets, guint, 0);
  if (budgets->len == 1 && *budget <= MOST_BUDGET)
    return TRUE;
  return weft_cli_refuse (_("--budget: found “%s”, expected one number up to %d: gaps are told at 8, 16, 32 and 64 besides"),
                          budget_text, MOST_BUDGET), FALSE;
}

int
weft_cli_study_table (const WeftCliOptions *options,
                      const WeftCliTable   *own,
                      const char           *methods_text,
                      const char           *seeds_text,
                      const char           *budget_text,
                      const char           *baseline)
{
  g_auto (GStrv) methods = parse_methods (methods_text != NULL ? methods_text : DEFAULT_METHODS);
  g_autoptr (GArray) seeds = NULL;
  g_autoptr (WeftTabulatedSpace) table = NULL;
  g_autoptr (WeftExecutor) executor = NULL;
  g_autoptr (WeftHardwareStudy) study = NULL;
  g_autoptr (GError) error = NULL;
  WeftHardwareStudyPlan plan = { .methods = methods, .baseline = baseline };

  if (!read_lists (seeds_text, budget_text, &seeds, &plan.budget))
    return WEFT_EXIT_BAD;
  plan.seeds = (const guint64 *) (gpointer) seeds->data;
  plan.n_seeds = seeds->len;
  table = weft_cli_load_table (own);
  if (table == NULL)
    return WEFT_EXIT_BAD;
  executor = weft_cli_executor (options);
  study = weft_hardware_study_run (WEFT_HARDWARE_SPACE (table), executor, &plan, NULL, &error);
  if (study == NULL)
    return weft_cli_fail (error);
  if (options->json)
    weft_cli_print_hardware_study_json (study);
  else
    weft_cli_print_hardware_study (options, study);
  return WEFT_EXIT_DONE;
}
