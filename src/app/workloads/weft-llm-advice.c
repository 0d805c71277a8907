/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer belongs to a workload, to what it was asked to do and to a design; of another one it is not shown. */
#include "config.h"

#include "app/workloads/weft-llm-advice.h"

#include <string.h>

#include "app/workloads/weft-map-work.h"
#include "base/weft-json-write.h"
#include "mapper/weft-llm-plan-json.h"
#include "workload/weft-llm-source.h"

#define GENERATOR "llm"

/* What the plan decides, so that another value of it asks for no other plan. */
static const char *const decided[] = { "tp", "pp", "dp", "microbatches", "schedule", NULL };

/* What is asked of a worker, and what it answers. */
typedef struct
{
  char *model; /* a file, or a record of the catalog */
  JsonObject *params;
  WeftDesign *design;
  WeftInventory *inventory;
  guint64 serial;
  gboolean use_all;
  WeftMapMachine *machine; /* (nullable): filled in */
  WeftLlmTask task;
  GPtrArray *notes;
} Question;

struct _WeftLlmAdvice
{
  GObject parent_instance;

  WeftMapJob *job;
  GCancellable *cancellable; /* (nullable): while it is busy */

  WeftWorkloadItem *item; /* (nullable): that the answer is about */
  char *asked;            /* (nullable): what it was to do */
  guint64 serial;
  gboolean use_all;
  GPtrArray *plans;   /* (nullable) */
  GPtrArray *notes;   /* (nullable) */
  WeftLlmTask task;
  char *dtypes[2];    /* that @task points to */
  char *message;      /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftLlmAdvice, weft_llm_advice, G_TYPE_OBJECT)

static guint changed_signal;

static void
emit_changed (WeftLlmAdvice *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* --- the question --- */

static void
free_question (gpointer data)
{
  Question *question = data;

  g_free (question->model);
  json_object_unref (question->params);
  g_object_unref (question->design);
  g_object_unref (question->inventory);
  g_clear_pointer (&question->machine, weft_map_machine_unref);
  g_clear_pointer (&question->notes, g_ptr_array_unref);
  g_free (question);
}

/* What it is to do, without what the plan decides. (transfer full) (nullable) */
static char *
write_asked (WeftWorkloadItem *item)
{
  g_autoptr (JsonObject) params = weft_workload_item_fill (item, NULL);
  g_autoptr (JsonNode) node = NULL;

  if (params == NULL)
    return NULL;
  for (guint i = 0; decided[i] != NULL; i++)
    json_object_remove_member (params, decided[i]);
  node = json_node_init_object (json_node_alloc (), params);
  return weft_json_write_canonical (node);
}

/* What there is of the parameters of the generator; they have been checked. */
static gboolean
fill_task (Question *question, GError **error)
{
  JsonObject *params = question->params;
  gboolean decode = g_str_equal (json_object_get_string_member (params, "phase"), "decode");

  if (!weft_llm_task_init (&question->task, g_str_equal (json_object_get_string_member (params, "phase"), "training"),
                           question->inventory, error))
    return FALSE;
  question->task.batch = (guint) json_object_get_int_member (params, "batch");
  question->task.prompt_tokens = (guint) json_object_get_int_member (params, "prompt_tokens");
  question->task.new_tokens = decode ? (guint) json_object_get_int_member (params, "new_tokens") : 0;
  question->task.dtype = json_object_get_string_member (params, "dtype");
  question->task.kv_dtype = json_object_get_string_member (params, "kv_dtype");
  question->task.recompute = json_object_get_boolean_member (params, "recompute");
  return TRUE;
}

static void
add_notes (GPtrArray *notes, const GPtrArray *more)
{
  for (guint i = 0; more != NULL && i < more->len; i++)
    g_ptr_array_add (notes, g_strdup (more->pdata[i]));
}

/* (transfer full) (nullable) */
static GPtrArray *
answer (Question *question, GCancellable *cancellable, GError **error)
{
  g_auto (WeftLlmSource) source = { 0 };
  g_autoptr (GPtrArray) assumed = NULL;
  GPtrArray *plans;

  if (!weft_llm_source_find (&source, question->model, weft_inventory_get_catalog (question->inventory), error)
      || !fill_task (question, error))
    return NULL;
  if (question->machine == NULL)
    question->machine =
      weft_map_machine_make (question->design, question->inventory, question->serial, cancellable, error);
  if (question->machine == NULL)
    return NULL;
  plans = weft_llm_plans (&source.shape, &question->task, question->machine->platform, question->machine->flat,
                          question->inventory, question->use_all, cancellable, error);
  if (plans == NULL)
    return NULL;
  assumed = weft_llm_task_notes (&question->task);
  question->notes = g_ptr_array_new_with_free_func (g_free);
  add_notes (question->notes, assumed);
  add_notes (question->notes, source.notes);
  return plans;
}

static void
answer_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *plans = answer (data, cancellable, &error);

  if (plans != NULL)
    g_task_return_pointer (task, plans, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
forget (WeftLlmAdvice *self)
{
  g_clear_pointer (&self->plans, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->message, g_free);
}

/* The task's words belong to the question. */
static void
keep_task (WeftLlmAdvice *self, const WeftLlmTask *task)
{
  const char *words[] = { task->dtype, task->kv_dtype };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_free (self->dtypes[i]);
      self->dtypes[i] = g_strdup (words[i]);
    }
  self->task = *task;
  self->task.dtype = self->dtypes[0];
  self->task.kv_dtype = self->dtypes[1];
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftLlmAdvice) self = WEFT_LLM_ADVICE (data);
  Question *question = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) plans = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  forget (self);
  if (question->machine != NULL)
    weft_map_job_keep_machine (self->job, question->machine);
  if (plans != NULL)
    {
      self->plans = g_steal_pointer (&plans);
      self->notes = g_steal_pointer (&question->notes);
      keep_task (self, &question->task);
    }
  else
    self->message = g_strdup (error->message);
  emit_changed (self);
}

