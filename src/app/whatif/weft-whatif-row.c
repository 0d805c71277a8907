/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is searched is folded once. */
#include "config.h"

#include "app/whatif/weft-whatif-row.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

struct _WeftWhatifRow
{
  GObject parent_instance;

  WeftInput *input;
  gboolean chosen;
  gboolean has_slope;
  WeftElasticity slope;
  char *folded; /* what a search looks through */
};

G_DEFINE_FINAL_TYPE (WeftWhatifRow, weft_whatif_row, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_CHOSEN,
  PROP_SLOPE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
weft_whatif_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftWhatifRow *self = WEFT_WHATIF_ROW (object);

  if (id == PROP_TITLE)
    g_value_take_string (value, weft_input_dup_title (self->input));
  else if (id == PROP_CHOSEN)
    g_value_set_boolean (value, self->chosen);
  else if (id == PROP_SLOPE)
    g_value_take_string (value, weft_whatif_row_dup_slope (self));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_whatif_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_CHOSEN)
    weft_whatif_row_set_chosen (WEFT_WHATIF_ROW (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_whatif_row_finalize (GObject *object)
{
  WeftWhatifRow *self = WEFT_WHATIF_ROW (object);

  g_clear_object (&self->input);
  g_free (self->folded);
  G_OBJECT_CLASS (weft_whatif_row_parent_class)->finalize (object);
}

static void
weft_whatif_row_class_init (WeftWhatifRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_whatif_row_get_property;
  object_class->set_property = weft_whatif_row_set_property;
  object_class->finalize = weft_whatif_row_finalize;
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_CHOSEN] =
    g_param_spec_boolean ("chosen", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SLOPE] = g_param_spec_string ("slope", NULL, NULL, "", G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_whatif_row_init (WeftWhatifRow *self)
{
}

WeftWhatifRow *
weft_whatif_row_new (WeftInput *input)
{
  WeftWhatifRow *self;
  g_autofree char *title = NULL, *all = NULL;

  g_return_val_if_fail (WEFT_IS_INPUT (input), NULL);

  self = g_object_new (WEFT_TYPE_WHATIF_ROW, NULL);
  self->input = g_object_ref (input);
  title = weft_input_dup_title (input);
  all = g_strjoin ("\n", title, weft_input_get_path (input), weft_input_group_label (weft_input_get_group (input)),
                   NULL);
  self->folded = g_utf8_casefold (all, -1);
  return self;
}

WeftInput *
weft_whatif_row_get_input (WeftWhatifRow *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_ROW (self), NULL);

  return self->input;
}

gboolean
weft_whatif_row_get_chosen (WeftWhatifRow *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_ROW (self), FALSE);

  return self->chosen;
}

void
weft_whatif_row_set_chosen (WeftWhatifRow *self, gboolean chosen)
{
  g_return_if_fail (WEFT_IS_WHATIF_ROW (self));

  if (self->chosen == !!chosen)
    return;
  self->chosen = !!chosen;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHOSEN]);
}

void
weft_whatif_row_set_slope (WeftWhatifRow *self, const WeftElasticity *slope)
{
  g_return_if_fail (WEFT_IS_WHATIF_ROW (self));

  self->has_slope = slope != NULL;
  if (slope != NULL)
    self->slope = *slope;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SLOPE]);
}

double
weft_whatif_row_get_slope (WeftWhatifRow *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_ROW (self), NAN);

  if (!self->has_slope || self->slope.kind == WEFT_SLOPE_NONE)
    return NAN;
  return self->slope.kind == WEFT_SLOPE_FLAT ? 0 : self->slope.value;
}

char *
weft_whatif_row_dup_slope (WeftWhatifRow *self)
{
  double slope;

  g_return_val_if_fail (WEFT_IS_WHATIF_ROW (self), NULL);

  if (!self->has_slope)
    return g_strdup ("");
  if (self->slope.kind == WEFT_SLOPE_FLAT)
    /* Translators: an input that the answer does not depend on, in a narrow column */
    return g_strdup (_("none"));
  slope = weft_whatif_row_get_slope (self);
  return isnan (slope) ? g_strdup ("—") : g_strdup_printf ("%+.2f", slope);
}

char *
weft_whatif_row_explain_slope (WeftWhatifRow *self)
{
  const char *kind;

  g_return_val_if_fail (WEFT_IS_WHATIF_ROW (self), NULL);

  if (!self->has_slope)
    return g_strdup ("");
  kind = weft_slope_label (self->slope.kind);
  if (isnan (weft_whatif_row_get_slope (self)) || self->slope.kind == WEFT_SLOPE_FLAT)
    return g_strdup (kind);
  if (*kind == '\0')
    return g_strdup_printf (_("1 %% more makes the answer %+.2f %%"), self->slope.value);
  /* Translators: an elasticity, and what it is like: "kink: another slope on either side" */
  return g_strdup_printf (_("1 %% more makes the answer %+.2f %% (%s: %+.2f %% below, %+.2f %% above)"),
                          self->slope.value, kind, self->slope.below, self->slope.above);
}

gboolean
weft_whatif_row_matches (WeftWhatifRow *self, const char *const *words)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_ROW (self) && words != NULL, FALSE);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (self->folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}
