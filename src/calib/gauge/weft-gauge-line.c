/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is to be reached is data: a file names sets, a measure of them and a bound. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"
#include "calib/gauge/weft-gauge-line-private.h"

/* Rows that are named where a line is missed. */
#define N_FARTHEST 3u
/* A share below this has a decimal more. */
#define SMALL 0.001

static const char *const root_members[] = { "tables", "lines", NULL };
static const char *const line_members[]
  = { "label", "sets", "series", "measure", "at_most", "at_least", "peer", "why", "apart", NULL };

typedef struct
{
  const char *id;
  const char *label;
  gboolean is_share; /* in percent */
} Measure;

static const Measure measures[] = {
  { "mape", N_("mean error"), TRUE },
  { "median", N_("median error"), TRUE },
  { "max", N_("greatest error"), TRUE },
  { "spearman", N_("rank correlation"), FALSE },
  { "choice_spearman", N_("mean rank correlation within a choice"), FALSE },
  { "least_spearman", N_("least rank correlation within a choice"), FALSE },
  { "regret", N_("mean regret"), TRUE },
  { "slope", N_("greatest error of a slope, in points"), TRUE },
  { "slope_mean", N_("mean error of slopes, in points"), TRUE },
  { "predicted_slope", N_("slope"), TRUE },
};

static const Measure *
find_measure (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
    if (g_str_equal (measures[i].id, id))
      return &measures[i];
  return NULL;
}

static void
free_line (gpointer data)
{
  WeftGaugeLine *line = data;

  g_free (line->label);
  g_free (line->measure);
  g_free (line->peer);
  g_free (line->why);
  g_clear_pointer (&line->farthest, g_ptr_array_unref);
  g_free (line);
}

/* --- rows --- */

static gboolean
is_named (const WeftJsonAt *names, const char *name)
{
  for (guint i = 0; i < weft_json_at_length (names); i++)
    {
      WeftJsonAt at;
      const char *pattern = NULL;

      weft_json_at_element (names, i, &at);
      if (JSON_NODE_HOLDS_VALUE (at.node))
        pattern = json_node_get_string (at.node);
      if (pattern != NULL && g_pattern_match_simple (pattern, name))
        return TRUE;
    }
  return FALSE;
}

/* Cases of all sets whose names are among @names, "*" standing for anything. */
static GArray *
pick_named (GPtrArray *parts, const WeftJsonAt *names)
{
  GArray *picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));

  for (guint i = 0; i < parts->len; i++)
    {
      g_autoptr (GPtrArray) sets = weft_gauge_sets (parts->pdata[i]);

      for (guint k = 0; k < sets->len; k++)
        if (is_named (names, sets->pdata[k]))
          weft_gauge_pick (parts->pdata[i], sets->pdata[k], picked);
    }
  return picked;
}

/* --- judging --- */

/* Of series with a name among @series (nullable): how far the slope is off, or the slope itself; the greatest of
 * them, or their mean. */
static double
judge_slopes (GArray *picked, WeftGaugeView view, const WeftJsonAt *series, const char *measure)
{
  g_autoptr (GArray) slopes = weft_gauge_slopes (picked, view);
  gboolean is_slope = g_str_equal (measure, "predicted_slope");
  double most = NAN;
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < slopes->len; i++)
    {
      const WeftGaugeSlope *slope = &g_array_index (slopes, WeftGaugeSlope, i);
      double value = is_slope ? slope->predicted : fabs (slope->predicted - slope->measured);

      if (series != NULL && !is_named (series, slope->series))
        continue;
      most = fmax (most, value);
      sum += value;
      n++;
    }
  if (g_str_equal (measure, "slope_mean"))
    return n > 0 ? sum / n : NAN;
  return most;
}

