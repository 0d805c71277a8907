/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A crossing is told from the side of whoever is better beyond it. */
#include "config.h"

#include "app/whatif/weft-whatif-words.h"

#include <glib/gi18n.h>
#include <math.h>

/* Sources that bring less together are told as one. */
#define MOST_SOURCES 12

/* --- sweep --- */

static gboolean
has_answer (const WeftOutput *output, double y)
{
  gboolean none = y == 0 && (output->kind == WEFT_OUTPUT_SCORE || output->kind == WEFT_OUTPUT_SPEEDUP);

  return isfinite (y) && !none;
}

static char *
say_flat (const WeftWhatifFinding *finding)
{
  g_autofree char *title = weft_input_dup_title (finding->inputs->pdata[0]);

  if (finding->why_flat == NULL)
    /* Translators: an input and an output */
    return g_strdup_printf (_("%s has no effect on %s in this range."), title, finding->output->label);
  /* Translators: an input, an output and the reason, which is part of a sentence: "the budget is power, so prices buy
   * nothing" */
  return g_strdup_printf (_("%s has no effect on %s: %s."), title, finding->output->label, finding->why_flat);
}

/* The points between which there is an answer; FALSE when there is none. */
static gboolean
find_ends (const WeftWhatifFinding *finding, guint *first, guint *last, guint *n_none)
{
  const WeftSweep *sweep = finding->sweep;
  gboolean any = FALSE;

  *n_none = 0;
  for (guint i = 0; i < sweep->n_points; i++)
    {
      if (!has_answer (finding->output, weft_sweep_answer (sweep, i, 0)))
        {
          ++*n_none;
          continue;
        }
      *first = any ? *first : i;
      *last = i;
      any = TRUE;
    }
  return any;
}

char *
weft_whatif_say_sweep (const WeftWhatifFinding *finding)
{
  WeftInput *input = finding->inputs->pdata[0];
  g_autofree char *from = NULL, *to = NULL, *y_from = NULL, *y_to = NULL, *words = NULL;
  guint first = 0, last = 0, n_none;

  if (!find_ends (finding, &first, &last, &n_none))
    return g_strdup (_("The design cannot be run anywhere in this range."));
  if (weft_sweep_is_flat (finding->sweep, 0, 0))
    return say_flat (finding);
  from = weft_input_format (input, weft_sweep_value (finding->sweep, first, 0));
  to = weft_input_format (input, weft_sweep_value (finding->sweep, last, 0));
  y_from = weft_output_format (finding->output, weft_sweep_answer (finding->sweep, first, 0));
  y_to = weft_output_format (finding->output, weft_sweep_answer (finding->sweep, last, 0));
  /* Translators: an output, and what it is at the two ends of an input's range */
  words = g_strdup_printf (_("%s goes from %s at %s to %s at %s."), finding->output->label, y_from, from, y_to, to);
  if (n_none == 0)
    return g_steal_pointer (&words);
  return g_strdup_printf (_("%s Elsewhere in the range the design cannot be run."), words);
}

/* --- break-even --- */

static char *
say_crossing (const WeftWhatifFinding *finding, const WeftCrossing *crossing)
{
  g_autofree char *x = weft_input_format (finding->inputs->pdata[0], crossing->x);
  g_autofree char *first = weft_output_format (finding->output, crossing->first);
  g_autofree char *second = weft_output_format (finding->output, crossing->second);
  const char *winner = crossing->first_rises ? finding->first_name : finding->second_name;
  const char *loser = crossing->first_rises ? finding->second_name : finding->first_name;

  if (crossing->is_end)
    /* Translators: a value of the input at an end of its range, an output, and the answer that meets the other there */
    return g_strdup_printf (_("At %s, %s is equal: %s."), x, finding->output->label, first);
  if (finding->second_name == NULL && crossing->is_jump)
    return crossing->first_rises
             /* Translators: a value of the input, an output, its wished value, and what it is there */
             ? g_strdup_printf (_("From %s on, %s is better than %s, by a jump to %s."), x, finding->output->label,
                                second, first)
             : g_strdup_printf (_("From %s on, %s is worse than %s, by a jump to %s."), x, finding->output->label,
                                second, first);
  if (finding->second_name == NULL)
    return crossing->first_rises
             /* Translators: a value of the input, an output and its wished value */
             ? g_strdup_printf (_("At %s, %s meets %s, and is better beyond."), x, finding->output->label, second)
             : g_strdup_printf (_("At %s, %s meets %s, and is worse beyond."), x, finding->output->label, second);
  if (crossing->is_jump)
    /* Translators: a value of the input, two designs, and their answers there */
    return g_strdup_printf (_("At %s %s beats %s by a jump: %s against %s."), x, winner, loser,
                            crossing->first_rises ? first : second, crossing->first_rises ? second : first);
  /* Translators: a value of the input, two designs, and the answer that both have there */
  return g_strdup_printf (_("At %s %s beats %s: both have %s there."), x, winner, loser, first);
}

