/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attributes as what they are needed as. A value of another kind is an error, never 0. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quote-private.h"
#include "interop/weft-chakra-file-private.h"
#include "sim/weft-sim-trace.h"

/* "“1024” (string_val)": what stands there, for a message. (transfer full) */
static char *
show_value (const WeftChakraValue *value)
{
  g_autofree char *text = NULL;

  switch (value->form)
    {
    case WEFT_CHAKRA_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT " (%s)", value->integer, value->member);
    case WEFT_CHAKRA_HUGE:
      return g_strdup_printf ("%" G_GUINT64_FORMAT " (%s)", value->huge, value->member);
    case WEFT_CHAKRA_REAL:
      return g_strdup_printf ("%.17g (%s)", value->real, value->member);
    case WEFT_CHAKRA_TEXT:
      text = weft_quote (value->text, -1);
      return g_strdup_printf ("%s (%s)", text, value->member);
    default:
      return g_strdup (value->member);
    }
}

static gboolean
refuse_value (WeftChakraFile *self, WeftChakraKey key, const char *expected, GError **error)
{
  g_autofree char *shown = show_value (&self->node.value[key]);

  return weft_chakra_file_refuse (self, WEFT_SIM_ERROR_INVALID, error, _("attribute %s is %s; expected %s"),
                                  weft_chakra_key_name (key), shown, expected);
}

static gboolean
refuse_absent (WeftChakraFile *self, WeftChakraKey key, GError **error)
{
  const char *type = weft_chakra_type_name (self->node.type);

  if (self->node.value[key].form == WEFT_CHAKRA_EMPTY)
    return weft_chakra_file_refuse (self, WEFT_SIM_ERROR_INVALID, error, _("attribute %s has no value"),
                                    weft_chakra_key_name (key));
  return weft_chakra_file_refuse (self, WEFT_SIM_ERROR_INVALID, error,
                                  _("attribute %s is missing, which a %s node needs here"), weft_chakra_key_name (key),
                                  type != NULL ? type : "");
}

/* --- public --- */

/* Whether it is there, with a value or without. */
gboolean
weft_chakra_file_has (WeftChakraFile *self, WeftChakraKey key)
{
  return self->node.value[key].form != WEFT_CHAKRA_ABSENT;
}

gboolean
weft_chakra_file_integer (WeftChakraFile *self, WeftChakraKey key, gint64 *value, GError **error)
{
  const WeftChakraValue *found = &self->node.value[key];

  if (found->form == WEFT_CHAKRA_ABSENT || found->form == WEFT_CHAKRA_EMPTY)
    return refuse_absent (self, key, error);
  if (found->form == WEFT_CHAKRA_HUGE)
    return refuse_value (self, key, _("an integer below 2^63"), error);
  if (found->form != WEFT_CHAKRA_INTEGER)
    return refuse_value (self, key, _("an integer"), error);
  *value = found->integer;
  return TRUE;
}

gboolean
weft_chakra_file_count (WeftChakraFile *self, WeftChakraKey key, double *value, GError **error)
{
  gint64 integer = 0;

  if (!weft_chakra_file_integer (self, key, &integer, error))
    return FALSE;
  if (integer < 0)
    return refuse_value (self, key, _("none that is negative"), error);
  *value = integer;
  return TRUE;
}

gboolean
weft_chakra_file_amount (WeftChakraFile *self, WeftChakraKey key, double *value, GError **error)
{
  const WeftChakraValue *found = &self->node.value[key];

  if (found->form != WEFT_CHAKRA_REAL)
    return weft_chakra_file_count (self, key, value, error);
  if (!isfinite (found->real) || found->real < 0)
    return refuse_value (self, key, _("a number that is finite and not negative"), error);
  *value = found->real;
  return TRUE;
}

gboolean
weft_chakra_file_index (WeftChakraFile *self, WeftChakraKey key, guint32 *value, GError **error)
{
  gint64 integer = 0;

  if (!weft_chakra_file_integer (self, key, &integer, error))
    return FALSE;
  if (integer < 0 || integer >= G_MAXUINT32)
    return refuse_value (self, key, _("a number from 0"), error);
  *value = integer;
  return TRUE;
}

gboolean
weft_chakra_file_text (WeftChakraFile *self, WeftChakraKey key, const char **value, GError **error)
{
  const WeftChakraValue *found = &self->node.value[key];

  if (found->form == WEFT_CHAKRA_ABSENT || found->form == WEFT_CHAKRA_EMPTY)
    return refuse_absent (self, key, error);
  if (found->form != WEFT_CHAKRA_TEXT)
    return refuse_value (self, key, _("a text"), error);
  *value = found->text;
  return TRUE;
}
