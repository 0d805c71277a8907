/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the model card says of one domain: errors by set, order, regret, slopes, worst rows, what is not covered. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "calib/gauge/weft-gauge-card-private.h"

/* Rows that are named as the worst ones. */
#define N_WORST 8u
/* Reasons that are told one by one. */
#define MAX_REASONS 40u

static GArray *
pick_set (const WeftGaugePart *part, const char *set)
{
  GArray *picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));

  weft_gauge_pick (part, set, picked);
  return picked;
}

/* --- errors by set --- */

static void
add_set (GString *card, const WeftGaugePart *part, const char *set)
{
  g_autoptr (GArray) picked = pick_set (part, set);
  WeftGaugeScore score = weft_gauge_score (picked, weft_card_view (part));
  WeftGaugeScore own = weft_gauge_score (picked, WEFT_GAUGE_IN_SAMPLE);
  WeftGaugeScore elsewhere = weft_gauge_score (picked, WEFT_GAUGE_ELSEWHERE);
  g_autofree char *n = g_strdup_printf ("%u", score.n);
  g_autofree char *assumed = g_strdup_printf ("%u", score.n_assumed);
  g_autofree char *mape = weft_card_share (score.mape);
  g_autofree char *median = weft_card_share (score.median);
  g_autofree char *p90 = weft_card_share (score.p90);
  g_autofree char *max = weft_card_share (score.max);
  g_autofree char *bias = weft_card_share (expm1 (score.bias));
  g_autofree char *in_sample = weft_card_share (own.mape);
  g_autofree char *other = weft_card_share (elsewhere.mape);
  g_autofree char *null_mape = weft_card_share (score.null_mape);
  g_autofree char *null_max = weft_card_share (score.null_max);
  g_autofree char *skill = weft_card_share (score.skill);
  g_autofree char *spearman = weft_card_ratio (score.spearman);

  weft_card_row (card, set, n, mape, median, p90, max, bias, in_sample, other, null_mape, null_max, skill, spearman,
                 assumed, NULL);
}

static void
add_sets (GString *card, const WeftGaugePart *part)
{
  g_autoptr (GPtrArray) sets = weft_gauge_sets (part);

  weft_card_head (card, _("Set"), _(">Rows"), _(">Mean error"), _(">Median"), _(">90 %"), _(">Greatest"), _(">Bias"),
                  _(">In sample"), _(">Repository held out"), _(">One constant"), _(">greatest"), _(">Skill"),
                  _(">Rank correlation"), _(">By a start"), NULL);
  for (guint i = 0; i < sets->len; i++)
    add_set (card, part, sets->pdata[i]);
}

/* --- the way picked --- */

static void
add_choice (GString *card, const WeftGaugePart *part, const char *set, guint *n_rows)
{
  g_autoptr (GArray) picked = pick_set (part, set);
  WeftGaugeScore score = weft_gauge_score (picked, weft_card_view (part));
  g_autofree char *n = g_strdup_printf ("%u", score.n_choices);
  g_autofree char *order = weft_card_ratio (score.choice_spearman);
  g_autofree char *least = weft_card_ratio (score.least_spearman);
  g_autofree char *regret = weft_card_share (score.regret);
  g_autofree char *most = weft_card_share (score.max_regret);

  if (score.n_choices == 0)
    return;
  if ((*n_rows)++ == 0)
    {
      g_string_append_printf (card, "\n### %s\n\n%s\n\n", _("The way picked"),
                              _("Rows of one choice solve one problem in several ways. The regret says by how much the "
                                "way that is predicted to be the best is worse than the one that was."));
      weft_card_head (card, _("Set"), _(">Choices"), _(">Rank correlation"), _(">least"), _(">Mean regret"),
                      _(">greatest"), NULL);
    }
  weft_card_row (card, set, n, order, least, regret, most, NULL);
}

static void
add_choices (GString *card, const WeftGaugePart *part)
{
  g_autoptr (GPtrArray) sets = weft_gauge_sets (part);
  guint n_rows = 0;

  for (guint i = 0; i < sets->len; i++)
    add_choice (card, part, sets->pdata[i], &n_rows);
}