static char *
say_end (const WeftWhatifFinding *finding, double x, double first, double second)
{
  g_autofree char *at = weft_input_format (finding->inputs->pdata[0], x);
  g_autofree char *a = weft_output_format (finding->output, first);
  g_autofree char *b = weft_output_format (finding->output, second);

  /* Translators: a value of the input, and the answer there against that of the other design or the wished value */
  return g_strdup_printf (_("at %s %s against %s"), at, a, b);
}

static char *
say_none (const WeftWhatifFinding *finding)
{
  const WeftBreakEven *found = finding->break_even;
  g_autofree char *low = say_end (finding, found->low, found->first_low, found->second_low);
  g_autofree char *high = say_end (finding, found->high, found->first_high, found->second_high);

  /* Translators: both ends of a range: "at 10 GB/s 1.2 against 1.5" */
  return found->always_equal ? g_strdup_printf (_("Both are equal throughout: %s, %s."), low, high)
                             : g_strdup_printf (_("There is no break-even in this range: %s, %s."), low, high);
}

GPtrArray *
weft_whatif_say_break_even (const WeftWhatifFinding *finding)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < finding->break_even->n_crossings; i++)
    g_ptr_array_add (words, say_crossing (finding, &finding->break_even->crossings[i]));
  if (words->len == 0)
    g_ptr_array_add (words, say_none (finding));
  return words;
}

/* --- doubt --- */

/* FALSE when the output is none that is drawn. */
static gboolean
find_number (const WeftWhatifFinding *finding, const WeftOutput *output, guint *number)
{
  return finding->doubt != NULL && weft_doubt_find (output, number);
}

char *
weft_whatif_say_band (const WeftWhatifFinding *finding, const WeftOutput *output)
{
  const WeftBand *band;
  g_autofree char *central = NULL, *low = NULL, *middle = NULL, *high = NULL;
  guint number;

  if (!find_number (finding, output, &number))
    return g_strdup_printf (_("How sure %s is cannot be told."), output->label);
  band = weft_doubt_band (finding->doubt, 0, number);
  if (band->n == 0)
    return g_strdup_printf (_("%s is unknown in all draws."), output->label);
  central = weft_output_format (output, band->central);
  low = weft_output_format (output, band->p5);
  middle = weft_output_format (output, band->p50);
  high = weft_output_format (output, band->p95);
  /* Translators: an output, its value, the ends of its band, and the middle of it */
  return g_strdup_printf (_("%s is %s; nine times in ten it is between %s and %s, and half the time below %s."),
                          output->label, central, low, high, middle);
}

char *
weft_whatif_say_contest (const WeftWhatifFinding *finding, const WeftOutput *output)
{
  WeftContest contest;
  g_autofree char *words = NULL;
  guint number;

  if (!find_number (finding, output, &number) || weft_doubt_n_designs (finding->doubt) < 2)
    return NULL;
  contest = weft_doubt_compare (finding->doubt, number);
  words = weft_doubt_say_contest (finding->doubt, &contest);
  /* Translators: an output, what is said of two designs, and a ratio with the ends of its band */
  return g_strdup_printf (_("%s: %s. The first over the second is %.3g, nine times in ten from %.3g to %.3g."),
                          output->label, words, contest.ratio_p50, contest.ratio_p5, contest.ratio_p95);
}

/* Each reason once. */
GPtrArray *
weft_whatif_say_wider (const WeftWhatifFinding *finding)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) said = g_ptr_array_new ();

  for (guint kind = 0; finding->doubt != NULL && kind < WEFT_N_WORKLOADS; kind++)
    {
      const char *why = weft_doubt_why_wider (finding->doubt, 0, kind);

      if (why == NULL || g_ptr_array_find_with_equal_func (said, why, g_str_equal, NULL))
        continue;
      g_ptr_array_add (said, (gpointer) why);
      /* Translators: a workload and a sentence */
      g_ptr_array_add (words, g_strdup_printf (_("%s: wider than where it was measured. %s"),
                                               weft_workload_label (kind), why));
    }
  return words;
}

