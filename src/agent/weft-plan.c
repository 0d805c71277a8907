/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planning run as an object: its state, what the user may do to it, and the step from one turn to the next. */
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

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

/* While a step is being made the run stays, and a stop waits for the step to notice it. */
void
weft_plan_enter (WeftPlan *self)
{
  g_object_ref (self);
  self->busy++;
}

void
weft_plan_leave (WeftPlan *self)
{
  self->busy--;
  if (self->busy == 0 && self->wants_stop && self->in_flight == 0 && !self->has_ended)
    weft_plan_end (self, self->out_of_time != NULL ? "time" : "stopped",
                   self->out_of_time != NULL ? self->out_of_time : _("Stopped by you"));
  g_object_unref (self);
}

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

  /* The end is the end, whatever a step that it came upon still does. */
  if (self->state == WEFT_PLAN_DONE)
    return;

  self->state = state;
  if (state != WEFT_PLAN_WAITING && state != WEFT_PLAN_DONE)
    g_clear_pointer (&self->reason, g_free);
  weft_plan_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATE]);
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
      g_ptr_array_add (self->told, text);
    }
}

/* Whether it goes on to another turn. */
static gboolean
goes_on (WeftPlan *self)
{
  g_autofree char *sentence = NULL;
  const char *code = self->wants_stop ? NULL : weft_plan_find_stop (self, &sentence);

  if (code != NULL)
    weft_plan_end (self, code, sentence);
  return code == NULL && !self->wants_stop;
}

/* What the user did is taken at one place before a turn, however often it was paused there, so that it can be done again. */
static void
take_step (WeftPlan *self)
{
  if (self->context == NULL)
    begin_context (self);
  if (self->wants_pause)
    {
      if (goes_on (self))
        weft_plan_set_state (self, WEFT_PLAN_PAUSED);
      return;
    }
  take_input (self);
  if (goes_on (self))
    weft_plan_ask (self, "turn");
}

static gboolean
next_cb (gpointer data)
{
  WeftPlan *self = data;

  self->next_source = 0;
  if (self->state == WEFT_PLAN_DONE)
    return G_SOURCE_REMOVE;
  weft_plan_enter (self);
  take_step (self);
  weft_plan_leave (self);
  return G_SOURCE_REMOVE;
}

void
weft_plan_next (WeftPlan *self)
{
  if (self->next_source == 0 && !self->has_ended)
    self->next_source = g_idle_add (next_cb, self);
}

void
weft_plan_end (WeftPlan   *self,
               const char *code,
               const char *sentence)
{
  if (self->has_ended)
    return;

  g_object_ref (self);
  self->has_ended = TRUE;
  g_clear_handle_id (&self->retry_source, g_source_remove);
  g_clear_handle_id (&self->next_source, g_source_remove);
  g_clear_handle_id (&self->time_source, g_source_remove);
  if (self->started_us != 0)
    self->counts.elapsed_s = (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;
  weft_plan_record_end (self, code);
  g_free (self->reason);
  self->reason = g_strdup (self->trail_error != NULL ? self->trail_error->message : sentence);
  weft_plan_set_state (self, WEFT_PLAN_DONE);
  g_signal_emit (self, signals[DONE], 0);
  g_object_unref (self);
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
  g_clear_handle_id (&self->time_source, g_source_remove);
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
  g_ptr_array_unref (self->told);
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
  g_free (self->out_of_time);
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
  self->told = g_ptr_array_new_with_free_func (g_free);
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
  g_return_if_fail (self->started_us == 0 || self->state == WEFT_PLAN_DONE);

  if (self->state == WEFT_PLAN_DONE)
    return;
  weft_plan_enter (self);
  self->started_us = g_get_monotonic_time ();
  weft_plan_record_start (self);
  weft_plan_watch_time (self);
  weft_plan_next (self);
  weft_plan_leave (self);
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

  if (self->wants_pause || self->has_ended)
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

  if (!self->wants_pause || self->has_ended)
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

  if (self->has_ended || self->wants_stop)
    return;
  weft_plan_enter (self);
  self->wants_stop = TRUE;
  weft_plan_record_control (self, "stop", NULL);
  g_cancellable_cancel (self->cancellable);
  weft_plan_leave (self);
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
  g_autofree char *valid = NULL;

  g_return_if_fail (WEFT_IS_PLAN (self));

  if (self->has_ended || text[0] == '\0')
    return;
  valid = g_utf8_make_valid (text, -1);
  weft_plan_record_control (self, "say", valid);
  g_queue_push_tail (&self->said, g_steal_pointer (&valid));
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

  if (!self->has_ended)
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

  if (self->has_ended)
    return;
  if (self->retry_source != 0)
    {
      g_clear_handle_id (&self->retry_source, g_source_remove);
      weft_plan_ask_again (self);
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

  if (self->has_ended)
    return;
  old = self->budget;
  self->budget = weft_plan_read_limits (budget);
  if (self->has_begun)
    weft_plan_record_budget (self, &old);
  if (self->started_us != 0)
    weft_plan_watch_time (self);
  weft_plan_changed (self);
}
