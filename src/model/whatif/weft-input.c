/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs: what they say of themselves, and their values as text. */
#include "model/whatif/weft-input-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

enum
{
  PROP_PATH = 1,
  PROP_LABEL,
  PROP_GROUP_LABEL,
  PROP_SHOWN_VALUE,
  N_PROPS,
};

/* Where nothing says how far a number may go, it may halve and double. */
#define FREE_FACTOR 2
/* Questions go further. */
#define REACH_FACTOR 4

static GParamSpec *properties[N_PROPS];

static const char *const group_nicks[WEFT_N_INPUT_GROUPS] = {
  "document", "partition", "reference", "fact", "workload", "constant",
};

static const char *const group_labels[WEFT_N_INPUT_GROUPS] = {
  N_("Document"), N_("Partition"), N_("Reference"), N_("Fact of the catalog"), N_("Workload"),
  N_("Constant of the profile"),
};

G_DEFINE_FINAL_TYPE (WeftInput, weft_input, G_TYPE_OBJECT)

/* The unit in which files write a key's numbers. */
static const struct
{
  WeftUnit unit;
  double to_si;
  const char *text;
} unit_texts[] = {
  { WEFT_UNIT_FLOPS, 1e12, "TFLOP/s" }, { WEFT_UNIT_FLOPS, 1e15, "PFLOP/s" },
  { WEFT_UNIT_BYTES_S, 1e9, "GB/s" },   { WEFT_UNIT_BYTES_S, 1e9 / 8, "Gb/s" },
  { WEFT_UNIT_BYTES, 1e12, "TB" },      { WEFT_UNIT_BYTES, 1e9, "GB" },
  { WEFT_UNIT_BYTES, 1e6, "MB" },       { WEFT_UNIT_S, 1e-3, "ms" },
  { WEFT_UNIT_S, 1e-6, "µs" },          { WEFT_UNIT_S, 1e-9, "ns" },
  { WEFT_UNIT_W, 1e3, "kW" },
};

static const char *
find_unit_text (WeftUnit unit,
                double   to_si)
{
  for (guint i = 0; i < G_N_ELEMENTS (unit_texts); i++)
    if (unit_texts[i].unit == unit && unit_texts[i].to_si == to_si)
      return unit_texts[i].text;

  return to_si == 1 ? weft_unit_symbol (unit) : "";
}

