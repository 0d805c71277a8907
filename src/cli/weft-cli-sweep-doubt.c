/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft sweep --uncertainty`: how sure the answers are, where that comes from, and whether two designs can be told
 * apart. */
#include "cli/weft-cli-sweep.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"
#include "model/whatif/weft-doubt.h"

#define USUAL_SAMPLES 10000
/* Sources that a terminal shows; --json has all. */
#define MOST_SOURCES 10u

/* The numbers that are shown, and what they are. */
typedef struct
{
  WeftDoubt *doubt;
  WeftWhatif *whatif[2];
  guint n_designs;
} Answers;

static const char *
path_of (guint number, char *buffer, gsize size)
{
  if (number == WEFT_DOUBT_SCORE)
    return "score";
  if (number == WEFT_DOUBT_POWER)
    return "power_w";
  if (number == WEFT_DOUBT_COST)
    return "cost_usd";
  if (number >= WEFT_DOUBT_SPEEDUP)
    g_snprintf (buffer, size, "workloads/%s/speedup", weft_workload_nick (number - WEFT_DOUBT_SPEEDUP));
  else
    g_snprintf (buffer, size, "workloads/%s/value", weft_workload_nick (number - WEFT_DOUBT_VALUE));
  return buffer;
}

static WeftOutput *
output_of (const Answers *self, guint design, guint number)
{
  char buffer[64];

  return weft_whatif_find_output (self->whatif[design], path_of (number, buffer, sizeof buffer), NULL);
}

/* --- words --- */

static void
add_band_row (WeftTable *table, const Answers *self, guint design, guint number)
{
  const WeftBand *band = weft_doubt_band (self->doubt, design, number);
  g_autoptr (WeftOutput) what = output_of (self, design, number);
  g_autofree char *central = weft_output_format (what, band->central);
  g_autofree char *p5 = weft_output_format (what, band->p5);
  g_autofree char *p50 = weft_output_format (what, band->p50);
  g_autofree char *p95 = weft_output_format (what, band->p95);
  const char *cells[] = { what->label, central, p5, p50, p95, NULL };

  /* Nothing is known of a cost without prices. */
  if (band->n > 0)
    weft_table_add_row (table, cells);
}

static void
print_bands (const WeftCliOptions *options, const Answers *self, guint design)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  weft_table_add_column (table, weft_whatif_get_name (self->whatif[design]), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Stands at"), WEFT_ALIGN_END);
  weft_table_add_column (table, "5 %", WEFT_ALIGN_END);
  weft_table_add_column (table, "50 %", WEFT_ALIGN_END);
  weft_table_add_column (table, "95 %", WEFT_ALIGN_END);
  for (guint number = 0; number < WEFT_N_DOUBTS; number++)
    add_band_row (table, self, design, number);
  weft_cli_print_table (options, table);
}

static void
print_failures (const Answers *self, guint design)
{
  const WeftBand *band = weft_doubt_band (self->doubt, design, WEFT_DOUBT_SCORE);
  const WeftUncertainty *draws = weft_doubt_get_draws (self->doubt);
  const double *y = draws->y + (gsize) weft_doubt_output (design, WEFT_DOUBT_SCORE) * draws->n_samples;
  guint n_zero = 0;

  for (guint i = 0; i < draws->n_samples; i++)
    n_zero += y[i] == 0;
  if (n_zero > 0)
    g_print (_("a workload cannot run in %.1f %% of the draws\n"), 100.0 * n_zero / draws->n_samples);
  if (band->n_none > 0)
    g_print (_("the reference cannot run in %.1f %% of the draws, which are left out\n"),
             100.0 * band->n_none / draws->n_samples);
}

static void
print_sources (const WeftCliOptions *options, const Answers *self, guint number)
{
  g_autoptr (GPtrArray) sources = weft_doubt_sources (self->doubt, 0, number);
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  g_autoptr (WeftOutput) what = output_of (self, 0, number);
  g_autofree char *head = g_strdup_printf (_("Where the variance of %s comes from"), what->label);

  weft_table_add_column (table, head, WEFT_ALIGN_START);
  weft_table_add_column (table, _("Share"), WEFT_ALIGN_END);
  for (guint i = 0; i < MIN (sources->len, MOST_SOURCES); i++)
    {
      const WeftDoubtSource *source = sources->pdata[i];
      g_autofree char *share = g_strdup_printf ("%.1f\u00a0%%", 100 * source->share);
      const char *cells[] = { source->label, share, NULL };

      weft_table_add_row (table, cells);
    }
  g_print ("\n");
  if (weft_table_n_rows (table) > 0)
    weft_cli_print_table (options, table);
}

/* Each reason once, with the workloads that it holds for. */
static void
print_wider (const WeftCliOptions *options, const Answers *self, guint design)
{
  g_autoptr (GPtrArray) said = g_ptr_array_new ();

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      const char *why = weft_doubt_why_wider (self->doubt, design, i);
      g_autoptr (GString) names = g_string_new (NULL);
      g_autofree char *line = NULL;

      if (why == NULL || g_ptr_array_find_with_equal_func (said, why, g_str_equal, NULL))
        continue;
      g_ptr_array_add (said, (gpointer) why);
      for (guint k = i; k < WEFT_N_WORKLOADS; k++)
        if (g_strcmp0 (why, weft_doubt_why_wider (self->doubt, design, k)) == 0)
          g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", weft_workload_label (k));
      line = g_strdup_printf (_("%s: wider than where it was measured. %s"), names->str, why);
      weft_cli_print_wrapped ("", "  ", line);
    }
}

/* The other one may do none of it. */
static char *
dup_ratio (double ratio)
{
  return isfinite (ratio) ? g_strdup_printf ("%.3f×", ratio) : g_strdup ("∞");
}

static void
print_contest (const WeftCliOptions *options, const Answers *self)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  g_autofree char *ratio = g_strdup_printf (_("%s over %s"), weft_whatif_get_name (self->whatif[0]),
                                            weft_whatif_get_name (self->whatif[1]));
  WeftContest score = weft_doubt_compare (self->doubt, WEFT_DOUBT_SCORE);
  g_autofree char *words = weft_doubt_say_contest (self->doubt, &score);

  weft_table_add_column (table, ratio, WEFT_ALIGN_START);
  weft_table_add_column (table, "5 %", WEFT_ALIGN_END);
  weft_table_add_column (table, "50 %", WEFT_ALIGN_END);
  weft_table_add_column (table, "95 %", WEFT_ALIGN_END);
  weft_table_add_column (table, _("First is better with"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Verdict"), WEFT_ALIGN_START);
  for (guint number = 0; number < WEFT_N_DOUBTS; number++)
    {
      WeftContest contest = weft_doubt_compare (self->doubt, number);
      g_autoptr (WeftOutput) what = output_of (self, 0, number);
      g_autofree char *p5 = dup_ratio (contest.ratio_p5);
      g_autofree char *p50 = dup_ratio (contest.ratio_p50);
      g_autofree char *p95 = dup_ratio (contest.ratio_p95);
      g_autofree char *percent = g_strdup_printf ("%.1f\u00a0%%", 100 * contest.probability);
      const char *cells[] = { what->label, p5, p50, p95, percent,
                              contest.verdict == WEFT_NOT_DISTINGUISHABLE ? _("not distinguishable")
                              : contest.verdict == WEFT_FIRST_IS_BETTER   ? _("first") : _("second"), NULL };

      if (contest.n > 0)
        weft_table_add_row (table, cells);
    }
  g_print ("\n");
  weft_cli_print_table (options, table);
  weft_cli_print_styled (options, score.verdict == WEFT_NOT_DISTINGUISHABLE ? WEFT_STYLE_WARNING : WEFT_STYLE_GOOD,
                         words);
  g_print ("\n");
}

/* That not every draw was made by the model, and what that may have missed. */
static void
print_how (const Answers *self, guint number)
{
  guint n = weft_doubt_get_draws (self->doubt)->n_samples, n_whole = weft_doubt_n_whole (self->doubt);
  g_autofree char *draws = weft_quantity_format (n, WEFT_UNIT_COUNT);
  g_autofree char *whole = weft_quantity_format (n_whole, WEFT_UNIT_COUNT);
  g_autofree char *line = NULL;

  if (n_whole == n && weft_doubt_unexplained (self->doubt, 0, number) == 0)
    return;
  line = g_strdup_printf (_("%s draws from %s whole evaluations; what facts do together, %.1f %%, is drawn from "
                            "these. --whole makes every draw anew."),
                          draws, whole, 100 * weft_doubt_unexplained (self->doubt, 0, number));
  weft_cli_print_wrapped ("", "", line);
}

static void
print_words (WeftCliSweep *sweep, const Answers *self, guint number)
{
  for (guint design = 0; design < self->n_designs; design++)
    {
      if (design > 0)
        g_print ("\n");
      print_bands (sweep->options, self, design);
      print_failures (self, design);
      print_wider (sweep->options, self, design);
    }
  if (self->n_designs == 2)
    print_contest (sweep->options, self);
  else
    print_sources (sweep->options, self, number);
  print_how (self, number);
}

/* --- JSON --- */

static JsonObject *
band_json (const Answers *self, guint design, guint number)
{
  const WeftBand *band = weft_doubt_band (self->doubt, design, number);
  JsonObject *object = json_object_new ();

  weft_json_set_number (object, "value", band->central);
  weft_json_set_number (object, "p5", band->p5);
  weft_json_set_number (object, "p50", band->p50);
  weft_json_set_number (object, "p95", band->p95);
  weft_json_set_number (object, "ln_sd", band->ln_sd);
  json_object_set_int_member (object, "draws", band->n);
  return object;
}

static JsonArray *
sources_json (const Answers *self, guint design, guint number)
{
  g_autoptr (GPtrArray) sources = weft_doubt_sources (self->doubt, design, number);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < sources->len; i++)
    {
      const WeftDoubtSource *source = sources->pdata[i];
      JsonObject *entry = json_object_new ();

      json_object_set_string_member (entry, "path", source->path);
      json_object_set_string_member (entry, "label", source->label);
      weft_json_set_number (entry, "share", source->share);
      json_array_add_object_element (array, entry);
    }
  return array;
}

static JsonObject *
design_json (const Answers *self, guint design, guint number)
{
  JsonObject *object = json_object_new (), *bands = json_object_new (), *errors = json_object_new ();
  char buffer[64];

  json_object_set_string_member (object, "design", weft_whatif_get_name (self->whatif[design]));
  for (guint i = 0; i < WEFT_N_DOUBTS; i++)
    json_object_set_object_member (bands, path_of (i, buffer, sizeof buffer), band_json (self, design, i));
  json_object_set_object_member (object, "outputs", bands);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      JsonObject *error = json_object_new ();
      const char *why = weft_doubt_why_wider (self->doubt, design, i);

      weft_json_set_number (error, "ln_sd", weft_doubt_model_error (self->doubt, design, i));
      if (why != NULL)
        json_object_set_string_member (error, "wider_because", why);
      json_object_set_object_member (errors, weft_workload_nick (i), error);
    }
  json_object_set_object_member (object, "model_error", errors);
  json_object_set_array_member (object, "sources", sources_json (self, design, number));
  return object;
}

static JsonObject *
contest_json (const Answers *self)
{
  static const char *const verdicts[] = { "first", "second", "not distinguishable" };
  JsonObject *object = json_object_new ();
  char buffer[64];

  for (guint i = 0; i < WEFT_N_DOUBTS; i++)
    {
      WeftContest contest = weft_doubt_compare (self->doubt, i);
      JsonObject *entry = json_object_new ();

      weft_json_set_number (entry, "probability", contest.probability);
      weft_json_set_number (entry, "ratio_p5", contest.ratio_p5);
      weft_json_set_number (entry, "ratio_p50", contest.ratio_p50);
      weft_json_set_number (entry, "ratio_p95", contest.ratio_p95);
      json_object_set_string_member (entry, "verdict", verdicts[contest.verdict]);
      json_object_set_object_member (object, path_of (i, buffer, sizeof buffer), entry);
    }
  return object;
}

static void
print_json (WeftCliSweep *sweep, const Answers *self, guint number)
{
  JsonObject *object = weft_cli_sweep_begin_json (sweep);
  JsonArray *designs = json_array_new ();
  char buffer[64];

  json_object_set_int_member (object, "samples", weft_doubt_get_draws (self->doubt)->n_samples);
  json_object_set_int_member (object, "whole_evaluations", weft_doubt_n_whole (self->doubt));
  json_object_set_int_member (object, "seed", sweep->options->seed);
  json_object_set_string_member (object, "sources_of", path_of (number, buffer, sizeof buffer));
  for (guint i = 0; i < self->n_designs; i++)
    json_array_add_object_element (designs, design_json (self, i, number));
  json_object_set_array_member (object, "designs", designs);
  if (self->n_designs == 2)
    json_object_set_object_member (object, "comparison", contest_json (self));
  weft_cli_sweep_print_json (object);
}

int
weft_cli_sweep_uncertainty (WeftCliSweep *sweep)
{
  g_autoptr (WeftOutput) output = NULL;
  g_autoptr (WeftWhatif) other = NULL;
  g_autoptr (GPtrArray) designs = NULL;
  g_autoptr (WeftDoubt) doubt = NULL;
  g_autoptr (GError) error = NULL;
  Answers answers;
  guint number;
  int status;

  output = weft_whatif_find_output (sweep->whatif, weft_cli_sweep_outputs (sweep)[0], &error);
  if (output == NULL)
    return weft_cli_refuse ("sweep: --output: %s", error->message);
  if (!weft_doubt_find (output, &number))
    return weft_cli_refuse (_("sweep: --output: found %s, expected the score, a workload’s value or speedup, power_w "
                              "or cost_usd"),
                            output->path);
  if (sweep->against != NULL
      && (other = weft_cli_sweep_read_design (sweep->evaluator, sweep->options, sweep->against, &status)) == NULL)
    return status;
  designs = weft_cli_sweep_designs (sweep, other);
  doubt = weft_doubt_new_how (designs, sweep->whole ? WEFT_DOUBT_WHOLE : WEFT_DOUBT_USUAL,
                              sweep->samples > 0 ? (guint) sweep->samples : USUAL_SAMPLES,
                              (guint64) sweep->options->seed, &sweep->asking, &error);
  if (doubt == NULL)
    {
      weft_cli_refuse ("sweep: %s", error->message);
      return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA) ? WEFT_EXIT_NO : WEFT_EXIT_BAD;
    }
  answers = (Answers) { doubt, { sweep->whatif, other }, other != NULL ? 2 : 1 };
  if (sweep->options->json)
    print_json (sweep, &answers, number);
  else
    print_words (sweep, &answers, number);
  return WEFT_EXIT_DONE;
}
