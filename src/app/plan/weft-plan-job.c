/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the problem in a worker, then the run itself lives in the main loop. A job that goes away lets its run end first. */
#include "config.h"

#include "app/plan/weft-plan-job.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/plan/weft-old-plan.h"
#include "app/search/weft-search-job-work.h"
#include "search/weft-proposal-event.h"

#define OPTIMUM_LIMIT_S 60
#define USUAL_EVALUATIONS 18

struct _WeftPlanJob
{
  GObject parent_instance;

  WeftSession *session;
  WeftPlanAims aims;
  WeftPlanJobState state;
  char *failure;            /* (nullable) */
  char *planner;            /* of what is shown */
  gboolean model;
  gboolean asked;           /* the problem is being made */
  gboolean reads;           /* a record, not a run */
  GCancellable *cancellable;
  WeftProblem *problem;     /* (nullable) */
  WeftPlan *plan;           /* (nullable) */
  WeftOldPlan *old;         /* (nullable) */
  WeftOptimum *optimum;     /* (nullable) */
  char *optimum_digest;     /* (nullable): of the problem it is of */
};

G_DEFINE_FINAL_TYPE (WeftPlanJob, weft_plan_job, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit_changed (WeftPlanJob *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_state (WeftPlanJob *self, WeftPlanJobState state, const char *failure)
{
  self->state = state;
  g_free (self->failure);
  self->failure = g_strdup (failure);
  emit_changed (self);
}

/* --- letting go --- */

static void
let_go_cb (WeftPlan *plan, gpointer data)
{
  GApplication *app = data;

  g_signal_handlers_disconnect_by_func (plan, let_go_cb, data);
  if (app != NULL)
    {
      g_application_release (app);
      g_object_unref (app);
    }
  g_object_unref (plan);
}

/* The run ends with the best design and writes so, and the program waits for that. */
static void
let_go_of_plan (WeftPlanJob *self)
{
  g_autoptr (WeftPlan) plan = g_steal_pointer (&self->plan);
  GApplication *app = g_application_get_default ();

  if (plan == NULL)
    return;
  g_signal_handlers_disconnect_by_data (plan, self);
  if (weft_plan_get_state (plan) == WEFT_PLAN_DONE)
    return;
  if (app != NULL)
    g_application_hold (g_object_ref (app));
  g_signal_connect (g_object_ref (plan), "done", G_CALLBACK (let_go_cb), app);
  weft_plan_stop (plan);
}

static void
forget (WeftPlanJob *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->asked = FALSE;
  let_go_of_plan (self);
  g_clear_pointer (&self->old, weft_old_plan_free);
  g_clear_object (&self->problem);
}

/* --- the certified optimum --- */

static void
optimum_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftPlanJob) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree WeftOptimum *optimum = weft_optimum_find_finish (result, &error);

  if (optimum == NULL || self->problem != WEFT_PROBLEM (source))
    return;
  g_free (self->optimum);
  self->optimum = g_steal_pointer (&optimum);
  g_free (self->optimum_digest);
  self->optimum_digest = g_strdup (weft_problem_get_digest (self->problem));
  emit_changed (self);
}

static void
take_problem (WeftPlanJob *self, WeftProblem *problem)
{
  g_set_object (&self->problem, problem);
  if (g_strcmp0 (self->optimum_digest, weft_problem_get_digest (problem)) == 0)
    return;
  g_clear_pointer (&self->optimum, g_free);
  g_clear_pointer (&self->optimum_digest, g_free);
  weft_optimum_find_async (problem, OPTIMUM_LIMIT_S, self->cancellable, optimum_cb,
                           g_object_ref (self));
}

/* --- a run --- */

static void
done_cb (WeftPlanJob *self)
{
  emit_changed (self);
  g_signal_emit (self, signals[ENDED], 0);
}

