/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft sweep --tornado`, `--total` and `--elasticities`: which inputs an answer depends on. */
#include "cli/weft-cli-sweep.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-csv-write.h"
#include "base/weft-json-write.h"
#include "cli/weft-cli-outputs.h"
#include "draw/whatif/weft-tornado-chart.h"
#include "model/whatif/weft-tornado.h"

/* Base samples of the total order, and inputs that it takes: the quickest sequence of points has no room for more. */
#define USUAL_SAMPLES 512
#define MOST_TOTAL_INPUTS 20u
/* Step of an elasticity, in natural logarithm: wider than the steps of whole nodes. */
#define STEP 0.05

/* What was asked, and what came of it. */
typedef struct
{
  WeftWhatifResponse *response;
  WeftTornado *tornado;
  WeftTotalOrder *order; /* (nullable) */
  guint *order_inputs;   /* of its inputs, which of the tornado's */
  guint n_order;
  WeftElasticity *slopes; /* (nullable) */
} Ranking;

static void
ranking_clear (Ranking *self)
{
  g_clear_pointer (&self->tornado, weft_tornado_free);
  g_clear_pointer (&self->order, weft_total_order_free);
  g_clear_pointer (&self->order_inputs, g_free);
  g_clear_pointer (&self->slopes, g_free);
  g_clear_pointer (&self->response, weft_whatif_response_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ranking, ranking_clear)

/* What is not known for sure, and with --all what may be chosen too; else what --input names. (transfer full) */
static GPtrArray *
list_paths (WeftCliSweep *sweep)
{
  GPtrArray *paths = g_ptr_array_new ();
  GListModel *inputs = weft_whatif_get_inputs (sweep->whatif);

  for (guint i = 0; i < sweep->inputs->len; i++)
    g_ptr_array_add (paths, (gpointer) weft_input_get_path (((WeftCliInput *) sweep->inputs->pdata[i])->input));
  for (guint i = 0; i < g_list_model_get_n_items (inputs) && sweep->inputs->len == 0; i++)
    {
      g_autoptr (WeftInput) input = g_list_model_get_item (inputs, i);

      if (isfinite (weft_input_get_value (input)) && !weft_input_is_of_link (input)
          && (sweep->all_inputs || weft_input_get_spread (input) > 0))
        g_ptr_array_add (paths, (gpointer) weft_input_get_path (input)); /* the list keeps it */
    }
  g_ptr_array_add (paths, NULL);
  return paths;
}

/* Ranges that were typed count instead of the inputs' own. */
static void
set_ranges (WeftCliSweep *sweep, WeftFactor *factors)
{
  for (guint i = 0; i < sweep->inputs->len; i++)
    {
      const WeftCliInput *input = sweep->inputs->pdata[i];

      factors[i].low = input->low;
      factors[i].high = input->high;
      factors[i].is_log = input->log;
    }
}

static WeftWhatifResponse *
make_response (WeftCliSweep *sweep, const char *const *paths, WeftAskHow how)
{
  g_autoptr (GPtrArray) designs = weft_cli_sweep_designs (sweep, NULL);
  const char *outputs[] = { weft_cli_sweep_outputs (sweep)[0], NULL };
  g_autoptr (GError) error = NULL;
  WeftWhatifResponse *response = weft_whatif_response_new (designs, paths, outputs, how, &error);

  if (response == NULL)
    weft_cli_refuse ("sweep: %s", error->message);
  else if (sweep->inputs->len > 0)
    set_ranges (sweep, weft_whatif_response_factors (response));
  return response;
}

static gboolean
rank (WeftCliSweep *sweep, Ranking *self)
{
  g_autoptr (GPtrArray) paths = list_paths (sweep);
  g_autoptr (GError) error = NULL;

  self->response = make_response (sweep, (const char *const *) paths->pdata, WEFT_ASK_EXACTLY);
  if (self->response == NULL)
    return FALSE;
  self->tornado = weft_tornado_new (weft_whatif_response_get (self->response),
                                    weft_whatif_response_factors (self->response), 0, &sweep->asking, &error);
  if (self->tornado == NULL)
    weft_cli_refuse ("sweep: %s", error->message);
  return self->tornado != NULL;
}

/* Of those that have an effect, the ones with the largest swings. */
static gboolean
rank_in_total (WeftCliSweep *sweep, Ranking *self)
{
  guint n = MIN (self->tornado->n_bars - self->tornado->n_flat, MOST_TOTAL_INPUTS);
  WeftOutput *what = weft_whatif_response_output (self->response, 0);
  WeftAskHow how = what->kind == WEFT_OUTPUT_OTHER ? WEFT_ASK_EXACTLY : WEFT_ASK_QUICKLY;
  const WeftFactor *factors = weft_whatif_response_factors (self->response);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autoptr (WeftWhatifResponse) response = NULL;
  g_autoptr (GError) error = NULL;

  if (n == 0)
    return TRUE;
  self->order_inputs = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    {
      self->order_inputs[i] = self->tornado->bars[i].input;
      g_ptr_array_add (paths, (gpointer) factors[self->order_inputs[i]].name);
    }
  g_ptr_array_add (paths, NULL);
  {
    g_autoptr (GPtrArray) designs = weft_cli_sweep_designs (sweep, NULL);
    const char *outputs[] = { what->path, NULL };

    response = weft_whatif_response_new (designs, (const char *const *) paths->pdata, outputs, how, &error);
  }
  for (guint i = 0; i < n && response != NULL; i++)
    weft_whatif_response_factors (response)[i] = factors[self->order_inputs[i]];
  if (response != NULL)
    self->order = weft_total_order_new (weft_whatif_response_get (response), weft_whatif_response_factors (response), 0,
                                        TRUE, sweep->samples > 0 ? (guint) sweep->samples : USUAL_SAMPLES,
                                        (guint64) sweep->options->seed, &sweep->asking, &error);
  if (self->order == NULL)
    weft_cli_refuse ("sweep: %s", error->message);
  self->n_order = n;
  return self->order != NULL;
}

static double
total_of (const Ranking *self, guint input, double *error)
{
  for (guint i = 0; i < self->n_order && self->order != NULL; i++)
    if (self->order_inputs[i] == input)
      {
        if (error != NULL)
          *error = self->order->total_error[i];
        return self->order->total[i];
      }
  return NAN;
}

/* --- words --- */

static char *
end_text (const Ranking *self, const WeftTornadoBar *bar, double x, double y)
{
  WeftInput *input = weft_whatif_response_input (self->response, bar->input);
  WeftOutput *what = weft_whatif_response_output (self->response, 0);
  g_autofree char *at = weft_input_format (input, x);
  g_autofree char *shown = weft_output_format (what, y);

  return g_strdup_printf ("%s → %s", at, shown);
}

static char *
percent_text (double share)
{
  return isfinite (share) ? g_strdup_printf ("%.2f\u00a0%%", 100 * share) : g_strdup ("–");
}

static WeftTable *
make_table (const Ranking *self, guint n)
{
  WeftTable *table = weft_table_new (NULL);

  weft_table_add_column (table, _("Input"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("At its low end"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("At its high end"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Swing"), WEFT_ALIGN_END);
  if (self->order != NULL)
    weft_table_add_column (table, _("Total order"), WEFT_ALIGN_END);
  for (guint i = 0; i < n; i++)
    {
      const WeftTornadoBar *bar = &self->tornado->bars[i];
      g_autofree char *title = weft_input_dup_title (weft_whatif_response_input (self->response, bar->input));
      g_autofree char *low = end_text (self, bar, bar->low, bar->y_low);
      g_autofree char *high = end_text (self, bar, bar->high, bar->y_high);
      g_autofree char *swing = percent_text (bar->share);
      g_autofree char *total = percent_text (total_of (self, bar->input, NULL));
      const char *cells[] = { title, low, high, swing, self->order != NULL ? total : NULL, NULL };

      weft_table_add_row (table, cells);
    }
  return table;
}

static void
print_left (guint n)
{
  if (n > 0)
    g_print (g_dngettext (GETTEXT_PACKAGE, "%u more input has a smaller effect; --top shows it\n",
                          "%u more inputs have smaller effects; --top shows them\n", n),
             n);
}

static void
print_words (WeftCliSweep *sweep, const Ranking *self)
{
  guint n_moving = self->tornado->n_bars - self->tornado->n_flat, n = MIN (n_moving, (guint) sweep->top);
  WeftOutput *what = weft_whatif_response_output (self->response, 0);
  g_autofree char *stands = weft_output_format (what, self->tornado->y);
  g_autoptr (WeftTable) table = make_table (self, n);

  g_print ("%s: %s\n", what->label, stands);
  if (n > 0)
    weft_cli_print_table (sweep->options, table);
  print_left (n_moving > n ? n_moving - n : 0);
  if (self->tornado->n_flat > 0)
    g_print (g_dngettext (GETTEXT_PACKAGE, "%u input has no effect\n", "%u inputs have no effect\n",
                          self->tornado->n_flat),
             self->tornado->n_flat);
  /* What was asked for by name gets a reason. */
  for (guint i = n_moving; i < self->tornado->n_bars && sweep->inputs->len > 0; i++)
    {
      WeftInput *input = weft_whatif_response_input (self->response, self->tornado->bars[i].input);
      g_autofree char *title = weft_input_dup_title (input);
      g_autofree char *why = weft_whatif_explain_flat (sweep->whatif, input, what);
      g_autofree char *line = why != NULL ? g_strdup_printf (_("%s: no effect, since %s"), title, why)
                                          : g_strdup_printf (_("%s: no effect"), title);

      weft_cli_print_wrapped ("  ", "    ", line);
    }
}

static void
print_json (WeftCliSweep *sweep, const Ranking *self)
{
  JsonObject *object = weft_cli_sweep_begin_json (sweep);
  JsonArray *bars = json_array_new ();
  WeftOutput *what = weft_whatif_response_output (self->response, 0);

  json_object_set_object_member (object, "output", weft_cli_sweep_output_json (what));
  weft_json_set_number (object, "value", self->tornado->y);
  for (guint i = 0; i < self->tornado->n_bars; i++)
    {
      const WeftTornadoBar *bar = &self->tornado->bars[i];
      JsonObject *entry = weft_cli_sweep_input_json (weft_whatif_response_input (self->response, bar->input));
      double error = NAN;

      weft_json_set_number (entry, "low", bar->low);
      weft_json_set_number (entry, "high", bar->high);
      weft_json_set_number (entry, "output_low", bar->y_low);
      weft_json_set_number (entry, "output_high", bar->y_high);
      weft_json_set_number (entry, "swing", bar->swing);
      if (self->order != NULL)
        {
          weft_json_set_number (entry, "total_order", total_of (self, bar->input, &error));
          weft_json_set_number (entry, "total_order_error", error);
        }
      json_array_add_object_element (bars, entry);
    }
  json_object_set_array_member (object, "bars", bars);
  weft_cli_sweep_print_json (object);
}

static char *
make_csv (const Ranking *self)
{
  GString *csv = g_string_new ("path,low,high,output_low,output_high,swing,total_order\r\n");

  for (guint i = 0; i < self->tornado->n_bars; i++)
    {
      const WeftTornadoBar *bar = &self->tornado->bars[i];
      const double numbers[] = { bar->low,    bar->high,  bar->y_low,
                                 bar->y_high, bar->swing, total_of (self, bar->input, NULL) };

      weft_csv_write_text (csv, weft_input_get_path (weft_whatif_response_input (self->response, bar->input)));
      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        {
          g_string_append_c (csv, ',');
          weft_csv_write_number (csv, numbers[k]);
        }
      g_string_append (csv, "\r\n");
    }
  return g_string_free (csv, FALSE);
}

static gboolean
draw_chart (WeftCliSweep *sweep, const Ranking *self)
{
  guint n = MIN (self->tornado->n_bars - self->tornado->n_flat, (guint) sweep->top);
  WeftOutput *what = weft_whatif_response_output (self->response, 0);
  g_autofree char *stands = weft_output_format (what, self->tornado->y);
  g_autofree char *title = g_strdup_printf ("%s: %s %s", weft_whatif_get_name (sweep->whatif), what->label, stands);
  g_autoptr (WeftTornadoChart) chart = NULL;
  g_autoptr (GError) error = NULL;

  if (sweep->chart == NULL)
    return TRUE;
  chart = weft_tornado_chart_new (title, what, self->tornado->y);
  for (guint i = 0; i < n; i++)
    {
      const WeftTornadoBar *bar = &self->tornado->bars[i];
      WeftInput *input = weft_whatif_response_input (self->response, bar->input);
      g_autofree char *label = weft_input_dup_title (input);
      g_autofree char *low = weft_input_format (input, bar->low);
      g_autofree char *high = weft_input_format (input, bar->high);

      weft_tornado_chart_add (chart, label, bar->y_low, bar->y_high, low, high, total_of (self, bar->input, NULL));
    }
  return weft_cli_tell_saved (weft_tornado_chart_export (chart, sweep->chart, &weft_palette_light, &error),
                              sweep->chart, &error);
}

int
weft_cli_sweep_tornado (WeftCliSweep *sweep)
{
  g_auto (Ranking) ranking = { 0 };
  g_autofree char *csv = NULL;

  if (!rank (sweep, &ranking) || (sweep->total && !rank_in_total (sweep, &ranking)))
    return WEFT_EXIT_BAD;
  if (sweep->options->json)
    print_json (sweep, &ranking);
  else
    print_words (sweep, &ranking);
  csv = sweep->csv != NULL ? make_csv (&ranking) : NULL;
  if ((csv != NULL && !weft_cli_save_text (sweep->csv, csv)) || !draw_chart (sweep, &ranking))
    return WEFT_EXIT_BAD;
  return WEFT_EXIT_DONE;
}

/* --- elasticities --- */

typedef struct
{
  guint input;
  WeftElasticity slope;
} Slope;

/* The steepest first; what has none at the end. */
static int
compare_slopes_cb (gconstpointer a, gconstpointer b)
{
  const Slope *x = a, *y = b;
  double p = isnan (x->slope.value) ? -1 : fabs (x->slope.value),
         q = isnan (y->slope.value) ? -1 : fabs (y->slope.value);

  if (p != q)
    return p < q ? 1 : -1;
  return x->input < y->input ? -1 : 1;
}

static const char *
slope_nick (WeftSlopeKind kind)
{
  static const char *const nicks[] = { "smooth", "kink", "step", "flat", "none" };

  return nicks[kind];
}

static char *
dup_slope (double slope)
{
  return isnan (slope) ? g_strdup ("–") : g_strdup_printf ("%+.3f", slope);
}

static void
add_slope_row (WeftTable *table, WeftInput *input, const WeftElasticity *slope)
{
  g_autofree char *title = weft_input_dup_title (input);
  g_autofree char *at = weft_input_format (input, weft_input_get_value (input));
  g_autofree char *value = dup_slope (slope->value);
  g_autofree char *below = dup_slope (slope->below);
  g_autofree char *above = dup_slope (slope->above);
  const char *cells[] = { title, at, value, below, above, weft_slope_label (slope->kind), NULL };

  weft_table_add_row (table, cells);
}

static void
print_slopes (WeftCliSweep *sweep, WeftWhatifResponse *response, const Slope *slopes, guint n)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  guint n_left = 0, n_flat = 0, n_none = 0, shown = 0;

  weft_table_add_column (table, _("Input"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Elasticity"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Below"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Above"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Remark"), WEFT_ALIGN_START);
  for (guint i = 0; i < n; i++)
    {
      WeftSlopeKind kind = slopes[i].slope.kind;
      gboolean moves = kind != WEFT_SLOPE_FLAT && kind != WEFT_SLOPE_NONE;

      if (!moves && sweep->inputs->len == 0)
        *(kind == WEFT_SLOPE_FLAT ? &n_flat : &n_none) += 1;
      else if (shown++ < (guint) sweep->top)
        add_slope_row (table, weft_whatif_response_input (response, slopes[i].input), &slopes[i].slope);
      else
        n_left++;
    }
  g_print (_("%s: percent for each percent of an input\n"), weft_whatif_response_output (response, 0)->label);
  if (weft_table_n_rows (table) > 0)
    weft_cli_print_table (sweep->options, table);
  print_left (n_left);
  if (n_flat > 0)
    g_print (g_dngettext (GETTEXT_PACKAGE, "%u input has no effect nearby\n", "%u inputs have no effect nearby\n",
                          n_flat),
             n_flat);
  if (n_none > 0)
    g_print (g_dngettext (GETTEXT_PACKAGE, "%u input has no answer a little below or above\n",
                          "%u inputs have no answer a little below or above\n", n_none),
             n_none);
}

static void
print_slopes_json (WeftCliSweep *sweep, WeftWhatifResponse *response, const Slope *slopes, guint n)
{
  JsonObject *object = weft_cli_sweep_begin_json (sweep);
  JsonArray *array = json_array_new ();

  json_object_set_object_member (object, "output",
                                 weft_cli_sweep_output_json (weft_whatif_response_output (response, 0)));
  weft_json_set_number (object, "step", STEP);
  for (guint i = 0; i < n; i++)
    {
      JsonObject *entry = weft_cli_sweep_input_json (weft_whatif_response_input (response, slopes[i].input));

      weft_json_set_number (entry, "elasticity", slopes[i].slope.value);
      weft_json_set_number (entry, "below", slopes[i].slope.below);
      weft_json_set_number (entry, "above", slopes[i].slope.above);
      json_object_set_string_member (entry, "kind", slope_nick (slopes[i].slope.kind));
      json_array_add_object_element (array, entry);
    }
  json_object_set_array_member (object, "elasticities", array);
  weft_cli_sweep_print_json (object);
}

static char *
make_slopes_csv (WeftWhatifResponse *response, const Slope *slopes, guint n)
{
  GString *csv = g_string_new ("path,elasticity,below,above,kind\r\n");

  for (guint i = 0; i < n; i++)
    {
      const WeftElasticity *slope = &slopes[i].slope;
      const double numbers[] = { slope->value, slope->below, slope->above };

      weft_csv_write_text (csv, weft_input_get_path (weft_whatif_response_input (response, slopes[i].input)));
      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        {
          g_string_append_c (csv, ',');
          weft_csv_write_number (csv, numbers[k]);
        }
      g_string_append_printf (csv, ",%s\r\n", slope_nick (slope->kind));
    }
  return g_string_free (csv, FALSE);
}

int
weft_cli_sweep_slopes (WeftCliSweep *sweep)
{
  g_autoptr (GPtrArray) paths = list_paths (sweep);
  g_autoptr (WeftWhatifResponse) response = make_response (sweep, (const char *const *) paths->pdata, WEFT_ASK_EXACTLY);
  g_autofree WeftElasticity *found = NULL;
  g_autofree Slope *slopes = NULL;
  g_autofree char *csv = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  if (response == NULL)
    return WEFT_EXIT_BAD;
  found = weft_elasticities_new (weft_whatif_response_get (response), weft_whatif_response_factors (response), 0, STEP,
                                 &sweep->asking, &error);
  if (found == NULL)
    return weft_cli_refuse ("sweep: %s", error->message);
  n = weft_whatif_response_n_inputs (response);
  slopes = g_new (Slope, n + 1);
  for (guint i = 0; i < n; i++)
    slopes[i] = (Slope) { i, found[i] };
  qsort (slopes, n, sizeof *slopes, compare_slopes_cb);
  if (sweep->options->json)
    print_slopes_json (sweep, response, slopes, n);
  else
    print_slopes (sweep, response, slopes, n);
  csv = sweep->csv != NULL ? make_slopes_csv (response, slopes, n) : NULL;
  return csv == NULL || weft_cli_save_text (sweep->csv, csv) ? WEFT_EXIT_DONE : WEFT_EXIT_BAD;
}
