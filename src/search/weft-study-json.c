/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study as JSON, for programs. */
#include "search/weft-study-private.h"

#include <math.h>

/* What is not known, or never happened, is null. */
static void
set_number (JsonObject *object, const char *key, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, key, value);
  else
    json_object_set_null_member (object, key);
}

static void
set_comparison (JsonObject *object, WeftStudy *self, const WeftStudyRow *row)
{
  if (row->baseline >= 0)
    json_object_set_string_member (object, "baseline",
                                   weft_study_get_row (self, (guint) row->baseline)->method);
  else
    json_object_set_null_member (object, "baseline");
  json_object_set_int_member (object, "pairs", row->pairs);
  set_number (object, "p_value", row->p_value);
  set_number (object, "p_holm", row->p_holm);
  set_number (object, "a12", row->a12);
}

static JsonArray *
list_runs (WeftStudy *self, guint row)
{
  JsonArray *runs = json_array_new ();

  for (guint i = 0; i < weft_study_n_runs (self, row); i++)
    {
      const WeftStudyRun *run = weft_study_get_run (self, row, i);
      guint reached = weft_study_run_reached (run, self->target);
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "seed", (gint64) run->seed);
      json_object_set_int_member (object, "evaluations", run->evaluations);
      json_object_set_double_member (object, "score", weft_study_run_best (run, run->evaluations));
      set_number (object, "evals_to_1pct", reached > 0 ? reached : NAN);
      set_number (object, "specialised_power", run->specialised);
      json_array_add_object_element (runs, object);
    }
  return runs;
}

static JsonObject *
row_to_json (WeftStudy *self, guint number)
{
  const WeftStudyRow *row = weft_study_get_row (self, number);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "method", row->method);
  json_object_set_string_member (object, "label", row->label);
  json_object_set_int_member (object, "budget", row->budget);
  json_object_set_int_member (object, "runs", row->runs);
  set_number (object, "evaluations", row->evaluations);
  set_number (object, "mean", row->mean);
  set_number (object, "sd", row->sd);
  set_number (object, "mean_low", row->interval.low);
  set_number (object, "mean_high", row->interval.high);
  set_number (object, "regret_mean", row->regret_mean);
  set_number (object, "evals_to_1pct", row->evals_to_1pct);
  json_object_set_int_member (object, "within_1pct", row->within_1pct);
  set_number (object, "ert_1pct", row->ert_1pct);
  set_number (object, "invalid", row->invalid);
  set_number (object, "schema_invalid", row->schema_invalid);
  set_number (object, "infeasible", row->infeasible);
  set_number (object, "duplicates", row->duplicates);
  set_number (object, "estimates", row->estimates);
  set_number (object, "specialised_power_mean", row->specialised_power_mean);
  set_comparison (object, self, row);
  json_object_set_array_member (object, "seeds", list_runs (self, number));
  return object;
}

/**
 * weft_study_to_json: (skip)
 * @self: a study that has been computed
 *
 * Returns: (transfer full): the rows, each with its runs, and what regret is measured against
 */
JsonObject *
weft_study_to_json (WeftStudy *self)
{
  static const char *const kinds[] = {
    [WEFT_STUDY_CERTIFIED] = "certified",
    [WEFT_STUDY_BOUND] = "bound",
    [WEFT_STUDY_BEST_KNOWN] = "best known",
  };
  JsonObject *object = json_object_new ();
  JsonObject *target = json_object_new ();
  JsonArray *rows = json_array_new ();

  for (guint i = 0; i < weft_study_n_rows (self); i++)
    json_array_add_object_element (rows, row_to_json (self, i));
  json_object_set_array_member (object, "rows", rows);
  json_object_set_string_member (target, "kind", kinds[self->target_kind]);
  set_number (target, "score", self->target);
  json_object_set_object_member (object, "target", target);
  return object;
}