static void
take_plan (WeftPlanJob *self, WeftPlan *plan)
{
  self->plan = plan;
  g_signal_connect_swapped (plan, "changed", G_CALLBACK (emit_changed), self);
  g_signal_connect_swapped (plan, "notify::state", G_CALLBACK (emit_changed), self);
  g_signal_connect_swapped (plan, "done", G_CALLBACK (done_cb), self);
  set_state (self, WEFT_PLAN_JOB_RUN, NULL);
  weft_plan_start (plan);
}

static void
fill_settings (WeftPlanJob *self, WeftPlanSettings *settings)
{
  const WeftPlanAims *aims = &self->aims;

  *settings = (WeftPlanSettings){
    .problem = self->problem,
    .start = aims->begins_with_open ? weft_session_get_design (self->session) : NULL,
    .budget = aims->budget,
    .seed = aims->seed,
    .no_specialists = !aims->specialists,
    .no_attribution = !aims->attribution,
    .no_feedback = !aims->feedback,
    .no_record = !aims->records,
    .folder = aims->folder,
  };
}

static void
begin (WeftPlanJob *self)
{
  WeftEngine *engine = weft_session_get_engine (self->session);
  g_autoptr (WeftChat) chat = NULL;
  g_autoptr (GError) error = NULL;
  WeftPlanSettings settings;
  WeftPlan *plan;

  fill_settings (self, &settings);
  if (self->aims.endpoint != NULL)
    {
      chat = weft_chat_new (self->aims.endpoint, weft_engine_get_transport (engine));
      settings.planner = chat;
    }
  plan = weft_plan_new (&settings, &error);
  if (plan == NULL)
    set_state (self, WEFT_PLAN_JOB_FAILED, error->message);
  else
    take_plan (self, plan);
}

static void
begin_replay (WeftPlanJob *self)
{
  WeftEvaluator *evaluator = weft_engine_get_evaluator (weft_session_get_engine (self->session));
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (self->aims.replay, &error);
  WeftPlanSettings settings = { .no_record = !self->aims.records, .folder = self->aims.folder };
  WeftPlan *plan = run == NULL ? NULL : weft_plan_new_replay (evaluator, run, &settings, &error);

  if (plan == NULL)
    {
      set_state (self, WEFT_PLAN_JOB_FAILED, error->message);
      return;
    }
  take_problem (self, weft_plan_get_problem (plan));
  take_plan (self, plan);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftPlanJob) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProblem) problem = weft_problem_make_finish (result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (problem != NULL)
    take_problem (self, problem);
  /* A record can be read without its problem: then there is no optimum to compare with. */
  if (self->reads)
    emit_changed (self);
  else if (problem == NULL)
    set_state (self, WEFT_PLAN_JOB_FAILED, error->message);
  else
    begin (self);
}

/* As soon as the catalog is there. */
static void
ask_problem (WeftPlanJob *self)
{
  WeftEngine *engine = weft_session_get_engine (self->session);
  WeftEvaluator *evaluator = weft_engine_get_evaluator (engine);
  gboolean wanted = self->reads ? self->state == WEFT_PLAN_JOB_RECORD
                                : self->state == WEFT_PLAN_JOB_PREPARING;

  if (!wanted || self->asked)
    return;
  if (evaluator == NULL)
    {
      if (weft_engine_get_failure (engine) != NULL && !self->reads)
        set_state (self, WEFT_PLAN_JOB_FAILED, weft_engine_get_failure (engine));
      return;
    }
  self->asked = TRUE;
  if (self->reads)
    weft_problem_read_async (evaluator, self->old->path, self->cancellable, made_cb,
                             g_object_ref (self));
  else if (self->aims.replay != NULL)
    begin_replay (self);
  else
    weft_problem_make_async (evaluator, self->aims.space, weft_session_get_design (self->session),
                             self->cancellable, made_cb, g_object_ref (self));
}

