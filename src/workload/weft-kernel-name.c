/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts a number off a name. */
#include "workload/weft-kernel-name-private.h"

#include <string.h>

/* Length without a number at the end that is set apart. */
static gsize
cut_number (const char *name, gsize length)
{
  gsize at = length;

  while (at > 0 && g_ascii_isdigit (name[at - 1]))
    at--;
  if (at == length)
    return length;
  if (at >= 3 && memcmp (name + at - 3, "_ID", 3) == 0)
    return at - 3;
  return at > 0 && strchr ("_-# .@", name[at - 1]) != NULL ? at - 1 : length;
}

char *
weft_kernel_name (const char *name)
{
  const char *bracket = strchr (name, '(');
  gsize length = bracket != NULL ? (gsize) (bracket - name) : strlen (name);

  length = cut_number (name, length);
  while (length > 0 && strchr ("_-# .", name[length - 1]) != NULL)
    length--;
  return length > 0 ? g_strndup (name, length) : g_strdup (name);
}