/* --- class --- */

static void
weft_llm_advice_dispose (GObject *object)
{
  WeftLlmAdvice *self = WEFT_LLM_ADVICE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  forget (self);
  g_clear_object (&self->item);
  g_clear_object (&self->job);
  g_clear_pointer (&self->asked, g_free);
  for (guint i = 0; i < G_N_ELEMENTS (self->dtypes); i++)
    g_clear_pointer (&self->dtypes[i], g_free);
  G_OBJECT_CLASS (weft_llm_advice_parent_class)->dispose (object);
}

static void
weft_llm_advice_class_init (WeftLlmAdviceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_llm_advice_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
weft_llm_advice_init (WeftLlmAdvice *self)
{
}

WeftLlmAdvice *
weft_llm_advice_new (WeftMapJob *job)
{
  WeftLlmAdvice *self = g_object_new (WEFT_TYPE_LLM_ADVICE, NULL);

  self->job = g_object_ref (job);
  return self;
}

gboolean
weft_llm_advice_applies (WeftLlmAdvice *self)
{
  WeftWorkloadItem *item;
  const WeftGenerator *generator;

  g_return_val_if_fail (WEFT_IS_LLM_ADVICE (self), FALSE);

  item = weft_map_job_get_item (self->job);
  generator = item != NULL ? weft_workload_item_get_generator (item) : NULL;
  return generator != NULL && g_str_equal (generator->id, GENERATOR);
}

/* (transfer full): a file, or the name of a record. */
static char *
find_model (WeftWorkloadItem *item, JsonObject *params)
{
  const char *config = json_object_get_string_member (params, "config");

  if (weft_workload_item_get_path (item) != NULL)
    return g_strdup (weft_workload_item_get_path (item));
  return g_strdup (config != NULL && *config != '\0' ? config : json_object_get_string_member (params, "model"));
}

void
weft_llm_advice_start (WeftLlmAdvice *self, gboolean use_all)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) params = NULL;
  g_autoptr (GTask) task = NULL;
  WeftSession *session;
  Question *question;

  g_return_if_fail (WEFT_IS_LLM_ADVICE (self));

  session = weft_map_job_get_session (self->job);
  if (!weft_llm_advice_applies (self) || weft_session_get_inventory (session) == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  forget (self);
  g_set_object (&self->item, weft_map_job_get_item (self->job));
  g_free (self->asked);
  self->asked = write_asked (self->item);
  self->serial = weft_map_job_get_serial (self->job);
  self->use_all = use_all;
  params = weft_workload_item_fill (self->item, &error);
  if (params == NULL)
    {
      self->message = g_strdup (error->message);
      emit_changed (self);
      return;
    }
  question = g_new0 (Question, 1);
  question->model = find_model (self->item, params);
  question->params = json_object_ref (params);
  question->design = weft_design_copy (weft_session_get_design (session));
  question->inventory = g_object_ref (weft_session_get_inventory (session));
  question->serial = self->serial;
  question->use_all = use_all;
  if (weft_map_job_get_machine (self->job) != NULL)
    question->machine = weft_map_machine_ref (weft_map_job_get_machine (self->job));
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, answered_cb, g_object_ref (self));
  g_task_set_source_tag (task, weft_llm_advice_start);
  g_task_set_task_data (task, question, free_question);
  g_task_run_in_thread (task, answer_in_thread);
  emit_changed (self);
}

