/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session object: it follows its design and keeps the evaluation up to date. Edits that come
 * while a worker computes are joined into one next evaluation; what is out of date is dropped. */
#include "config.h"

#include <glib/gi18n.h>

#include "app/weft-session-private.h"

G_DEFINE_FINAL_TYPE (WeftSession, weft_session, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_DESIGN,
  PROP_EVALUATION,
  PROP_FAILURE,
  PROP_FILE,
  PROP_TITLE,
  PROP_MODIFIED,
  PROP_CHANGED_OUTSIDE,
  PROP_UNPROTECTED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void evaluate_next (WeftSession *self);

/* What reading found goes first, then what the evaluation says. */
static void
collect_violations (WeftSession *self)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; self->read_violations != NULL && i < self->read_violations->len; i++)
    g_ptr_array_add (all, g_object_ref (g_ptr_array_index (self->read_violations, i)));
  if (self->evaluation != NULL)
    {
      GListModel *found = weft_evaluation_get_violations (self->evaluation);

      for (guint i = 0; i < g_list_model_get_n_items (found); i++)
        g_ptr_array_add (all, g_list_model_get_item (found, i));
    }
  g_list_store_splice (self->violations, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->violations)), all->pdata,
                       all->len);
}

static void
take_evaluation (WeftSession *self, WeftEvaluation *evaluation)
{
  g_set_object (&self->evaluation, evaluation);
  collect_violations (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EVALUATION]);
}

static void
take_failure (WeftSession *self, const char *message)
{
  if (g_strcmp0 (self->failure, message) == 0)
    return;
  g_free (self->failure);
  self->failure = g_strdup (message);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FAILURE]);
}

static void
evaluated_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftSession) self = WEFT_SESSION (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluation) evaluation =
    weft_evaluator_evaluate_finish (WEFT_EVALUATOR (source), result, &error);

  self->running = FALSE;
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (self->stale)
    {
      evaluate_next (self);
      return;
    }
  if (evaluation != NULL)
    {
      take_failure (self, NULL);
      take_evaluation (self, evaluation);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      take_evaluation (self, NULL);
      take_failure (self, error->message);
    }
}

static void
evaluate_next (WeftSession *self)
{
  WeftEvaluator *evaluator = weft_engine_get_evaluator (self->engine);

  if (self->running || evaluator == NULL)
    {
      self->stale = TRUE;
      return;
    }
  self->running = TRUE;
  self->stale = FALSE;
  weft_evaluator_evaluate_async (evaluator, self->design, NULL, self->cancellable, evaluated_cb,
                                 g_object_ref (self));
}

static void
engine_notify_cb (WeftSession *self)
{
  take_failure (self, weft_engine_get_failure (self->engine));
  if (weft_engine_get_evaluator (self->engine) != NULL)
    evaluate_next (self);
}

static void
design_changed_cb (WeftSession *self)
{
  evaluate_next (self);
}