static void
weft_input_get_property (GObject    *object,
                         guint       id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  WeftInput *self = WEFT_INPUT (object);

  switch (id)
    {
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    case PROP_LABEL:
      g_value_take_string (value, weft_input_dup_title (self));
      break;
    case PROP_GROUP_LABEL:
      g_value_set_string (value, weft_input_group_label (self->group));
      break;
    case PROP_SHOWN_VALUE:
      g_value_take_string (value, weft_input_format (self, self->value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_input_finalize (GObject *object)
{
  WeftInput *self = WEFT_INPUT (object);

  g_free (self->path);
  g_free (self->label);
  g_free (self->place);
  g_free (self->unit_text);
  g_free (self->source);
  g_free (self->note);
  g_array_unref (self->targets);

  G_OBJECT_CLASS (weft_input_parent_class)->finalize (object);
}

static void
weft_input_class_init (WeftInputClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_input_get_property;
  object_class->finalize = weft_input_finalize;

  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL, flags);
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);
  properties[PROP_GROUP_LABEL] = g_param_spec_string ("group-label", NULL, NULL, NULL, flags);
  properties[PROP_SHOWN_VALUE] = g_param_spec_string ("shown-value", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_input_init (WeftInput *self)
{
  self->targets = g_array_new (FALSE, FALSE, sizeof (WeftInputTarget));
  self->value = NAN;
  self->low = NAN;
  self->high = NAN;
  self->most = INFINITY;
  self->to_si = 1;
  self->is_log = TRUE;
}

WeftInput *
weft_input_new (const char    *path,
                char          *label,
                char          *place,
                WeftInputGroup group,
                WeftInputSet   set,
                const char    *key)
{
  WeftInput *self = g_object_new (WEFT_TYPE_INPUT, NULL);

  self->path = g_strdup (path);
  self->label = label;
  self->place = place;
  self->group = group;
  self->set = set;
  self->key = g_intern_string (key);
  self->unit_text = g_strdup ("");
  self->source = g_strdup ("");
  self->note = g_strdup ("");
  self->confidence = WEFT_CONFIDENCE_USER;
  return self;
}

void
weft_input_set_unit (WeftInput  *self,
                     const char *key)
{
  self->unit = weft_key_unit (key, &self->to_si);
  g_free (self->unit_text);
  self->unit_text = g_strdup (find_unit_text (self->unit, self->to_si));
}

void
weft_input_set_provenance (WeftInput            *self,
                           const WeftProvenance *provenance)
{
  self->confidence = provenance->confidence;
  g_free (self->source);
  g_free (self->note);
  self->source = g_strdup (provenance->source != NULL ? provenance->source : "");
  self->note = g_strdup (provenance->note != NULL ? provenance->note : "");
}

void
weft_input_set_range (WeftInput *self)
{
  double factor = self->spread > 0 ? exp (WEFT_FACTOR_90 * self->spread) : FREE_FACTOR;

  if (self->is_flag)
    {
      self->low = 0;
      self->high = 1;
      return;
    }
  self->low = MAX (self->value / factor, self->least);
  self->high = MIN (self->value * factor, self->most);
  if (self->value == 0)
    self->high = MIN (1, self->most);
  if (self->is_whole)
    {
      self->low = MAX (floor (self->low), self->least);
      self->high = ceil (self->high);
    }
}

/**
 * weft_input_group_nick: (skip)
 * @group: a group
 *
 * Returns: its name for programs
 */
const char *
weft_input_group_nick (WeftInputGroup group)
{
  g_return_val_if_fail (group < WEFT_N_INPUT_GROUPS, NULL);

  return group_nicks[group];
}

/**
 * weft_input_group_label: (skip)
 * @group: a group
 *
 * Returns: its name for people, translated
 */
const char *
weft_input_group_label (WeftInputGroup group)
{
  g_return_val_if_fail (group < WEFT_N_INPUT_GROUPS, NULL);

  return _(group_labels[group]);
}

/**
 * weft_input_dup_title: (skip)
 * @self: an input
 *
 * Returns: (transfer full): what it is and of what: "Memory bandwidth (B200, partition 1)"
 */
char *
weft_input_dup_title (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NULL);

  return *self->place != '\0' ? g_strdup_printf ("%s (%s)", self->label, self->place) : g_strdup (self->label);
}

/**
 * weft_input_format: (skip)
 * @self: an input
 * @value: a value in its unit
 *
 * Returns: (transfer full): the value for people, with its unit
 */
char *
weft_input_format (WeftInput *self,
                   double     value)
{
  g_autofree char *number = NULL;

  g_return_val_if_fail (WEFT_IS_INPUT (self), NULL);

  if (isnan (value))
    return g_strdup (_("unknown"));
  if (self->is_flag)
    return g_strdup (value != 0 ? _("yes") : _("no"));
  if (self->unit != WEFT_UNIT_NONE)
    return weft_quantity_format (value * self->to_si, self->unit);

  number = g_strdup_printf ("%.4g", value);
  return *self->unit_text != '\0' ? g_strdup_printf ("%s\u00a0%s", number, self->unit_text) : g_steal_pointer (&number);
}

/* A number alone counts in the input's unit. */
static gboolean
parse_plain (const char *text,
             double     *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

/**
 * weft_input_parse: (skip)
 * @self: an input
 * @text: a number, alone or with a unit
 * @value: (out): the number in the input's unit
 * @error: return location
 *
 * Returns: %FALSE when it is no number, not finite, or the unit is another kind
 */
gboolean
weft_input_parse (WeftInput  *self,
                  const char *text,
                  double     *value,
                  GError    **error)
{
  g_autoptr (GError) local = NULL;

  g_return_val_if_fail (WEFT_IS_INPUT (self) && text != NULL && value != NULL, FALSE);

  if (self->is_flag && (g_str_equal (text, "yes") || g_str_equal (text, "no")))
    {
      *value = g_str_equal (text, "yes");
      return TRUE;
    }
  if (!parse_plain (text, value))
    {
      if (!weft_quantity_parse (text, self->unit, value, &local))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s: %s", self->path, local->message);
          return FALSE;
        }
      *value /= self->to_si;
    }
  if (isfinite (*value))
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("%s: found “%s”, expected a finite number"),
               self->path, text);
  return FALSE;
}

/**
 * weft_input_get_factor: (skip)
 * @self: an input
 *
 * Returns: the input as studies take it
 */
WeftFactor
weft_input_get_factor (WeftInput *self)
{
  return (WeftFactor) {
    .name = self->path,
    .value = self->value,
    .spread = self->spread,
    .low = self->low,
    .high = self->high,
    .least = self->least,
    .most = self->most,
    .is_log = self->is_log && self->low > 0,
    .is_whole = self->is_whole,
  };
}

/**
 * weft_input_get_reach: (skip)
 * @self: an input
 *
 * Four times either way and no less than its range; of a share all of it.
 *
 * Returns: the input as studies take it that ask far
 */
WeftFactor
weft_input_get_reach (WeftInput *self)
{
  WeftFactor factor = weft_input_get_factor (self);

  if (self->is_flag || isnan (self->value))
    return factor;
  if (self->least == 0 && self->most == 1)
    {
      factor.low = 0;
      factor.high = 1;
      factor.is_log = FALSE;
      return factor;
    }
  factor.low = MAX (MIN (factor.low, self->value / REACH_FACTOR), self->least);
  factor.high = MIN (MAX (factor.high, self->value * REACH_FACTOR), self->most);
  if (self->is_whole)
    {
      factor.low = MAX (floor (factor.low), self->least);
      factor.high = ceil (factor.high);
    }
  factor.is_log = self->is_log && factor.low > 0;
  return factor;
}

const char *
weft_input_get_path (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NULL);
  return self->path;
}

const char *
weft_input_get_label (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NULL);
  return self->label;
}