/* --- slopes --- */

static void
add_slope (GString *card, const WeftGaugeSlope *slope)
{
  g_autofree char *chips = g_strdup_printf ("%.0f–%.0f", slope->least, slope->most);
  g_autofree char *measured = weft_card_share (slope->measured);
  g_autofree char *predicted = weft_card_share (slope->predicted);
  g_autofree char *off = weft_card_number (weft_gauge_round (100 * (slope->predicted - slope->measured), 2));

  weft_card_row (card, slope->series, chips, measured, predicted, off, NULL);
}

static void
add_slopes (GString *card, const WeftGaugePart *part)
{
  g_autoptr (GArray) picked = pick_set (part, NULL);
  g_autoptr (GArray) slopes = weft_gauge_slopes (picked, weft_card_view (part));

  if (slopes->len == 0)
    return;
  g_string_append_printf (card, "\n### %s\n\n%s\n\n", _("Scaling"),
                          _("Work of a chip on the largest machine of a series as a share of that on the smallest."));
  weft_card_head (card, _("Series"), _(">Chips"), _(">Measured"), _(">Predicted"), _(">Points off"), NULL);
  for (guint i = 0; i < slopes->len; i++)
    add_slope (card, &g_array_index (slopes, WeftGaugeSlope, i));
}

/* --- worst rows --- */

static int
compare_worst (gconstpointer a, gconstpointer b, gpointer data)
{
  WeftGaugeView view = GPOINTER_TO_UINT (data);
  double one = fabs (weft_gauge_log_error (a, view));
  double other = fabs (weft_gauge_log_error (b, view));
  const WeftGaugeAt *at = a;

  if (isnan (one) != isnan (other))
    return isnan (one) ? 1 : -1;
  if (one != other && !isnan (one))
    return one > other ? -1 : 1;
  return at->index < ((const WeftGaugeAt *) b)->index ? -1 : 1;
}

static void
add_worst (GString *card, const WeftGaugePart *part)
{
  WeftGaugeView view = weft_card_view (part);
  g_autoptr (GArray) picked = pick_set (part, NULL);

  g_array_sort_with_data (picked, compare_worst, GUINT_TO_POINTER (view));
  g_string_append_printf (card, "\n### %s\n\n", _("Worst rows"));
  weft_card_head (card, _("Row"), _("What"), _("Set"), _(">Measured"), _(">Predicted"), _(">Off"), NULL);
  for (guint i = 0; i < MIN (picked->len, N_WORST); i++)
    {
      const WeftGaugeAt *at = &g_array_index (picked, WeftGaugeAt, i);
      const WeftGaugeCase *a_case = weft_gauge_part_case (part, at->index);
      double predicted = part->predicted[view][at->index];
      g_autofree char *measured = weft_card_number (a_case->measured);
      g_autofree char *said = weft_card_number (predicted);
      g_autofree char *off = weft_card_share (predicted / a_case->measured - 1);

      if (isnan (predicted))
        break;
      weft_card_row (card, a_case->id, a_case->label != NULL ? a_case->label : "", a_case->set, measured, said, off,
                     NULL);
    }
}

/* --- what is not covered --- */

static void
note_reason (GHashTable *reasons, GPtrArray *order, const char *id, const char *reason)
{
  GPtrArray *ids = g_hash_table_lookup (reasons, reason);

  if (ids == NULL)
    {
      char *key = g_strdup (reason);

      ids = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (reasons, key, ids);
      g_ptr_array_add (order, key);
    }
  g_ptr_array_add (ids, g_strdup (id));
}

static void
note_skipped (const WeftGaugePart *part, GHashTable *reasons, GPtrArray *order)
{
  for (guint i = 0; i < part->skipped->len; i++)
    {
      const char *sentence = part->skipped->pdata[i];
      const char *behind = strstr (sentence, ": ");
      g_autofree char *id = behind != NULL ? g_strndup (sentence, (gsize) (behind - sentence)) : g_strdup ("");

      note_reason (reasons, order, id, behind != NULL ? behind + 2 : sentence);
    }
}

