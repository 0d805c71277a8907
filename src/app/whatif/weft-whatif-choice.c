/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same list for every design, so that what was chosen stays. */
#include "config.h"

#include "app/whatif/weft-whatif-choice.h"

struct _WeftWhatifChoice
{
  GObject parent_instance;

  WeftOutput *output;
};

G_DEFINE_FINAL_TYPE (WeftWhatifChoice, weft_whatif_choice, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LABEL,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
weft_whatif_choice_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LABEL)
    g_value_set_string (value, WEFT_WHATIF_CHOICE (object)->output->label);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_whatif_choice_finalize (GObject *object)
{
  g_clear_pointer (&WEFT_WHATIF_CHOICE (object)->output, weft_output_free);
  G_OBJECT_CLASS (weft_whatif_choice_parent_class)->finalize (object);
}

static void
weft_whatif_choice_class_init (WeftWhatifChoiceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_whatif_choice_get_property;
  object_class->finalize = weft_whatif_choice_finalize;
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, "", G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_whatif_choice_init (WeftWhatifChoice *self)
{
}

const char *
weft_whatif_choice_get_path (WeftWhatifChoice *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_CHOICE (self), NULL);

  return self->output->path;
}

const WeftOutput *
weft_whatif_choice_get_output (WeftWhatifChoice *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_CHOICE (self), NULL);

  return self->output;
}

static void
add (GListStore *store, WeftWhatif *whatif, const char *path)
{
  WeftOutput *output = weft_whatif_find_output (whatif, path, NULL);
  g_autoptr (WeftWhatifChoice) choice = NULL;

  if (output == NULL)
    return;
  choice = g_object_new (WEFT_TYPE_WHATIF_CHOICE, NULL);
  choice->output = output;
  g_list_store_append (store, choice);
}

static void
add_workloads (GListStore *store, WeftWhatif *whatif, const char *number)
{
  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    {
      g_autofree char *path = g_strdup_printf ("workloads/%s/%s", weft_workload_nick (kind), number);

      add (store, whatif, path);
    }
}

void
weft_whatif_choice_list (GListStore *store, WeftWhatif *whatif)
{
  g_return_if_fail (G_IS_LIST_STORE (store) && WEFT_IS_WHATIF (whatif));

  g_list_store_remove_all (store);
  add (store, whatif, "score");
  add_workloads (store, whatif, "speedup");
  add_workloads (store, whatif, "value");
  add (store, whatif, "power_w");
  add (store, whatif, "cost_usd");
}