const char *
weft_input_get_place (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NULL);
  return self->place;
}

WeftInputGroup
weft_input_get_group (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), WEFT_INPUT_DOCUMENT);
  return self->group;
}

double
weft_input_get_value (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NAN);
  return self->value;
}

const char *
weft_input_get_unit (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NULL);
  return self->unit_text;
}

double
weft_input_get_low (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NAN);
  return self->low;
}

double
weft_input_get_high (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NAN);
  return self->high;
}

double
weft_input_get_least (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NAN);
  return self->least;
}

double
weft_input_get_most (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NAN);
  return self->most;
}

gboolean
weft_input_is_whole (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), FALSE);
  return self->is_whole;
}

gboolean
weft_input_is_flag (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), FALSE);
  return self->is_flag;
}

gboolean
weft_input_is_of_link (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), FALSE);
  return self->is_of_link;
}

gboolean
weft_input_is_own (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), FALSE);
  return self->group == WEFT_INPUT_PARTITION || self->set == WEFT_SET_FRACTION;
}

double
weft_input_get_spread (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NAN);
  return self->spread;
}

WeftConfidence
weft_input_get_confidence (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), WEFT_CONFIDENCE_USER);
  return self->confidence;
}

const char *
weft_input_get_source (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NULL);
  return self->source;
}

const char *
weft_input_get_note (WeftInput *self)
{
  g_return_val_if_fail (WEFT_IS_INPUT (self), NULL);
  return self->note;
}