char *
weft_whatif_say_draws (const WeftWhatifFinding *finding, const WeftOutput *output)
{
  WeftEvaluation *evaluation = weft_whatif_get_evaluation (finding->question->whatif);
  g_autofree char *draws = NULL, *whole = NULL;
  guint n, n_whole, number;
  double left_out;

  if (!find_number (finding, output, &number))
    return g_strdup ("");
  n = weft_doubt_get_draws (finding->doubt)->n_samples;
  n_whole = weft_doubt_n_whole (finding->doubt);
  left_out = weft_doubt_unexplained (finding->doubt, 0, number);
  draws = weft_quantity_format (n, WEFT_UNIT_COUNT);
  if (n_whole == n && left_out == 0)
    /* Translators: a number, and the name of a profile */
    return g_strdup_printf (_("%s draws under the profile %s."), draws, weft_evaluation_get_profile (evaluation));
  whole = weft_quantity_format (n_whole, WEFT_UNIT_COUNT);
  /* Translators: a number, the name of a profile, and another number */
  return g_strdup_printf (_("%s draws under the profile %s, from %s whole evaluations; what facts do together, %.1f %%, "
                            "is drawn from these."),
                          draws, weft_evaluation_get_profile (evaluation), whole, 100 * left_out);
}

char *
weft_whatif_dup_source (const WeftWhatifFinding *finding, const WeftOutput *output, guint row)
{
  g_autoptr (GPtrArray) sources = NULL;
  guint number;

  if (row >= MOST_SOURCES || !find_number (finding, output, &number))
    return NULL;
  sources = weft_doubt_sources (finding->doubt, 0, number);
  return row < sources->len ? g_strdup (((const WeftDoubtSource *) sources->pdata[row])->path) : NULL;
}

static void
add_source (WeftTable *table, const char *label, double share)
{
  g_autofree char *percent = g_strdup_printf (_("%.1f %%"), 100 * share);
  const char *cells[] = { label, percent, NULL };

  weft_table_add_row (table, cells);
}

WeftTable *
weft_whatif_table_sources (const WeftWhatifFinding *finding, const WeftOutput *output)
{
  WeftTable *table = weft_table_new (NULL);
  g_autoptr (GPtrArray) sources = NULL;
  double rest = 0;
  guint number;

  weft_table_add_column (table, _("It Comes From"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Share of the Variance"), WEFT_ALIGN_END);
  if (!find_number (finding, output, &number))
    return table;
  sources = weft_doubt_sources (finding->doubt, 0, number);
  for (guint i = 0; i < sources->len; i++)
    {
      const WeftDoubtSource *source = sources->pdata[i];

      if (i < MOST_SOURCES)
        add_source (table, source->label, source->share);
      else
        rest += source->share;
    }
  if (rest > 0)
    add_source (table, _("All others"), rest);
  return table;
}

/* The path of a number that is drawn. (transfer full) */
static char *
write_path (guint number)
{
  if (number == WEFT_DOUBT_SCORE)
    return g_strdup ("score");
  if (number == WEFT_DOUBT_POWER)
    return g_strdup ("power_w");
  if (number == WEFT_DOUBT_COST)
    return g_strdup ("cost_usd");
  if (number >= WEFT_DOUBT_SPEEDUP)
    return g_strdup_printf ("workloads/%s/speedup", weft_workload_nick (number - WEFT_DOUBT_SPEEDUP));
  return g_strdup_printf ("workloads/%s/value", weft_workload_nick (number - WEFT_DOUBT_VALUE));
}

static void
add_band (WeftTable *table, const WeftWhatifFinding *finding, guint number)
{
  const WeftBand *band = weft_doubt_band (finding->doubt, 0, number);
  g_autofree char *path = write_path (number);
  g_autoptr (WeftOutput) output = weft_whatif_find_output (finding->question->whatif, path, NULL);
  g_autofree char *central = NULL, *low = NULL, *middle = NULL, *high = NULL;

  if (output == NULL || band->n == 0)
    return;
  central = weft_output_format (output, band->central);
  low = weft_output_format (output, band->p5);
  middle = weft_output_format (output, band->p50);
  high = weft_output_format (output, band->p95);
  weft_table_add_row (table, (const char *const[]){ output->label, central, low, middle, high, NULL });
}

WeftTable *
weft_whatif_table_bands (const WeftWhatifFinding *finding)
{
  WeftTable *table = weft_table_new (NULL);

  weft_table_add_column (table, _("Number"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Stands At"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("5 %"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("50 %"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("95 %"), WEFT_ALIGN_END);
  for (guint number = 0; finding->doubt != NULL && number < WEFT_N_DOUBTS; number++)
    add_band (table, finding, number);
  return table;
}