static void
note_unpredicted (const WeftGaugePart *part, GHashTable *reasons, GPtrArray *order)
{
  for (guint i = 0; i < part->cases->len; i++)
    {
      const WeftGaugeCase *a_case = weft_gauge_part_case (part, i);
      g_autofree char *why = NULL;

      if (!isnan (part->predicted[WEFT_GAUGE_IN_SAMPLE][i]))
        continue;
      if (part->domain->why != NULL)
        why = part->domain->why (part->context, a_case);
      note_reason (reasons, order, a_case->id, why != NULL ? why : _("the model says nothing about it"));
    }
}

void
weft_card_lost (GString *card, const WeftGaugePart *part)
{
  g_autoptr (GHashTable) reasons
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  note_skipped (part, reasons, order);
  note_unpredicted (part, reasons, order);
  if (order->len == 0)
    return;
  g_string_append_printf (card, "\n### %s\n\n", _("Not covered"));
  for (guint i = 0; i < MIN (order->len, MAX_REASONS); i++)
    {
      GPtrArray *ids = g_hash_table_lookup (reasons, order->pdata[i]);

      g_string_append_printf (card, ngettext ("- %s: %u row (%s", "- %s: %u rows (%s", ids->len),
                              (const char *) order->pdata[i], ids->len, (const char *) ids->pdata[0]);
      g_string_append_printf (card, ids->len > 1 ? " … %s)\n" : ")\n", (const char *) ids->pdata[ids->len - 1]);
    }
  if (order->len > MAX_REASONS)
    g_string_append_printf (card, _("- %u reasons more\n"), order->len - MAX_REASONS);
}

/* --- constants --- */

static void
add_constant (GString *card, const WeftGaugePart *part, guint j)
{
  const WeftGaugeParameter *parameter = weft_gauge_part_parameter (part, j);
  g_autofree char *key = g_strdup_printf ("`%s`", parameter->key);
  g_autofree char *value = weft_card_number (part->x[j]);
  g_autofree char *n = g_strdup_printf ("%u", part->n_bearing[j]);
  g_autofree char *residual = weft_card_ratio (part->residual[j]);
  g_autofree char *low = weft_card_number (weft_gauge_round (part->low[j], 3));
  g_autofree char *high = weft_card_number (weft_gauge_round (part->high[j], 3));
  g_autofree char *folds = isnan (part->low[j]) ? g_strdup ("–") : g_strdup_printf ("%s–%s", low, high);

  weft_card_row (card, key, value, parameter->unit, n, residual, folds, parameter->note,
                 parameter->range != NULL ? parameter->range : "–", part->origin[j] != NULL ? part->origin[j] : "–",
                 NULL);
}

void
weft_card_constants (GString *card, const WeftGaugePart *part)
{
  if (part->parameters->len == 0)
    return;
  g_string_append_printf (card, "\n### %s\n\n", _("Constants"));
  weft_card_head (card, _("Constant"), _(">Value"), _("Unit"), _(">Rows"), _(">Residual"), _(">In the folds"),
                  _("What it is"), _("Range"), _("From"), NULL);
  for (guint j = 0; j < part->parameters->len; j++)
    add_constant (card, part, j);
}

void
weft_card_part (GString *card, const WeftGauge *gauge, const WeftGaugePart *part)
{
  g_string_append_printf (card, "\n## %s\n\n", _(part->domain->label));
  if (part->cases->len == 0)
    {
      g_string_append_printf (card, "%s\n", _("There are no rows."));
      return;
    }
  if (gauge->check)
    g_string_append_printf (card, "%s\n\n", _("By the profile as it is; nothing was fitted."));
  else if (part->n_folds == 0)
    g_string_append_printf (card, "%s\n\n",
                            _("All rows are of one source, so that nothing could be held out: these are errors in "
                              "sample."));
  add_sets (card, part);
  add_choices (card, part);
  add_slopes (card, part);
  add_worst (card, part);
  weft_card_lost (card, part);
  weft_card_constants (card, part);
}
