/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares of a range become values of three digits, which is what people read; the design's own value is kept whole. */
#include "config.h"

#include "app/whatif/weft-whatif-knob.h"

#include <math.h>

/* Of a value that was turned to. */
#define DIGITS_FORMAT "%.3g"
/* So near to the design's value, by the share of the range, that value is meant. */
#define SNAP 0.004

struct _WeftWhatifKnob
{
  GObject parent_instance;

  WeftInput *input;
  WeftFactor range;
  double value;
};

G_DEFINE_FINAL_TYPE (WeftWhatifKnob, weft_whatif_knob, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_VALUE,
  PROP_MOVED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- class --- */

static void
weft_whatif_knob_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftWhatifKnob *self = WEFT_WHATIF_KNOB (object);

  if (id == PROP_VALUE)
    g_value_set_double (value, self->value);
  else if (id == PROP_MOVED)
    g_value_set_boolean (value, weft_whatif_knob_is_moved (self));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_whatif_knob_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VALUE)
    weft_whatif_knob_set_value (WEFT_WHATIF_KNOB (object), g_value_get_double (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_whatif_knob_finalize (GObject *object)
{
  g_clear_object (&WEFT_WHATIF_KNOB (object)->input);
  G_OBJECT_CLASS (weft_whatif_knob_parent_class)->finalize (object);
}

static void
weft_whatif_knob_class_init (WeftWhatifKnobClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_whatif_knob_get_property;
  object_class->set_property = weft_whatif_knob_set_property;
  object_class->finalize = weft_whatif_knob_finalize;
  properties[PROP_VALUE] =
    g_param_spec_double ("value", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_MOVED] =
    g_param_spec_boolean ("moved", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_whatif_knob_init (WeftWhatifKnob *self)
{
}

WeftWhatifKnob *
weft_whatif_knob_new (WeftInput *input)
{
  WeftWhatifKnob *self;

  g_return_val_if_fail (WEFT_IS_INPUT (input), NULL);

  self = g_object_new (WEFT_TYPE_WHATIF_KNOB, NULL);
  self->input = g_object_ref (input);
  self->range = weft_input_get_reach (input);
  self->value = weft_input_get_value (input);
  return self;
}

WeftInput *
weft_whatif_knob_get_input (WeftWhatifKnob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_KNOB (self), NULL);

  return self->input;
}

/* --- its value --- */

static void
notify (WeftWhatifKnob *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VALUE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MOVED]);
}

static void
widen (WeftWhatifKnob *self)
{
  self->range.low = MIN (self->range.low, self->value);
  self->range.high = MAX (self->range.high, self->value);
  self->range.is_log = self->range.is_log && self->range.low > 0;
}

void
weft_whatif_knob_set_input (WeftWhatifKnob *self, WeftInput *input)
{
  gboolean moved;

  g_return_if_fail (WEFT_IS_WHATIF_KNOB (self) && WEFT_IS_INPUT (input));

  moved = weft_whatif_knob_is_moved (self);
  g_set_object (&self->input, input);
  self->range = weft_input_get_reach (input);
  if (!moved)
    self->value = weft_input_get_value (input);
  self->value = weft_factor_hold (&self->range, self->value);
  widen (self);
  notify (self);
}

double
weft_whatif_knob_get_value (WeftWhatifKnob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_KNOB (self), NAN);

  return self->value;
}

void
weft_whatif_knob_set_value (WeftWhatifKnob *self, double value)
{
  g_return_if_fail (WEFT_IS_WHATIF_KNOB (self) && isfinite (value));

  value = weft_factor_hold (&self->range, value);
  if (value == self->value)
    return;
  self->value = value;
  widen (self);
  notify (self);
}

double
weft_whatif_knob_get_share (WeftWhatifKnob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_KNOB (self), 0);

  return weft_factor_share (&self->range, self->value);
}

/* By way of its digits, so that a document gets the decimal that is shown. */
static double
round_digits (double x)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_ascii_strtod (g_ascii_formatd (digits, sizeof digits, DIGITS_FORMAT, x), NULL);
}

void
weft_whatif_knob_set_share (WeftWhatifKnob *self, double share)
{
  double was, value;

  g_return_if_fail (WEFT_IS_WHATIF_KNOB (self));

  was = weft_input_get_value (self->input);
  value = weft_input_is_flag (self->input) ? (share >= 0.5) : weft_factor_at (&self->range, share);
  if (!weft_input_is_flag (self->input) && !weft_input_is_whole (self->input)
      && fabs (share - weft_factor_share (&self->range, was)) < SNAP)
    value = was;
  else if (!weft_input_is_whole (self->input))
    value = CLAMP (round_digits (value), self->range.low, self->range.high);
  weft_whatif_knob_set_value (self, value);
}

gboolean
weft_whatif_knob_is_moved (WeftWhatifKnob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_KNOB (self), FALSE);

  return self->value != weft_input_get_value (self->input);
}

void
weft_whatif_knob_reset (WeftWhatifKnob *self)
{
  g_return_if_fail (WEFT_IS_WHATIF_KNOB (self));

  weft_whatif_knob_set_value (self, weft_input_get_value (self->input));
}

WeftFactor
weft_whatif_knob_get_range (WeftWhatifKnob *self)
{
  return self->range;
}

char *
weft_whatif_knob_dup_text (WeftWhatifKnob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_KNOB (self), NULL);

  return weft_input_format (self->input, self->value);
}

char *
weft_whatif_knob_dup_was (WeftWhatifKnob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_KNOB (self), NULL);

  return weft_input_format (self->input, weft_input_get_value (self->input));
}
