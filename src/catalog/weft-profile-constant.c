/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One constant of a profile as an object, and the list of all of them. */
#include "catalog/weft-profile-constant.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-list.h"

/* Standard deviations from the middle to the 5th and the 95th percentile of a normal distribution. */
#define NORMAL_90 1.6448536269514722

struct _WeftProfileConstant
{
  GObject parent_instance;
  WeftProfile *profile;
  WeftValue value; /* owned by the profile */
  char *name;
  char *text;
  char *exact;
  char *interval;
  char *haystack; /* folded, for searches */
};

G_DEFINE_FINAL_TYPE (WeftProfileConstant, weft_profile_constant, G_TYPE_OBJECT)

static void
weft_profile_constant_finalize (GObject *object)
{
  WeftProfileConstant *self = WEFT_PROFILE_CONSTANT (object);

  g_clear_object (&self->profile);
  g_free (self->name);
  g_free (self->text);
  g_free (self->exact);
  g_free (self->interval);
  g_free (self->haystack);

  G_OBJECT_CLASS (weft_profile_constant_parent_class)->finalize (object);
}

static void
weft_profile_constant_class_init (WeftProfileConstantClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_profile_constant_finalize;
}

static void
weft_profile_constant_init (WeftProfileConstant *self)
{
}

/* --- making --- */

/* Units that scale; others follow the number as the file has them. */
static const struct
{
  const char *text;
  WeftUnit unit;
} units[] = {
  { "s", WEFT_UNIT_S }, { "B", WEFT_UNIT_BYTES }, { "W", WEFT_UNIT_W },
  { "USD", WEFT_UNIT_USD }, { "FLOP", WEFT_UNIT_FLOP },
};

static char *
write_number (double      number,
              const char *unit)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i].text))
      return weft_quantity_format (number, units[i].unit);
  g_ascii_formatd (text, sizeof text, "%.4g", number);
  return *unit != '\0' ? g_strdup_printf ("%s\u00a0%s", text, unit) : g_strdup (text);
}

static char *
write_value (WeftProfileConstant *self)
{
  double number = weft_profile_constant_get_number (self);

  return isnan (number) ? weft_value_format (&self->value)
                        : write_number (number, weft_profile_constant_get_unit (self));
}

static char *
write_interval (WeftProfileConstant *self)
{
  const char *unit = weft_profile_constant_get_unit (self);
  g_autofree char *from = NULL, *to = NULL;
  double low, high;

  if (!weft_profile_constant_get_interval (self, &low, &high))
    return g_strdup ("");
  from = write_number (low, unit);
  to = write_number (high, unit);
  return g_strdup_printf ("%s – %s", from, to);
}

static char *
write_exact (const WeftValue *value)
{
  char number[WEFT_DOUBLE_BUFFER];

  if (JSON_NODE_HOLDS_VALUE (value->node)
      && (json_node_get_value_type (value->node) == G_TYPE_DOUBLE
          || json_node_get_value_type (value->node) == G_TYPE_INT64))
    return g_strdup (weft_json_format_double (json_node_get_double (value->node), number));
  if (JSON_NODE_HOLDS_VALUE (value->node) && json_node_get_value_type (value->node) == G_TYPE_STRING)
    return g_strdup (json_node_get_string (value->node));
  return json_to_string (value->node, FALSE);
}

static char *
fold_all (WeftProfileConstant *self)
{
  g_autofree char *all = g_strjoin ("\n", self->value.key, weft_profile_constant_get_note (self),
                                    weft_profile_constant_get_source (self), weft_profile_constant_get_date (self),
                                    weft_confidence_label (self->value.provenance->confidence), NULL);

  return g_utf8_casefold (all, -1);
}

static WeftProfileConstant *
constant_new (WeftProfile *profile,
              const char  *key)
{
  WeftProfileConstant *self = g_object_new (WEFT_TYPE_PROFILE_CONSTANT, NULL);
  const char *at;

  self->profile = g_object_ref (profile);
  weft_profile_lookup (profile, key, &self->value);
  at = strchr (self->value.key, '@');
  self->name = at != NULL ? g_strndup (self->value.key, at - self->value.key) : g_strdup (self->value.key);
  self->text = write_value (self);
  self->exact = write_exact (&self->value);
  self->interval = write_interval (self);
  self->haystack = fold_all (self);
  return self;
}