static double
measure_of (GArray *picked, WeftGaugeView view, const char *measure, const WeftJsonAt *series)
{
  WeftGaugeScore score = weft_gauge_score (picked, view);
  const struct
  {
    const char *id;
    double value;
  } values[] = {
    { "mape", score.mape },
    { "median", score.median },
    { "max", score.max },
    { "spearman", score.spearman },
    { "choice_spearman", score.choice_spearman },
    { "least_spearman", score.least_spearman },
    { "regret", score.regret },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (g_str_equal (values[i].id, measure))
      return values[i].value;
  return judge_slopes (picked, view, series, measure);
}

static int
compare_errors (gconstpointer a, gconstpointer b, gpointer data)
{
  WeftGaugeView view = GPOINTER_TO_UINT (data);
  double one = fabs (weft_gauge_log_error (a, view));
  double other = fabs (weft_gauge_log_error (b, view));

  if (isnan (one) || isnan (other))
    return isnan (one) - isnan (other);
  return one > other ? -1 : one < other;
}

static void
name_farthest (WeftGaugeLine *line, GArray *picked, WeftGaugeView view)
{
  char text[32];

  line->farthest = g_ptr_array_new_with_free_func (g_free);
  g_array_sort_with_data (picked, compare_errors, GUINT_TO_POINTER (view));
  for (guint i = 0; i < MIN (picked->len, N_FARTHEST); i++)
    {
      const WeftGaugeAt *at = &g_array_index (picked, WeftGaugeAt, i);
      double error = expm1 (weft_gauge_log_error (at, view));

      if (!isnan (error))
        g_ptr_array_add (line->farthest,
                         g_strdup_printf (_("%s (%s %%)"), weft_gauge_part_case (at->part, at->index)->id,
                                          g_ascii_formatd (text, sizeof text, "%+.0f", 100 * error)));
    }
}

static void
judge (WeftGaugeLine *line, GPtrArray *parts, WeftGaugeView view, const WeftJsonAt *sets,
       const WeftJsonAt *series)
{
  g_autoptr (GArray) picked = pick_named (parts, sets);

  line->n = picked->len;
  line->value = picked->len > 0 ? measure_of (picked, view, line->measure, series) : NAN;
  name_farthest (line, picked, view);
  line->is_met = !isnan (line->value) && !(line->value > line->at_most) && !(line->value < line->at_least);
}

/* --- reading --- */

static gboolean
read_bound (const WeftJsonAt *at, const char *name, double *bound, GError **error)
{
  WeftJsonAt member;

  *bound = NAN;
  return !weft_json_at_member (at, name, &member) || weft_json_at_number (&member, bound, error);
}

static gboolean
read_line (WeftGaugeLine *line, const WeftJsonAt *at, GPtrArray *parts, WeftGaugeView view, GError **error)
{
  const char *label = NULL, *measure = NULL, *peer = NULL, *why = NULL;
  gboolean has_series = FALSE;
  WeftJsonAt sets, series;

  if (!weft_json_at_object (at, error) || !weft_json_at_known (at, line_members, error)
      || !weft_json_at_get_string (at, "label", WEFT_JSON_REQUIRED, &label, error)
      || !weft_json_at_get_string (at, "measure", WEFT_JSON_REQUIRED, &measure, error)
      || !weft_json_at_get_string (at, "peer", WEFT_JSON_OPTIONAL, &peer, error)
      || !weft_json_at_get_string (at, "why", WEFT_JSON_OPTIONAL, &why, error)
      || !weft_json_at_get_array (at, "series", WEFT_JSON_OPTIONAL, &series, &has_series, error)
      || !weft_json_at_get_array (at, "sets", WEFT_JSON_REQUIRED, &sets, NULL, error)
      || !weft_json_at_get_boolean (at, "apart", WEFT_JSON_OPTIONAL, &line->is_apart, error)
      || !read_bound (at, "at_most", &line->at_most, error) || !read_bound (at, "at_least", &line->at_least, error))
    return FALSE;
  if (find_measure (measure) == NULL)
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, "a measure such as “mape”, “regret” or “slope”", error);
  line->label = g_strdup (label);
  line->measure = g_strdup (measure);
  line->peer = g_strdup (peer);
  line->why = g_strdup (why);
  judge (line, parts, view, &sets, has_series ? &series : NULL);
  return TRUE;
}