gboolean
weft_llm_advice_is_busy (WeftLlmAdvice *self)
{
  g_return_val_if_fail (WEFT_IS_LLM_ADVICE (self), FALSE);

  return self->cancellable != NULL;
}

GPtrArray *
weft_llm_advice_get_plans (WeftLlmAdvice *self)
{
  g_return_val_if_fail (WEFT_IS_LLM_ADVICE (self), NULL);

  return self->item != NULL && self->item == weft_map_job_get_item (self->job) ? self->plans : NULL;
}

const char *
weft_llm_advice_get_message (WeftLlmAdvice *self)
{
  g_return_val_if_fail (WEFT_IS_LLM_ADVICE (self), NULL);

  return self->item != NULL && self->item == weft_map_job_get_item (self->job) ? self->message : NULL;
}

GPtrArray *
weft_llm_advice_get_notes (WeftLlmAdvice *self)
{
  g_return_val_if_fail (WEFT_IS_LLM_ADVICE (self), NULL);

  return weft_llm_advice_get_plans (self) != NULL ? self->notes : NULL;
}

gboolean
weft_llm_advice_is_dated (WeftLlmAdvice *self)
{
  g_autofree char *asked = NULL;

  g_return_val_if_fail (WEFT_IS_LLM_ADVICE (self), FALSE);

  if (self->item == NULL || self->item != weft_map_job_get_item (self->job))
    return TRUE;
  asked = write_asked (self->item);
  return self->serial != weft_map_job_get_serial (self->job) || g_strcmp0 (asked, self->asked) != 0;
}

void
weft_llm_advice_take (WeftLlmAdvice *self, guint index)
{
  g_autoptr (JsonObject) params = NULL;
  g_autoptr (GArray) ranks = NULL;
  const WeftLlmPlan *plan;

  g_return_if_fail (WEFT_IS_LLM_ADVICE (self));

  if (weft_llm_advice_get_plans (self) == NULL || index >= self->plans->len)
    return;
  plan = self->plans->pdata[index];
  params = weft_llm_plan_params (plan, &self->task);
  ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_vals (ranks, plan->devices, plan->tp * plan->pp * plan->dp);
  weft_map_job_set_algorithm (self->job, WEFT_MAP_RANKS);
  weft_workload_item_set_params (self->item, params, ranks);
  weft_map_job_start_when_ready (self->job);
  /* The phase may be another one now: what was asked is still what it is about. */
  g_free (self->asked);
  self->asked = write_asked (self->item);
}
