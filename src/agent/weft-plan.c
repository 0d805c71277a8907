/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planning run as an object: its state, what the user may do to it, and the step from one turn to the next. */
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>

const char *const weft_plan_specialists[WEFT_N_SPECIALISTS] = { "chip", "scaleup", "scaleout" };

enum
{
  PROP_STATE = 1,
  N_PROPS,
};

enum
{
  CHANGED,
  DONE,
  N_SIGNALS,
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftPlan, weft_plan, G_TYPE_OBJECT)

static const char *const state_nicks[] = {
  "idle", "requesting", "streaming", "evaluating", "advising", "waiting", "paused", "done",
};

/* --- steps --- */

static gboolean
tell_changed_cb (gpointer data)
{
  WeftPlan *self = data;

  self->changed_source = 0;
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

void
weft_plan_changed (WeftPlan *self)
{
  if (self->changed_source == 0)
    self->changed_source = g_idle_add (tell_changed_cb, self);
}

void
weft_plan_set_state (WeftPlan      *self,
                     WeftPlanState  state)
{
  if (self->state == state)
    return;

  self->state = state;
  if (state != WEFT_PLAN_WAITING && state != WEFT_PLAN_DONE)
    g_clear_pointer (&self->reason, g_free);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATE]);
  weft_plan_changed (self);
}

/* What the planner is told first. */
static void
begin_context (WeftPlan *self)
{
  WeftBriefing briefing = weft_plan_briefing (self);
  g_autofree char *prompt = weft_kit_prompt (self->kit, "planner", self->problem, &briefing);
  g_autofree char *result = NULL;
  g_autofree char *begin = NULL;

  if (self->start != NULL)
    result = weft_plan_take_design (self, self->start, "what the user begins with");
  begin = weft_kit_message (self->kit, result != NULL ? "begin_from" : "begin", result);
  self->context = weft_context_new (prompt, begin);
}

static void
tell_planner (WeftPlan   *self,
              const char *message,
              const char *text)
{
  g_autofree char *words = weft_kit_message (self->kit, message, text);

  weft_context_add_user (self->context, words);
}

/* What the user did since the last turn. */
static void
take_input (WeftPlan *self)
{
  WeftDesign *design;
  char *text;

  if (self->inputs != NULL)
    weft_plan_repeat_input (self);
  while ((design = g_queue_pop_head (&self->handed_back)) != NULL)
    {
      g_autofree char *result = weft_plan_take_design (self, design, "changed by hand");

      tell_planner (self, "handed_back", result);
      g_object_unref (design);
    }
  while ((text = g_queue_pop_head (&self->said)) != NULL)
    {
      tell_planner (self, "user_says", text);
      g_free (text);
    }
}

static gboolean
next_cb (gpointer data)
{
  WeftPlan *self = data;
  g_autofree char *sentence = NULL;
  const char *code;

  self->next_source = 0;
  if (self->state == WEFT_PLAN_DONE)
    return G_SOURCE_REMOVE;
  if (self->context == NULL)
    begin_context (self);
  take_input (self);

  code = weft_plan_find_stop (self, &sentence);
  if (code != NULL)
    weft_plan_end (self, code, sentence);
  else if (self->wants_pause)
    weft_plan_set_state (self, WEFT_PLAN_PAUSED);
  else
    weft_plan_ask (self, "turn");
  return G_SOURCE_REMOVE;
}

void
weft_plan_next (WeftPlan *self)
{
  if (self->next_source == 0 && self->state != WEFT_PLAN_DONE)
    self->next_source = g_idle_add (next_cb, self);
}