/* --- public API --- */

/**
 * weft_profile_constants_new:
 * @profile: a profile
 *
 * Returns: (transfer full): its #WeftProfileConstant in the order of the file
 */
GListModel *
weft_profile_constants_new (WeftProfile *profile)
{
  g_autoptr (GPtrArray) keys = NULL;
  WeftList *list;

  g_return_val_if_fail (WEFT_IS_PROFILE (profile), NULL);

  list = weft_list_new (WEFT_TYPE_PROFILE_CONSTANT);
  keys = weft_profile_list_constants (profile);
  for (guint i = 0; i < keys->len; i++)
    {
      g_autoptr (WeftProfileConstant) constant = constant_new (profile, keys->pdata[i]);

      weft_list_append (list, constant);
    }
  return G_LIST_MODEL (list);
}

/**
 * weft_profile_constant_matches:
 * @self: a constant
 * @words: what to look for
 *
 * Returns: whether all of the words are somewhere in it; %TRUE for none
 */
gboolean
weft_profile_constant_matches (WeftProfileConstant *self,
                               const char          *words)
{
  g_autofree char *folded = NULL;
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self) && words != NULL, FALSE);

  folded = g_utf8_casefold (words, -1);
  parts = g_strsplit_set (folded, " \t", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (self->haystack, parts[i]) == NULL)
      return FALSE;
  return TRUE;
}

const char *
weft_profile_constant_get_key (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);
  return self->value.key;
}

const char *
weft_profile_constant_get_name (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);
  return self->name;
}

const char *
weft_profile_constant_get_scope (WeftProfileConstant *self)
{
  const char *at;

  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);

  at = strchr (self->value.key, '@');
  return at != NULL ? at + 1 : "";
}

const char *
weft_profile_constant_get_value (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);
  return self->text;
}

const char *
weft_profile_constant_get_exact (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);
  return self->exact;
}

double
weft_profile_constant_get_number (WeftProfileConstant *self)
{
  double number;

  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NAN);

  return weft_profile_get_number (self->profile, self->value.key, &number, NULL) ? number : NAN;
}

const char *
weft_profile_constant_get_unit (WeftProfileConstant *self)
{
  const char *unit;

  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);

  unit = weft_profile_get_unit (self->profile, self->value.key);
  return unit != NULL && !g_str_equal (unit, "1") ? unit : "";
}

WeftConfidence
weft_profile_constant_get_confidence (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), WEFT_CONFIDENCE_ASSUMED);
  return self->value.provenance->confidence;
}

static const char *
or_empty (const char *text)
{
  return text != NULL ? text : "";
}

const char *
weft_profile_constant_get_source (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);
  return or_empty (self->value.provenance->source);
}

const char *
weft_profile_constant_get_date (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);
  return or_empty (self->value.provenance->date);
}

const char *
weft_profile_constant_get_note (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);
  return or_empty (self->value.provenance->note);
}

double
weft_profile_constant_get_residual (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NAN);
  return weft_profile_get_residual (self->profile, self->value.key);
}

/**
 * weft_profile_constant_get_interval:
 * @self: a constant
 * @low: (out): the lower end, in the constant's unit
 * @high: (out): the upper end
 *
 * Errors of what was fitted are normal in the logarithm, with the residual as their standard deviation. The interval is
 * how far the constant would have to move to make up for them alone in nine cases of ten, value × e^(±1.645 residual).
 *
 * Returns: %FALSE when it was not fitted, or is no number above 0
 */
gboolean
weft_profile_constant_get_interval (WeftProfileConstant *self,
                                    double              *low,
                                    double              *high)
{
  double number, residual;

  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self) && low != NULL && high != NULL, FALSE);

  number = weft_profile_constant_get_number (self);
  residual = weft_profile_constant_get_residual (self);
  if (isnan (residual) || !(number > 0))
    return FALSE;
  *low = number * exp (-NORMAL_90 * residual);
  *high = number * exp (NORMAL_90 * residual);
  return TRUE;
}

const char *
weft_profile_constant_get_interval_text (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);
  return self->interval;
}

const char *
weft_profile_constant_get_range (WeftProfileConstant *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE_CONSTANT (self), NULL);
  return or_empty (weft_profile_get_range (self->profile, self->value.key));
}