/* --- a record --- */

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftPlanJob) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftOldPlan) old = weft_old_plan_read_finish (result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (old == NULL)
    {
      set_state (self, WEFT_PLAN_JOB_FAILED, error->message);
      return;
    }
  self->old = g_steal_pointer (&old);
  g_free (self->planner);
  self->planner = g_strdup (self->old->planner);
  self->model = self->old->model;
  set_state (self, WEFT_PLAN_JOB_RECORD, NULL);
  ask_problem (self);
}

/* --- class --- */

static void
weft_plan_job_dispose (GObject *object)
{
  WeftPlanJob *self = WEFT_PLAN_JOB (object);

  g_cancellable_cancel (self->cancellable);
  let_go_of_plan (self);
  G_OBJECT_CLASS (weft_plan_job_parent_class)->dispose (object);
}

static void
weft_plan_job_finalize (GObject *object)
{
  WeftPlanJob *self = WEFT_PLAN_JOB (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->problem);
  g_clear_object (&self->aims.endpoint);
  g_clear_pointer (&self->old, weft_old_plan_free);
  g_free (self->aims.space);
  g_free (self->aims.replay);
  g_free (self->aims.folder);
  g_free (self->failure);
  g_free (self->planner);
  g_free (self->optimum);
  g_free (self->optimum_digest);
  G_OBJECT_CLASS (weft_plan_job_parent_class)->finalize (object);
}

static void
weft_plan_job_class_init (WeftPlanJobClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = weft_plan_job_dispose;
  object_class->finalize = weft_plan_job_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_plan_job_init (WeftPlanJob *self)
{
  self->cancellable = g_cancellable_new ();
  self->planner = g_strdup ("");
  self->aims = (WeftPlanAims){
    .space = g_strdup ("paper-2"),
    .budget = { .evaluations = USUAL_EVALUATIONS },
    .seed = 1,
    .specialists = TRUE,
    .attribution = TRUE,
    .feedback = TRUE,
    .records = TRUE,
  };
}

/* --- public API --- */

WeftPlanJob *
weft_plan_job_new (WeftSession *session)
{
  WeftPlanJob *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_PLAN_JOB, NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (weft_session_get_engine (session), "notify", G_CALLBACK (ask_problem),
                           self, G_CONNECT_SWAPPED);
  return self;
}

/* (transfer none) */
WeftSession *
weft_plan_job_get_session (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), NULL);

  return self->session;
}

WeftPlanAims *
weft_plan_job_get_aims (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), NULL);

  return &self->aims;
}

WeftPlanJobState
weft_plan_job_get_state (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), WEFT_PLAN_JOB_IDLE);

  return self->state;
}

const char *
weft_plan_job_get_failure (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), NULL);

  return self->failure;
}

gboolean
weft_plan_job_is_busy (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), FALSE);

  return self->state == WEFT_PLAN_JOB_PREPARING
         || (self->state == WEFT_PLAN_JOB_RUN && weft_plan_get_state (self->plan) != WEFT_PLAN_DONE);
}

gboolean
weft_plan_job_is_reading (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), FALSE);

  return self->reads && self->state == WEFT_PLAN_JOB_PREPARING;
}

/* (transfer full) */
static char *
name_planner (WeftPlanJob *self)
{
  WeftEndpoint *endpoint = self->aims.endpoint;

  if (self->aims.replay != NULL)
    return g_strdup (_("Record of an earlier run"));
  if (endpoint == NULL)
    return g_strdup (_("Built-in planner (rules)"));
  return g_strjoin (" · ", weft_endpoint_get_name (endpoint), weft_endpoint_get_model (endpoint), NULL);
}

/* Plans for the document as it is now. */
void
weft_plan_job_start (WeftPlanJob *self)
{
  g_return_if_fail (WEFT_IS_PLAN_JOB (self));

  if (weft_plan_job_is_busy (self))
    return;
  forget (self);
  self->reads = FALSE;
  g_free (self->planner);
  self->planner = name_planner (self);
  self->model = self->aims.endpoint != NULL || self->aims.replay != NULL;
  set_state (self, WEFT_PLAN_JOB_PREPARING, NULL);
  ask_problem (self);
}

