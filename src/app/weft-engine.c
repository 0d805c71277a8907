/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the catalog in a worker and hands out the evaluator. */
#include "app/weft-engine.h"

struct _WeftEngine
{
  GObject parent_instance;

  WeftEvaluator *evaluator;
  char *failure;
  char *journals;
  WeftTransport *transport; /* (nullable) */
  GListStore *endpoints;    /* (nullable) */
  gboolean started;
};

G_DEFINE_FINAL_TYPE (WeftEngine, weft_engine, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_EVALUATOR,
  PROP_FAILURE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  g_autoptr (WeftEvaluator) evaluator = NULL;

  if (catalog == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  evaluator = weft_evaluator_new (catalog);
  /* The inventories of the profiles that documents have are made here, so that the window finds them ready. Without the
   * usual one nothing can be judged; what is wrong with the other one, a document that names it says. */
  weft_evaluator_get_inventory (evaluator, WEFT_DESIGN_NEW_PROFILE, NULL);
  if (weft_evaluator_get_inventory (evaluator, WEFT_DESIGN_DEFAULT_PROFILE, &error) == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, g_steal_pointer (&evaluator), g_object_unref);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftEngine *self = WEFT_ENGINE (source);
  g_autoptr (GError) error = NULL;

  self->evaluator = g_task_propagate_pointer (G_TASK (result), &error);
  if (self->evaluator != NULL)
    {
      g_object_notify_by_pspec (source, properties[PROP_EVALUATOR]);
      return;
    }
  self->failure = g_strdup (error->message);
  g_object_notify_by_pspec (source, properties[PROP_FAILURE]);
}

static void
weft_engine_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftEngine *self = WEFT_ENGINE (object);

  switch (id)
    {
    case PROP_EVALUATOR:
      g_value_set_object (value, self->evaluator);
      break;
    case PROP_FAILURE:
      g_value_set_string (value, self->failure);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_engine_finalize (GObject *object)
{
  WeftEngine *self = WEFT_ENGINE (object);

  g_clear_object (&self->evaluator);
  g_clear_object (&self->transport);
  g_clear_object (&self->endpoints);
  g_clear_pointer (&self->failure, g_free);
  g_clear_pointer (&self->journals, g_free);
  G_OBJECT_CLASS (weft_engine_parent_class)->finalize (object);
}

static void
weft_engine_class_init (WeftEngineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_engine_get_property;
  object_class->finalize = weft_engine_finalize;

  properties[PROP_EVALUATOR] =
    g_param_spec_object ("evaluator", NULL, NULL, WEFT_TYPE_EVALUATOR,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_FAILURE] = g_param_spec_string ("failure", NULL, NULL, NULL,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_engine_init (WeftEngine *self)
{
}

WeftEngine *
weft_engine_new (void)
{
  return g_object_new (WEFT_TYPE_ENGINE, NULL);
}

/* Begins to read the catalog; a second call does nothing. The evaluator is notified when ready. */
void
weft_engine_start (WeftEngine *self)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_IS_ENGINE (self));

  if (self->started)
    return;
  self->started = TRUE;
  task = g_task_new (self, NULL, loaded_cb, NULL);
  g_task_set_source_tag (task, weft_engine_start);
  g_task_run_in_thread (task, load_in_thread);
}

/* (nullable) (transfer none): NULL until the catalog has been read. */
WeftEvaluator *
weft_engine_get_evaluator (WeftEngine *self)
{
  g_return_val_if_fail (WEFT_IS_ENGINE (self), NULL);

  return self->evaluator;
}

/* (nullable): why there will be no evaluator. */
const char *
weft_engine_get_failure (WeftEngine *self)
{
  g_return_val_if_fail (WEFT_IS_ENGINE (self), NULL);

  return self->failure;
}

/* (nullable) (transfer none): the parts that a profile knows; those of the usual profile when
 * @profile is not known, so that a wrong name can still be mended from a list. */
WeftInventory *
weft_engine_get_inventory (WeftEngine *self, const char *profile)
{
  WeftInventory *inventory;

  g_return_val_if_fail (WEFT_IS_ENGINE (self), NULL);

  if (self->evaluator == NULL)
    return NULL;
  inventory = weft_evaluator_get_inventory (self->evaluator, profile, NULL);
  if (inventory != NULL)
    return inventory;
  return weft_evaluator_get_inventory (self->evaluator, WEFT_DESIGN_DEFAULT_PROFILE, NULL);
}

/* (nullable): the folder in which sessions keep journals of what is not saved; without one they
 * keep none. */
const char *
weft_engine_get_journals (WeftEngine *self)
{
  g_return_val_if_fail (WEFT_IS_ENGINE (self), NULL);

  return self->journals;
}

/* For the sessions that are made from now on. */
void
weft_engine_set_journals (WeftEngine *self, const char *folder)
{
  g_return_if_fail (WEFT_IS_ENGINE (self));

  g_free (self->journals);
  self->journals = g_strdup (folder);
}

WeftTransport *
weft_engine_get_transport (WeftEngine *self)
{
  g_return_val_if_fail (WEFT_IS_ENGINE (self), NULL);

  if (self->transport == NULL)
    self->transport = weft_http_transport_new ();
  return self->transport;
}

GListStore *
weft_engine_get_endpoints (WeftEngine *self)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GListModel) found = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (WEFT_IS_ENGINE (self), NULL);

  if (self->endpoints != NULL)
    return self->endpoints;
  problems = g_ptr_array_new_with_free_func (g_free);
  self->endpoints = g_list_store_new (WEFT_TYPE_ENDPOINT);
  found = weft_endpoint_list (problems, &error);
  if (found == NULL)
    g_message ("%s", error->message);
  for (guint i = 0; i < problems->len; i++)
    g_message ("%s", (const char *) problems->pdata[i]);
  for (guint i = 0; found != NULL && i < g_list_model_get_n_items (found); i++)
    {
      g_autoptr (WeftEndpoint) endpoint = g_list_model_get_item (found, i);

      g_list_store_append (self->endpoints, endpoint);
    }
  return self->endpoints;
}
