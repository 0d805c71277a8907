/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run's first and last event say about it; of a run without an end, what its items amount to. */
#include "config.h"

#include "app/plan/weft-old-plan.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/weft-json-find.h"

#define MAX_WORD_CHARS 120

void
weft_old_plan_free (WeftOldPlan *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_clear_object (&self->dialogue);
  g_clear_object (&self->start);
  g_free (self->planner);
  g_free (self);
}

static JsonObject *
find_planner (WeftEvent *start)
{
  return start == NULL ? NULL : weft_json_find_object (weft_event_get_data (start), "planner");
}

gboolean
weft_old_plan_is_plan (WeftEvent *start)
{
  return find_planner (start) != NULL;
}

/* (transfer full): text from a file. */
static char *
make_word (JsonObject *object, const char *member)
{
  const char *text = weft_json_find_string (object, member);

  return text == NULL ? NULL : weft_dialogue_make_safe (text, MAX_WORD_CHARS);
}

static void
read_planner (WeftOldPlan *self)
{
  JsonObject *planner = find_planner (self->start);
  const char *kind = weft_json_find_string (planner, "kind");
  g_autofree char *model = make_word (planner, "model");
  g_autofree char *endpoint = make_word (weft_json_find_object (planner, "endpoint"), "name");

  self->model = g_strcmp0 (kind, "builtin") != 0;
  if (!self->model)
    self->planner = g_strdup (_("Built-in planner (rules)"));
  else if (model != NULL && endpoint != NULL)
    self->planner = g_strjoin (" · ", endpoint, model, NULL);
  else
    self->planner = g_strdup (model != NULL ? model : _("A language model"));
}

static void
read_budget (WeftOldPlan *self)
{
  JsonObject *object = weft_json_find_object (find_planner (self->start), "budget");
  double wall_s = weft_json_find_number (object, "wall_s");
  double cost_usd = weft_json_find_number (object, "cost_usd");

  self->budget = (WeftPlanBudget){
    .evaluations = (guint) MIN (weft_json_find_count (object, "evaluations"), G_MAXINT),
    .requests = (guint) MIN (weft_json_find_count (object, "requests"), G_MAXINT),
    .idle_turns = (guint) MIN (weft_json_find_count (object, "idle_turns"), G_MAXINT),
    .patience = (guint) MIN (weft_json_find_count (object, "patience"), G_MAXINT),
    .tokens = weft_json_find_count (object, "tokens"),
    .wall_s = isfinite (wall_s) ? wall_s : 0,
    .cost_usd = isfinite (cost_usd) ? cost_usd : 0,
  };
}

static void
count_item (WeftPlanCounts *counts, WeftDialogueItem *item)
{
  WeftCallVerdict verdict = weft_dialogue_item_get_verdict (item);
  const char *stage = weft_dialogue_item_get_stage (item);

  if (weft_dialogue_item_get_kind (item) == WEFT_DIALOGUE_TURN)
    counts->tokens_completion += weft_dialogue_item_get_tokens (item, NULL);
  if (weft_dialogue_item_get_kind (item) != WEFT_DIALOGUE_CALL)
    return;
  counts->evaluations += verdict == WEFT_CALL_SCORED || verdict == WEFT_CALL_INFEASIBLE;
  counts->infeasible += verdict == WEFT_CALL_INFEASIBLE;
  counts->duplicates += verdict == WEFT_CALL_DUPLICATE;
  if (verdict == WEFT_CALL_REFUSED && g_strcmp0 (stage, "constraint") != 0)
    counts->schema_invalid++;
  else if (verdict == WEFT_CALL_REFUSED)
    counts->refused++;
  if (weft_dialogue_item_is_best (item))
    {
      counts->has_best = TRUE;
      counts->best = weft_dialogue_item_get_score (item);
      counts->best_at = weft_dialogue_item_get_evaluation (item);
    }
}

static void
count_items (WeftOldPlan *self)
{
  GListModel *items = G_LIST_MODEL (self->dialogue);

  self->counts.cost_usd = NAN;
  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (items, i);

      count_item (&self->counts, item);
    }
}

static guint
read_count (JsonObject *object, const char *member)
{
  return (guint) MIN (weft_json_find_count (object, member), G_MAXINT);
}

static void
read_counts (WeftOldPlan *self, WeftEvent *end)
{
  JsonObject *object = weft_json_find_object (weft_event_get_data (end), "counts");
  WeftPlanCounts *counts = &self->counts;

  counts->elapsed_s = (double) weft_event_get_mono_us (end) / G_USEC_PER_SEC;
  if (object == NULL)
    return;
  counts->evaluations = read_count (object, "evaluations");
  counts->requests = read_count (object, "requests");
  counts->schema_invalid = read_count (object, "schema_invalid");
  counts->refused = read_count (object, "refused");
  counts->infeasible = read_count (object, "infeasible");
  counts->duplicates = read_count (object, "duplicates");
  counts->tokens_prompt = weft_json_find_count (object, "tokens_prompt");
  counts->tokens_completion = weft_json_find_count (object, "tokens_completion");
  counts->tokens_estimated = weft_json_find_boolean (object, "tokens_estimated", FALSE);
  counts->cost_usd = weft_json_find_number (object, "cost_usd");
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (data, &error);
  g_autoptr (WeftOldPlan) self = g_new0 (WeftOldPlan, 1);
  g_autoptr (WeftEvent) end = NULL;

  if (run != NULL)
    self->dialogue = weft_dialogue_load (run, cancellable, &error);
  if (self->dialogue == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->path = g_strdup (data);
  self->start = weft_trail_run_find (run, "run.start", FALSE, NULL);
  end = weft_trail_run_find (run, "run.end", TRUE, NULL);
  read_planner (self);
  read_budget (self);
  count_items (self);
  if (end != NULL)
    read_counts (self, end);
  g_task_return_pointer (task, g_steal_pointer (&self), (GDestroyNotify) weft_old_plan_free);
}

void
weft_old_plan_read_async (const char *path, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_source_tag (task, weft_old_plan_read_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, read_in_thread);
}

WeftOldPlan *
weft_old_plan_read_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