void
weft_plan_end (WeftPlan   *self,
               const char *code,
               const char *sentence)
{
  if (self->state == WEFT_PLAN_DONE)
    return;

  g_clear_handle_id (&self->retry_source, g_source_remove);
  g_clear_handle_id (&self->next_source, g_source_remove);
  self->counts.elapsed_s = (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;
  weft_plan_record_end (self, code);
  g_free (self->reason);
  self->reason = g_strdup (self->trail_error != NULL ? self->trail_error->message : sentence);
  weft_plan_set_state (self, WEFT_PLAN_DONE);
  g_signal_emit (self, signals[DONE], 0);
}

/* --- class --- */

static void
free_planned (gpointer data)
{
  WeftPlanned *planned = data;

  json_node_unref (planned->partitions);
  g_free (planned->digest);
  g_free (planned->label);
  g_free (planned);
}

static void
free_node (gpointer data)
{
  if (data != NULL)
    json_node_unref (data);
}

static void
weft_plan_dispose (GObject *object)
{
  WeftPlan *self = WEFT_PLAN (object);

  g_clear_handle_id (&self->retry_source, g_source_remove);
  g_clear_handle_id (&self->next_source, g_source_remove);
  g_clear_handle_id (&self->changed_source, g_source_remove);
  g_queue_clear_full (&self->said, g_free);
  g_queue_clear_full (&self->handed_back, g_object_unref);
  g_clear_object (&self->start);
  g_clear_object (&self->planner);
  g_clear_object (&self->specialists);
  g_clear_object (&self->rules);
  g_clear_object (&self->record);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->dialogue);
  g_clear_object (&self->writer);
  G_OBJECT_CLASS (weft_plan_parent_class)->dispose (object);
}

/* A trail that was not wanted. */
static void
remove_temporary (WeftPlan *self)
{
  g_autoptr (GDir) dir = self->temporary != NULL ? g_dir_open (self->temporary, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->temporary, name, NULL);

      g_unlink (path);
    }
  if (self->temporary != NULL)
    g_rmdir (self->temporary);
}

static void
weft_plan_finalize (GObject *object)
{
  WeftPlan *self = WEFT_PLAN (object);

  remove_temporary (self);
  g_clear_pointer (&self->kit, weft_kit_free);
  g_clear_pointer (&self->kernel, weft_kernel_free);
  g_clear_pointer (&self->context, weft_context_free);
  g_clear_pointer (&self->tools, json_node_unref);
  g_clear_pointer (&self->answer, json_node_unref);
  g_clear_pointer (&self->turn, weft_turn_unref);
  g_clear_pointer (&self->facts, weft_claim_facts_free);
  g_clear_pointer (&self->results, g_checksum_free);
  g_hash_table_unref (self->by_digest);
  g_ptr_array_unref (self->planned);
  g_ptr_array_unref (self->advice);
  g_array_unref (self->curve);
  g_clear_pointer (&self->inputs, g_array_unref);
  g_clear_pointer (&self->expected, g_ptr_array_unref);
  g_clear_pointer (&self->expected_seq, g_array_unref);
  weft_replay_report_clear (&self->replay);
  g_clear_object (&self->problem);
  g_clear_error (&self->trail_error);
  g_free (self->temporary);
  g_free (self->method);
  g_free (self->folder);
  g_free (self->group);
  g_free (self->reason);
  G_OBJECT_CLASS (weft_plan_parent_class)->finalize (object);
}

