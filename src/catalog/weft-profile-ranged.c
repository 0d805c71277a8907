/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constants with a range each: a user's profile may hold anything. */
#include "catalog/weft-profile-ranged-private.h"

#include <string.h>

#include "catalog/weft-catalog.h"

static gboolean
read_one (WeftProfile               *self,
          const char *const         *scopes,
          const WeftRangedConstant  *constant,
          GError                   **error)
{
  const char *found;

  if (!weft_profile_get_scoped (self, constant->key, scopes, constant->value, &found, error))
    return FALSE;
  if (constant->is_assumed != NULL)
    *constant->is_assumed = strchr (found, '@') == NULL;
  if (*constant->value >= constant->low && *constant->value <= constant->high)
    return TRUE;

  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               "Profile %s: constant %s holds %g, expected a number from %g to %g", weft_profile_get_id (self), found,
               *constant->value, constant->low, constant->high);
  return FALSE;
}

gboolean
weft_profile_read_ranged (WeftProfile               *self,
                          const char *const         *scopes,
                          const WeftRangedConstant  *constants,
                          gsize                      n,
                          GError                   **error)
{
  static const char *const none[] = { NULL };

  for (gsize i = 0; i < n; i++)
    if (!read_one (self, scopes != NULL ? scopes : none, &constants[i], error))
      return FALSE;

  return TRUE;
}