void
weft_plan_job_stop (WeftPlanJob *self)
{
  g_return_if_fail (WEFT_IS_PLAN_JOB (self));

  if (self->plan != NULL)
    weft_plan_stop (self->plan);
  else if (self->state == WEFT_PLAN_JOB_PREPARING)
    weft_plan_job_leave (self);
}

/* A run that is on goes on until somebody stops it: nothing else is read meanwhile. */
void
weft_plan_job_read (WeftPlanJob *self, const char *path)
{
  g_return_if_fail (WEFT_IS_PLAN_JOB (self) && path != NULL);

  if (weft_plan_job_is_busy (self))
    return;
  forget (self);
  self->reads = TRUE;
  set_state (self, WEFT_PLAN_JOB_PREPARING, NULL);
  weft_old_plan_read_async (path, self->cancellable, read_cb, g_object_ref (self));
}

void
weft_plan_job_leave (WeftPlanJob *self)
{
  g_return_if_fail (WEFT_IS_PLAN_JOB (self));

  forget (self);
  set_state (self, WEFT_PLAN_JOB_IDLE, NULL);
}

WeftPlan *
weft_plan_job_get_plan (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), NULL);

  return self->plan;
}

WeftDialogue *
weft_plan_job_get_dialogue (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), NULL);

  if (self->plan != NULL)
    return weft_plan_get_dialogue (self->plan);
  return self->old != NULL ? self->old->dialogue : NULL;
}

WeftProblem *
weft_plan_job_get_problem (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), NULL);

  return self->problem;
}

const WeftOptimum *
weft_plan_job_get_optimum (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), NULL);

  return self->problem != NULL ? self->optimum : NULL;
}

const char *
weft_plan_job_get_path (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), NULL);

  if (self->plan != NULL)
    return weft_plan_get_path (self->plan);
  return self->old != NULL ? self->old->path : NULL;
}

const char *
weft_plan_job_get_planner (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), NULL);

  return self->planner;
}

gboolean
weft_plan_job_was_model (WeftPlanJob *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self), FALSE);

  return self->model;
}

void
weft_plan_job_get_counts (WeftPlanJob *self, WeftPlanCounts *counts, WeftPlanBudget *budget)
{
  g_return_if_fail (WEFT_IS_PLAN_JOB (self) && counts != NULL && budget != NULL);

  *counts = (WeftPlanCounts){ .cost_usd = NAN, .best = NAN };
  *budget = self->aims.budget;
  if (self->plan != NULL)
    {
      weft_plan_get_counts (self->plan, counts);
      weft_plan_get_budget (self->plan, budget);
    }
  else if (self->old != NULL)
    {
      *counts = self->old->counts;
      *budget = self->old->budget;
    }
}

WeftDesign *
weft_plan_job_make_design (WeftPlanJob *self, WeftDialogueItem *item, GError **error)
{
  JsonNode *partitions;
  const char *name;
  WeftDesign *design = NULL;

  g_return_val_if_fail (WEFT_IS_PLAN_JOB (self) && WEFT_IS_DIALOGUE_ITEM (item), NULL);

  partitions = weft_dialogue_item_get_partitions (item);
  name = weft_dialogue_item_get_label (item);
  if (partitions != NULL && self->problem != NULL)
    design = weft_problem_frame_design (self->problem, name, partitions);
  else if (partitions != NULL && self->old != NULL)
    {
      g_autoptr (WeftTrailRun) run = weft_trail_run_open (self->old->path, error);
      g_autoptr (WeftEvent) event =
        run == NULL ? NULL
                    : weft_trail_run_get_event (run, weft_dialogue_item_get_seq (item), error);

      design = event == NULL ? NULL : weft_proposal_read_design (event, self->old->start, error);
    }
  if (design == NULL && error != NULL && *error == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         _("What was proposed is not a whole design."));
  return design;
}
