/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Character by character, so that what one replacement makes is not taken for another. */
#include "base/weft-json-pointer.h"

/**
 * weft_json_pointer_escape:
 * @key: a key of an object
 *
 * Returns: (transfer full): the token that stands for it in a JSON pointer
 */
char *
weft_json_pointer_escape (const char *key)
{
  GString *out;

  g_return_val_if_fail (key != NULL, NULL);

  out = g_string_new (NULL);
  for (const char *at = key; *at != '\0'; at++)
    if (*at == '~')
      g_string_append (out, "~0");
    else if (*at == '/')
      g_string_append (out, "~1");
    else
      g_string_append_c (out, *at);
  return g_string_free (out, FALSE);
}

/**
 * weft_json_pointer_unescape:
 * @token: a token of a JSON pointer
 *
 * Returns: (transfer full): the key that it stands for; a "~" without 0 or 1 stays as it is
 */
char *
weft_json_pointer_unescape (const char *token)
{
  GString *out;

  g_return_val_if_fail (token != NULL, NULL);

  out = g_string_new (NULL);
  for (const char *at = token; *at != '\0'; at++)
    if (at[0] == '~' && (at[1] == '0' || at[1] == '1'))
      g_string_append_c (out, *++at == '0' ? '~' : '/');
    else
      g_string_append_c (out, *at);
  return g_string_free (out, FALSE);
}
