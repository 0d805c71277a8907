/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One reason of a difference: the object, and the numbers that it rests on. */
#include "model/weft-difference-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct _WeftReason
{
  GObject parent_instance;
  char *part;
  char *label;
  char *text;
  char *factor_text;
  double share;
  double a;
  double b;
  WeftUnit unit;
  GPtrArray *sources; /* of WeftReasonSource */
};

G_DEFINE_FINAL_TYPE (WeftReason, weft_reason, G_TYPE_OBJECT)

static void
free_source (gpointer data)
{
  WeftReasonSource *source = data;

  g_free (source->of);
  g_free (source->key);
  g_free (source->value);
  g_free (source->source);
  g_free (source->date);
  g_free (source);
}

static void
weft_reason_finalize (GObject *object)
{
  WeftReason *self = WEFT_REASON (object);

  g_free (self->part);
  g_free (self->label);
  g_free (self->text);
  g_free (self->factor_text);
  g_ptr_array_unref (self->sources);

  G_OBJECT_CLASS (weft_reason_parent_class)->finalize (object);
}

static void
weft_reason_class_init (WeftReasonClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_reason_finalize;
}

static void
weft_reason_init (WeftReason *self)
{
  self->sources = g_ptr_array_new_with_free_func (free_source);
}

/* --- making --- */

static char *
format_factor (double share)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (share))
    return g_strdup ("");
  g_ascii_formatd (number, sizeof number, "%.3g", exp (share));
  return g_strdup_printf ("×%s", number);
}

WeftReason *
weft_reason_new (const char *part,
                 const char *label,
                 double      share,
                 double      a,
                 double      b,
                 WeftUnit    unit,
                 char       *text)
{
  WeftReason *self = g_object_new (WEFT_TYPE_REASON, NULL);

  self->part = g_strdup (part);
  self->label = g_strdup (label);
  self->text = text;
  self->share = share;
  self->factor_text = format_factor (share);
  self->a = a;
  self->b = b;
  self->unit = unit;
  return self;
}

void
weft_reason_set_text (WeftReason *self,
                      const char *text)
{
  g_free (self->text);
  self->text = g_strdup (text);
}

/* The record or the file when a value says no more. */
static char *
dup_source (const WeftValue *value,
            const char      *of)
{
  const WeftProvenance *from = value->provenance;

  if (from->source != NULL && *from->source != '\0')
    return g_strdup (from->source);
  if (from->note != NULL && *from->note != '\0')
    return g_strdup (from->note);
  return g_strdup (from->file != NULL ? from->file : of);
}

static void
take_source (WeftReason      *self,
             guint            side,
             const char      *of,
             const WeftValue *value,
             char            *written)
{
  WeftReasonSource *source = g_new0 (WeftReasonSource, 1);

  source->side = side;
  source->of = g_strdup (of);
  source->key = g_strdup (value->key);
  source->value = written;
  source->confidence = value->provenance->confidence;
  source->source = dup_source (value, of);
  source->date = g_strdup (value->provenance->date);
  g_ptr_array_add (self->sources, source);
}

void
weft_reason_add_value (WeftReason      *self,
                       guint            side,
                       const char      *of,
                       const WeftValue *value)
{
  take_source (self, side, of, value, weft_value_format (value));
}

void
weft_reason_add_constant (WeftReason  *self,
                          guint        side,
                          WeftProfile *profile,
                          const char  *key)
{
  double number;
  WeftValue value;

  if (!weft_profile_lookup (profile, key, &value))
    return;
  take_source (self, side, weft_profile_get_id (profile), &value,
               weft_profile_get_number (profile, key, &number, NULL)
                 ? weft_basis_write (number, weft_profile_get_unit (profile, key))
                 : weft_value_format (&value));
}

void
weft_reasons_take (GPtrArray  *list,
                   WeftReason *reason)
{
  g_ptr_array_add (list, reason);
}

/* --- public API --- */

const char *
weft_reason_get_part (WeftReason *self)
{
  g_return_val_if_fail (WEFT_IS_REASON (self), NULL);
  return self->part;
}

const char *
weft_reason_get_label (WeftReason *self)
{
  g_return_val_if_fail (WEFT_IS_REASON (self), NULL);
  return self->label;
}

double
weft_reason_get_share (WeftReason *self)
{
  g_return_val_if_fail (WEFT_IS_REASON (self), NAN);
  return self->share;
}

const char *
weft_reason_get_factor_text (WeftReason *self)
{
  g_return_val_if_fail (WEFT_IS_REASON (self), NULL);
  return self->factor_text;
}

const char *
weft_reason_get_text (WeftReason *self)
{
  g_return_val_if_fail (WEFT_IS_REASON (self), NULL);
  return self->text;
}

double
weft_reason_get_a (WeftReason *self)
{
  g_return_val_if_fail (WEFT_IS_REASON (self), NAN);
  return self->a;
}

double
weft_reason_get_b (WeftReason *self)
{
  g_return_val_if_fail (WEFT_IS_REASON (self), NAN);
  return self->b;
}

WeftUnit
weft_reason_get_unit (WeftReason *self)
{
  g_return_val_if_fail (WEFT_IS_REASON (self), WEFT_UNIT_NONE);
  return self->unit;
}

/**
 * weft_reason_get_sources: (skip)
 * @self: a reason
 *
 * Returns: (transfer none) (element-type WeftReasonSource): what it rests on
 */
GPtrArray *
weft_reason_get_sources (WeftReason *self)
{
  g_return_val_if_fail (WEFT_IS_REASON (self), NULL);
  return self->sources;
}