GPtrArray *
weft_gauge_lines (JsonNode *root, GPtrArray *parts, WeftGaugeView view, GError **error)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (free_line);
  WeftJsonAt at, list;

  if (root == NULL)
    return g_steal_pointer (&lines);
  weft_json_at_root (&at, root, "lines.json");
  if (!weft_json_at_object (&at, error) || !weft_json_at_known (&at, root_members, error)
      || !weft_json_at_get_array (&at, "lines", WEFT_JSON_REQUIRED, &list, NULL, error))
    return NULL;
  for (guint i = 0; i < weft_json_at_length (&list); i++)
    {
      WeftGaugeLine *line = g_new0 (WeftGaugeLine, 1);
      WeftJsonAt element;

      g_ptr_array_add (lines, line);
      weft_json_at_element (&list, i, &element);
      if (!read_line (line, &element, parts, view, error))
        return NULL;
    }
  return g_steal_pointer (&lines);
}

/* --- tables --- */

static void
name_table (GPtrArray *rows, const char *file, const char *source)
{
  for (guint i = 0; i < rows->len; i++)
    {
      WeftGaugeRow *row = rows->pdata[i];

      if (row->table == WEFT_GAUGE_PUBLISHED || !g_str_equal (row->file, file) || !g_str_equal (row->source, file))
        continue;
      row->source = g_strdup (source);
      g_ptr_array_add (row->texts, (gpointer) row->source);
    }
}

gboolean
weft_gauge_name_tables (GPtrArray *rows, JsonNode *root, GError **error)
{
  g_autoptr (GList) names = NULL;
  gboolean present = FALSE;
  WeftJsonAt at, tables;

  weft_json_at_root (&at, root, "lines.json");
  if (!weft_json_at_object (&at, error)
      || !weft_json_at_get_object (&at, "tables", WEFT_JSON_OPTIONAL, &tables, &present, error))
    return FALSE;
  if (!present)
    return TRUE;
  names = json_object_get_members (json_node_get_object (tables.node));
  for (GList *name = names; name != NULL; name = name->next)
    {
      const char *source = NULL;

      if (!weft_json_at_get_string (&tables, name->data, WEFT_JSON_REQUIRED, &source, error))
        return FALSE;
      name_table (rows, name->data, source);
    }
  return TRUE;
}

/* --- in words --- */

const char *
weft_gauge_line_measure (const WeftGaugeLine *line)
{
  return _(find_measure (line->measure)->label);
}

char *
weft_gauge_line_say (const WeftGaugeLine *line, double value)
{
  char text[32];

  if (isnan (value))
    return g_strdup (_("unknown"));
  if (!find_measure (line->measure)->is_share)
    return g_strdup (g_ascii_formatd (text, sizeof text, "%.3f", value));
  return g_strdup_printf (_("%s %%"), g_ascii_formatd (text, sizeof text, fabs (value) < SMALL ? "%.2f" : "%.1f",
                                                       100 * value));
}

/* How far within the nearer bound, or without. */
static double
margin_of (const WeftGaugeLine *line)
{
  double above = isnan (line->at_least) ? INFINITY : line->value - line->at_least;
  double below = isnan (line->at_most) ? INFINITY : line->at_most - line->value;

  return fabs (fmin (above, below));
}

char *
weft_gauge_line_verdict (const WeftGaugeLine *line)
{
  g_autofree char *margin = NULL;

  if (line->n == 0)
    return g_strdup (line->is_apart ? _("no rows: measured apart") : _("no rows"));
  if (isnan (line->value))
    return g_strdup (_("rows do not tell"));
  margin = weft_gauge_line_say (line, margin_of (line));
  return g_strdup_printf (line->is_met ? _("met by %s") : _("missed by %s"), margin);
}
