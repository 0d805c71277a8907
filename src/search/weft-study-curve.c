/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anytime curves of a study: the mean of the runs' best scores after each evaluation, with its band. */
#include "search/weft-study-private.h"

#include <math.h>

#include "base/weft-json-write.h"

/* The runs' best scores after an evaluation, moved forward with it. */
typedef struct
{
  const GArray *runs;
  guint *next; /* by run: the step that comes next */
  double *best;
} Front;

/* Whether any run has improved. */
static gboolean
advance (Front *front, guint evaluation)
{
  gboolean is_changed = FALSE;

  for (guint i = 0; i < front->runs->len; i++)
    {
      const WeftStudyRun *run = &g_array_index (front->runs, WeftStudyRun, i);

      for (; front->next[i] < run->n_steps && run->steps[front->next[i]].evaluation <= evaluation;
           front->next[i]++)
        {
          front->best[i] = run->steps[front->next[i]].best;
          is_changed = TRUE;
        }
    }
  return is_changed;
}

static WeftStudyPoint
describe (const Front *front)
{
  return (WeftStudyPoint) {
    weft_statistics_mean (front->best, front->runs->len),
    weft_statistics_bootstrap (front->best, front->runs->len, WEFT_STUDY_CONFIDENCE,
                               WEFT_STUDY_RESAMPLES, WEFT_STUDY_BOOTSTRAP_SEED),
  };
}

/* A run that ended before its budget keeps its best. */
static guint
longest (const WeftStudyEntry *entry)
{
  guint length = 0;

  for (guint i = 0; i < entry->runs->len; i++)
    length = MAX (length, g_array_index (entry->runs, WeftStudyRun, i).evaluations);
  return length;
}

/**
 * weft_study_curve: (skip)
 * @self: a study
 * @row: number of a row
 *
 * Before its first feasible design a run counts as 0, as an infeasible design does. The curve ends where the row's longest run did.
 *
 * Returns: (transfer full) (element-type WeftStudyPoint): a point for each evaluation, the first after 1
 */
GArray *
weft_study_curve (WeftStudy *self, guint row)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (WeftStudyPoint));
  const WeftStudyEntry *entry;
  g_autofree guint *next = NULL;
  g_autofree double *best = NULL;
  WeftStudyPoint point = { 0 };
  Front front;

  g_return_val_if_fail (row < self->entries->len, points);

  entry = self->entries->pdata[row];
  next = g_new0 (guint, entry->runs->len);
  best = g_new0 (double, entry->runs->len);
  front = (Front) { entry->runs, next, best };
  for (guint evaluation = 1; evaluation <= longest (entry); evaluation++)
    {
      if (advance (&front, evaluation) || evaluation == 1)
        point = describe (&front);
      g_array_append_val (points, point);
    }
  return points;
}

/* Empty when unknown. */
static void
append_number (GString *csv, double value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  g_string_append_c (csv, ',');
  if (isfinite (value))
    g_string_append (csv, weft_json_format_double (value, buffer));
}

static void
append_curve (GString *csv, WeftStudy *self, guint row)
{
  const WeftStudyEntry *entry = self->entries->pdata[row];
  g_autoptr (GArray) points = weft_study_curve (self, row);

  for (guint i = 0; i < points->len; i++)
    {
      const WeftStudyPoint *point = &g_array_index (points, WeftStudyPoint, i);

      /* A method with several options holds commas. */
      g_string_append_printf (csv, "\"%s\",%u,%u,%u", entry->method, entry->budget, i + 1,
                              entry->runs->len);
      append_number (csv, point->mean);
      append_number (csv, point->band.low);
      append_number (csv, point->band.high);
      append_number (csv, self->target > 0 ? 1 - point->mean / self->target : NAN);
      g_string_append (csv, "\r\n");
    }
}

/**
 * weft_study_curves_csv: (skip)
 * @self: a study that has been computed
 *
 * Returns: (transfer full): the curves of all rows with a line for each evaluation; a number that is not known is empty
 */
char *
weft_study_curves_csv (WeftStudy *self)
{
  GString *csv = g_string_new ("method,budget,evaluation,runs,mean,low,high,regret\r\n");

  for (guint i = 0; i < self->entries->len; i++)
    append_curve (csv, self, i);
  return g_string_free (csv, FALSE);
}