static void
name_notify_cb (WeftSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

static void
modified_notify_cb (WeftSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
}

static void
weft_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftSession *self = WEFT_SESSION (object);

  switch (id)
    {
    case PROP_DESIGN:
      g_value_set_object (value, self->design);
      break;
    case PROP_EVALUATION:
      g_value_set_object (value, self->evaluation);
      break;
    case PROP_FAILURE:
      g_value_set_string (value, self->failure);
      break;
    case PROP_FILE:
      g_value_set_object (value, self->file);
      break;
    case PROP_TITLE:
      g_value_take_string (value, weft_session_dup_title (self));
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, weft_session_get_modified (self));
      break;
    case PROP_CHANGED_OUTSIDE:
      g_value_set_boolean (value, self->changed_outside);
      break;
    case PROP_UNPROTECTED:
      g_value_set_string (value, weft_session_get_unprotected (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_session_dispose (GObject *object)
{
  WeftSession *self = WEFT_SESSION (object);

  g_cancellable_cancel (self->cancellable);
  weft_session_end_journal (self);
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
  G_OBJECT_CLASS (weft_session_parent_class)->dispose (object);
}

static void
weft_session_finalize (GObject *object)
{
  WeftSession *self = WEFT_SESSION (object);

  g_clear_object (&self->engine);
  g_clear_object (&self->history);
  g_clear_object (&self->design);
  g_clear_object (&self->evaluation);
  g_clear_object (&self->violations);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->file);
  g_clear_pointer (&self->read_violations, g_ptr_array_unref);
  g_clear_pointer (&self->failure, g_free);
  g_clear_pointer (&self->digest, g_free);
  g_mutex_clear (&self->file_lock);
  G_OBJECT_CLASS (weft_session_parent_class)->finalize (object);
}

static void
weft_session_class_init (WeftSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_session_get_property;
  object_class->dispose = weft_session_dispose;
  object_class->finalize = weft_session_finalize;

  properties[PROP_DESIGN] =
    g_param_spec_object ("design", NULL, NULL, WEFT_TYPE_DESIGN, flags);
  properties[PROP_EVALUATION] =
    g_param_spec_object ("evaluation", NULL, NULL, WEFT_TYPE_EVALUATION, flags);
  properties[PROP_FAILURE] = g_param_spec_string ("failure", NULL, NULL, NULL, flags);
  properties[PROP_FILE] = g_param_spec_object ("file", NULL, NULL, G_TYPE_FILE, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_CHANGED_OUTSIDE] =
    g_param_spec_boolean ("changed-outside", NULL, NULL, FALSE, flags);
  properties[PROP_UNPROTECTED] =
    g_param_spec_string ("unprotected", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_session_init (WeftSession *self)
{
  g_mutex_init (&self->file_lock);
  self->cancellable = g_cancellable_new ();
  self->violations = g_list_store_new (WEFT_TYPE_VIOLATION);
}

/* A design that has no file yet and no partitions, judged by what was measured. */
WeftSession *
weft_session_new (WeftEngine *engine)
{
  WeftSession *self;
  g_autoptr (WeftDesign) design = weft_design_new_under (WEFT_DESIGN_NEW_PROFILE);

  g_return_val_if_fail (WEFT_IS_ENGINE (engine), NULL);

  self = g_object_new (WEFT_TYPE_SESSION, NULL);
  self->engine = g_object_ref (engine);
  g_signal_connect_object (engine, "notify", G_CALLBACK (engine_notify_cb), self,
                           G_CONNECT_SWAPPED);
  weft_session_start_journal (self);
  weft_session_bind_design (self, design, NULL);
  weft_engine_start (engine);
  return self;
}

/* (transfer full): a copy of @design, which is saved nowhere yet: what a search found, say. */
WeftSession *
weft_session_new_of_design (WeftEngine *engine, WeftDesign *design)
{
  WeftSession *self;
  g_autoptr (WeftDesign) copy = NULL;

  g_return_val_if_fail (WEFT_IS_ENGINE (engine) && WEFT_IS_DESIGN (design), NULL);

  copy = weft_design_copy (design);
  self = weft_session_new (engine);
  weft_session_bind_design (self, copy, NULL);
  weft_history_mark_unsaved (self->history);
  return self;
}

/* Takes @design in place of the one before, with a fresh history. */
void
weft_session_bind_design (WeftSession *self, WeftDesign *design, GPtrArray *read_violations)
{
  if (self->design != NULL)
    g_signal_handlers_disconnect_by_data (self->design, self);
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_clear_object (&self->history);
  g_set_object (&self->design, design);
  self->history = weft_history_new (design);
  if (self->journal != NULL)
    weft_journal_writer_follow (self->journal, self->history);
  g_clear_pointer (&self->read_violations, g_ptr_array_unref);
  if (read_violations != NULL)
    self->read_violations = g_ptr_array_ref (read_violations);

  g_signal_connect_object (design, "changed", G_CALLBACK (design_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (design, "notify::name", G_CALLBACK (name_notify_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history, "notify::modified", G_CALLBACK (modified_notify_cb),
                           self, G_CONNECT_SWAPPED);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DESIGN]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
  collect_violations (self);
  evaluate_next (self);
}

void
weft_session_set_changed_outside (WeftSession *self, gboolean changed)
{
  if (self->changed_outside == changed)
    return;
  self->changed_outside = changed;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGED_OUTSIDE]);
}

WeftEngine *
weft_session_get_engine (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  return self->engine;
}

WeftDesign *
weft_session_get_design (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  return self->design;
}

WeftHistory *
weft_session_get_history (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  return self->history;
}

/* (nullable) (transfer none): the newest finished evaluation. */
WeftEvaluation *
weft_session_get_evaluation (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  return self->evaluation;
}

/* (nullable) (transfer none): the parts that this design may use. */
WeftInventory *
weft_session_get_inventory (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  return weft_engine_get_inventory (self->engine, weft_design_get_profile (self->design));
}

/* (nullable) (transfer none): the one that the design names; NULL when there is none of this name, and until the catalog has
 * been read. */
WeftProfile *
weft_session_get_profile (WeftSession *self)
{
  WeftEvaluator *evaluator;

  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  evaluator = weft_engine_get_evaluator (self->engine);
  if (evaluator == NULL)
    return NULL;
  return weft_catalog_get_profile (weft_evaluator_get_catalog (evaluator), weft_design_get_profile (self->design),
                                   NULL);
}

/* (transfer none), of WeftViolation: from reading the file and from the newest evaluation. */
GListModel *
weft_session_get_violations (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->violations);
}

GFile *
weft_session_get_file (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  return self->file;
}

/* (nullable): why there is no evaluation. */
const char *
weft_session_get_failure (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  return self->failure;
}

gboolean
weft_session_get_modified (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), FALSE);

  return weft_history_get_modified (self->history);
}

gboolean
weft_session_get_changed_outside (WeftSession *self)
{
  g_return_val_if_fail (WEFT_IS_SESSION (self), FALSE);

  return self->changed_outside;
}

/* (transfer full): the design's name, else the file's; one from an earlier run says so. */
char *
weft_session_dup_title (WeftSession *self)
{
  g_autofree char *file = NULL;
  const char *name;

  g_return_val_if_fail (WEFT_IS_SESSION (self), NULL);

  name = weft_design_get_name (self->design);
  if ((name == NULL || *name == '\0') && self->file != NULL)
    name = file = g_file_get_basename (self->file);
  if (name == NULL)
    name = "";
  /* Translators: %s is the name of a design. */
  return self->recovered ? g_strdup_printf (_("%s (Recovered)"), name) : g_strdup (name);
}
