/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grades of confidence by name. */

#include "catalog/weft-provenance.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *nick;
  const char *label;
} Grade;

static const Grade grades[] = {
  [WEFT_CONFIDENCE_DATASHEET] = { "datasheet", N_("data sheet") },
  [WEFT_CONFIDENCE_PRESS] = { "press", N_("press") },
  [WEFT_CONFIDENCE_ESTIMATE] = { "estimate", N_("estimate") },
  [WEFT_CONFIDENCE_MEASURED] = { "measured", N_("measured") },
  [WEFT_CONFIDENCE_DERIVED] = { "derived", N_("derived") },
  [WEFT_CONFIDENCE_ASSUMED] = { "assumed", N_("assumed") },
  [WEFT_CONFIDENCE_USER] = { "user", N_("entered by you") },
};

/**
 * weft_confidence_nick:
 * @confidence: a grade
 *
 * Returns: the word that files use
 */
const char *
weft_confidence_nick (WeftConfidence confidence)
{
  g_return_val_if_fail (confidence < G_N_ELEMENTS (grades), NULL);

  return grades[confidence].nick;
}

/**
 * weft_confidence_label:
 * @confidence: a grade
 *
 * Returns: the word for people, translated
 */
const char *
weft_confidence_label (WeftConfidence confidence)
{
  g_return_val_if_fail (confidence < G_N_ELEMENTS (grades), NULL);

  return _(grades[confidence].label);
}

/**
 * weft_confidence_parse:
 * @nick: a word from a file
 * @confidence: (out): the grade
 *
 * Returns: %FALSE when there is no such grade
 */
gboolean
weft_confidence_parse (const char     *nick,
                       WeftConfidence *confidence)
{
  g_return_val_if_fail (nick != NULL && confidence != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (grades); i++)
    if (g_str_equal (nick, grades[i].nick))
      {
        *confidence = i;
        return TRUE;
      }

  return FALSE;
}