static void
weft_plan_get_property (GObject    *object,
                        guint       id,
                        GValue     *value,
                        GParamSpec *pspec)
{
  if (id == PROP_STATE)
    g_value_set_uint (value, WEFT_PLAN (object)->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_plan_class_init (WeftPlanClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = weft_plan_dispose;
  object_class->finalize = weft_plan_finalize;
  object_class->get_property = weft_plan_get_property;

  /**
   * WeftPlan:state:
   *
   * What it is doing, a #WeftPlanState.
   */
  props[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, WEFT_PLAN_DONE, WEFT_PLAN_IDLE,
                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS
                                         | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_PLAN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[DONE] = g_signal_new ("done", WEFT_TYPE_PLAN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
weft_plan_init (WeftPlan *self)
{
  g_queue_init (&self->said);
  g_queue_init (&self->handed_back);
  self->cancellable = g_cancellable_new ();
  self->planned = g_ptr_array_new_with_free_func (free_planned);
  self->by_digest = g_hash_table_new (g_str_hash, g_str_equal);
  self->advice = g_ptr_array_new_with_free_func (free_node);
  self->curve = g_array_new (FALSE, FALSE, sizeof (double));
  self->dialogue = weft_dialogue_new ();
  self->facts = weft_claim_facts_new ();
  self->results = g_checksum_new (G_CHECKSUM_SHA256);
  self->best = -1;
}

/* --- public --- */

/**
 * weft_plan_state_nick:
 * @state: a state
 *
 * Returns: its untranslated name
 */
const char *
weft_plan_state_nick (WeftPlanState state)
{
  return state < G_N_ELEMENTS (state_nicks) ? state_nicks[state] : "unknown";
}

/**
 * weft_plan_start:
 * @self: a run that has not begun
 *
 * Begins soon, in the main loop.
 */
void
weft_plan_start (WeftPlan *self)
{
  g_return_if_fail (WEFT_IS_PLAN (self));
  g_return_if_fail (self->started_us == 0);

  self->started_us = g_get_monotonic_time ();
  weft_plan_record_start (self);
  weft_plan_next (self);
}

/**
 * weft_plan_pause:
 * @self: a run
 *
 * The turn that is under way comes to its end first.
 */
void
weft_plan_pause (WeftPlan *self)
{
  g_return_if_fail (WEFT_IS_PLAN (self));

  if (self->wants_pause || self->state == WEFT_PLAN_DONE)
    return;
  self->wants_pause = TRUE;
  weft_plan_record_control (self, "pause", NULL);
  weft_plan_changed (self);
}

/**
 * weft_plan_go_on:
 * @self: a run that is paused or shall be
 */
void
weft_plan_go_on (WeftPlan *self)
{
  g_return_if_fail (WEFT_IS_PLAN (self));

  if (!self->wants_pause || self->state == WEFT_PLAN_DONE)
    return;
  self->wants_pause = FALSE;
  weft_plan_record_control (self, "go on", NULL);
  if (self->state == WEFT_PLAN_PAUSED)
    {
      weft_plan_set_state (self, WEFT_PLAN_IDLE);
      weft_plan_next (self);
    }
}

/**
 * weft_plan_stop:
 * @self: a run
 *
 * Ends it at once with the best design so far. What is under way is cancelled.
 */
void
weft_plan_stop (WeftPlan *self)
{
  g_return_if_fail (WEFT_IS_PLAN (self));

  if (self->state == WEFT_PLAN_DONE || self->wants_stop)
    return;
  self->wants_stop = TRUE;
  weft_plan_record_control (self, "stop", NULL);
  if (self->in_flight > 0)
    g_cancellable_cancel (self->cancellable);
  else
    weft_plan_end (self, "stopped", _("Stopped by you"));
}

/**
 * weft_plan_say:
 * @self: a run
 * @text: what the planner is told before its next turn
 */
void
weft_plan_say (WeftPlan   *self,
               const char *text)
{
  g_return_if_fail (WEFT_IS_PLAN (self));

  if (self->state == WEFT_PLAN_DONE || text[0] == '\0')
    return;
  weft_plan_record_control (self, "say", text);
  g_queue_push_tail (&self->said, g_strdup (text));
}

/**
 * weft_plan_hand_back:
 * @self: a run
 * @design: a design that the user has edited
 *
 * It is evaluated before the planner's next turn, and the planner goes on from there.
 */
void
weft_plan_hand_back (WeftPlan   *self,
                     WeftDesign *design)
{
  g_return_if_fail (WEFT_IS_PLAN (self));
  g_return_if_fail (WEFT_IS_DESIGN (design));

  if (self->state != WEFT_PLAN_DONE)
    g_queue_push_tail (&self->handed_back, weft_design_copy (design));
}

/**
 * weft_plan_retry_now:
 * @self: a run that waits for a retry
 */
void
weft_plan_retry_now (WeftPlan *self)
{
  g_return_if_fail (WEFT_IS_PLAN (self));

  if (self->retry_source != 0)
    {
      g_clear_handle_id (&self->retry_source, g_source_remove);
      self->retry_at_us = 0;
      weft_plan_ask (self, "retry");
      return;
    }
  weft_chat_retry_now (self->planner);
  if (self->specialists != self->planner)
    weft_chat_retry_now (self->specialists);
}

/**
 * weft_plan_set_budget:
 * @self: a run
 * @budget: when it ends
 */
void
weft_plan_set_budget (WeftPlan             *self,
                      const WeftPlanBudget *budget)
{
  WeftPlanBudget old;

  g_return_if_fail (WEFT_IS_PLAN (self));

  old = self->budget;
  self->budget = *budget;
  if (self->started_us != 0 && self->state != WEFT_PLAN_DONE)
    weft_plan_record_budget (self, &old);
  weft_plan_changed (self);
}

/**
 * weft_plan_get_state:
 * @self: a run
 *
 * Returns: what it is doing
 */
WeftPlanState
weft_plan_get_state (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), WEFT_PLAN_DONE);

  return self->state;
}

/**
 * weft_plan_get_retry_at_us:
 * @self: a run that waits
 *
 * Returns: when it asks again, on the monotonic clock; 0 when it does not wait
 */
gint64
weft_plan_get_retry_at_us (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), 0);

  return self->state == WEFT_PLAN_WAITING ? self->retry_at_us : 0;
}

/**
 * weft_plan_get_reason:
 * @self: a run
 *
 * Returns: (nullable): why it waits or has ended
 */
const char *
weft_plan_get_reason (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->reason;
}

/**
 * weft_plan_get_counts:
 * @self: a run
 * @counts: (out caller-allocates): what has happened so far
 */
void
weft_plan_get_counts (WeftPlan       *self,
                      WeftPlanCounts *counts)
{
  g_return_if_fail (WEFT_IS_PLAN (self));

  *counts = self->counts;
  counts->cost_usd = weft_endpoint_cost_usd (weft_chat_get_endpoint (self->planner),
                                             counts->tokens_prompt, counts->tokens_completion);
  counts->has_best = self->best >= 0;
  counts->best = NAN;
  if (counts->has_best)
    {
      const WeftPlanned *best = g_ptr_array_index (self->planned, (guint) self->best);

      counts->best = best->verdict.score;
      counts->best_at = best->evaluation;
    }
  if (self->state != WEFT_PLAN_DONE && self->started_us != 0)
    counts->elapsed_s = (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;
}

/**
 * weft_plan_get_budget:
 * @self: a run
 * @budget: (out caller-allocates): when it ends
 */
void
weft_plan_get_budget (WeftPlan       *self,
                      WeftPlanBudget *budget)
{
  g_return_if_fail (WEFT_IS_PLAN (self));

  *budget = self->budget;
}

/**
 * weft_plan_get_dialogue:
 * @self: a run
 *
 * Returns: (transfer none): what has been said, which grows
 */
WeftDialogue *
weft_plan_get_dialogue (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->dialogue;
}

/**
 * weft_plan_get_problem:
 * @self: a run
 *
 * Returns: (transfer none): what is planned
 */
WeftProblem *
weft_plan_get_problem (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->problem;
}

/**
 * weft_plan_get_path:
 * @self: a run
 *
 * Returns: (nullable): its trail, %NULL when none is kept
 */
const char *
weft_plan_get_path (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->writer != NULL && !self->no_record ? weft_trail_writer_get_path (self->writer) : NULL;
}

/**
 * weft_plan_dup_best:
 * @self: a run
 *
 * Returns: (transfer full) (nullable): the best design so far
 */
WeftDesign *
weft_plan_dup_best (WeftPlan *self)
{
  const WeftPlanned *best;

  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  if (self->best < 0)
    return NULL;
  best = g_ptr_array_index (self->planned, (guint) self->best);
  return weft_problem_frame_design (self->problem, best->label, best->partitions);
}

/**
 * weft_plan_get_curve:
 * @self: a run
 *
 * Returns: (transfer none) (element-type double): the best score after each evaluation
 */
GArray *
weft_plan_get_curve (WeftPlan *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), NULL);

  return self->curve;
}
