/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of an object, each with the type that it must have and whether it may be absent. */

#include "base/weft-json-at.h"

#include "base/weft-json.h"

/* Finds a member. @present is FALSE for an optional one that is absent or null. */
static gboolean
find_member (const WeftJsonAt  *object,
             const char        *key,
             WeftJsonNeed       need,
             const char        *expected,
             WeftJsonAt        *out,
             gboolean          *present,
             GError           **error)
{
  *present = FALSE;
  if (!weft_json_at_object (object, error))
    return FALSE;

  if (!weft_json_at_member (object, key, out))
    {
      WeftJsonAt absent = { object, object->file, NULL, key, 0 };

      return need == WEFT_JSON_OPTIONAL
             || weft_json_at_refuse (&absent, WEFT_JSON_ERROR_MISSING, expected, error);
    }

  *present = need == WEFT_JSON_REQUIRED || !weft_json_at_is_null (out);
  return TRUE;
}

/**
 * weft_json_at_get_object: (skip)
 * @object: the place of an object, which must outlive @out
 * @key: the member's name, which must outlive @out
 * @need: whether the member may be absent or null
 * @out: (out caller-allocates): the member's place; stays as it was when it is absent
 * @present: (out) (optional): whether it is there
 * @error: where to put a %WEFT_JSON_ERROR_MISSING or %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether the member is an object, or absent and optional
 */
gboolean
weft_json_at_get_object (const WeftJsonAt  *object,
                         const char        *key,
                         WeftJsonNeed       need,
                         WeftJsonAt        *out,
                         gboolean          *present,
                         GError           **error)
{
  WeftJsonAt member;
  gboolean there;

  g_return_val_if_fail (object != NULL && key != NULL && out != NULL, FALSE);

  if (!find_member (object, key, need, "an object", &member, &there, error))
    return FALSE;
  if (there && !weft_json_at_object (&member, error))
    return FALSE;

  if (there)
    *out = member;
  if (present != NULL)
    *present = there;
  return TRUE;
}

/**
 * weft_json_at_get_array: (skip)
 * @object: the place of an object, which must outlive @out
 * @key: the member's name, which must outlive @out
 * @need: whether the member may be absent or null
 * @out: (out caller-allocates): the member's place; stays as it was when it is absent
 * @present: (out) (optional): whether it is there
 * @error: where to put a %WEFT_JSON_ERROR_MISSING or %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether the member is an array, or absent and optional
 */
gboolean
weft_json_at_get_array (const WeftJsonAt  *object,
                        const char        *key,
                        WeftJsonNeed       need,
                        WeftJsonAt        *out,
                        gboolean          *present,
                        GError           **error)
{
  WeftJsonAt member;
  gboolean there;

  g_return_val_if_fail (object != NULL && key != NULL && out != NULL, FALSE);

  if (!find_member (object, key, need, "an array", &member, &there, error))
    return FALSE;
  if (there && !weft_json_at_array (&member, error))
    return FALSE;

  if (there)
    *out = member;
  if (present != NULL)
    *present = there;
  return TRUE;
}

/**
 * weft_json_at_get_number: (skip)
 * @object: the place of an object
 * @key: the member's name
 * @need: whether the member may be absent or null
 * @value: (inout): the member's value; stays as it was when the member is absent
 * @error: where to put a %WEFT_JSON_ERROR_MISSING or %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether the member is a number, or absent and optional
 */
gboolean
weft_json_at_get_number (const WeftJsonAt  *object,
                         const char        *key,
                         WeftJsonNeed       need,
                         double            *value,
                         GError           **error)
{
  WeftJsonAt member;
  gboolean present;

  g_return_val_if_fail (object != NULL && key != NULL && value != NULL, FALSE);

  if (!find_member (object, key, need, "a number", &member, &present, error))
    return FALSE;
  return !present || weft_json_at_number (&member, value, error);
}

/**
 * weft_json_at_get_integer: (skip)
 * @object: the place of an object
 * @key: the member's name
 * @need: whether the member may be absent or null
 * @value: (inout): the member's value; stays as it was when the member is absent
 * @error: where to put a %WEFT_JSON_ERROR_MISSING or %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether the member is a whole number that fits 64 bits, or absent and optional
 */
gboolean
weft_json_at_get_integer (const WeftJsonAt  *object,
                          const char        *key,
                          WeftJsonNeed       need,
                          gint64            *value,
                          GError           **error)
{
  WeftJsonAt member;
  gboolean present;

  g_return_val_if_fail (object != NULL && key != NULL && value != NULL, FALSE);

  if (!find_member (object, key, need, "a whole number", &member, &present, error))
    return FALSE;
  return !present || weft_json_at_integer (&member, value, error);
}

/**
 * weft_json_at_get_boolean: (skip)
 * @object: the place of an object
 * @key: the member's name
 * @need: whether the member may be absent or null
 * @value: (inout): the member's value; stays as it was when the member is absent
 * @error: where to put a %WEFT_JSON_ERROR_MISSING or %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether the member is true or false, or absent and optional
 */
gboolean
weft_json_at_get_boolean (const WeftJsonAt  *object,
                          const char        *key,
                          WeftJsonNeed       need,
                          gboolean          *value,
                          GError           **error)
{
  WeftJsonAt member;
  gboolean present;

  g_return_val_if_fail (object != NULL && key != NULL && value != NULL, FALSE);

  if (!find_member (object, key, need, "true or false", &member, &present, error))
    return FALSE;
  return !present || weft_json_at_boolean (&member, value, error);
}

/**
 * weft_json_at_get_string: (skip)
 * @object: the place of an object
 * @key: the member's name
 * @need: whether the member may be absent or null
 * @value: (inout) (transfer none): the member's value; stays as it was when the member is absent
 * @error: where to put a %WEFT_JSON_ERROR_MISSING or %WEFT_JSON_ERROR_TYPE
 *
 * Returns: whether the member is a string, or absent and optional
 */
gboolean
weft_json_at_get_string (const WeftJsonAt  *object,
                         const char        *key,
                         WeftJsonNeed       need,
                         const char       **value,
                         GError           **error)
{
  WeftJsonAt member;
  gboolean present;

  g_return_val_if_fail (object != NULL && key != NULL && value != NULL, FALSE);

  if (!find_member (object, key, need, "a string", &member, &present, error))
    return FALSE;
  return !present || weft_json_at_string (&member, value, error);
}
