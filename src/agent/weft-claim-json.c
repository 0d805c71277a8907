/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks as the trail keeps them. A program other than this one may have written them. */
#include "agent/weft-claim-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-find.h"
#include "base/weft-json-write.h"
#include "base/weft-plain.h"

#define MAX_WHAT_CHARS 80

static const char *const nicks[] = {
  [WEFT_CLAIM_MATCHES] = "matches",
  [WEFT_CLAIM_CONTRADICTS] = "contradicts",
  [WEFT_CLAIM_UNKNOWN] = "unknown",
};

static void
free_claim (gpointer data)
{
  WeftClaim *claim = data;

  g_free (claim->what);
  g_free (claim);
}

/* (transfer full): an empty list that owns its marks. */
GPtrArray *
weft_claims_new (void)
{
  return g_ptr_array_new_with_free_func (free_claim);
}

/* Adds a copy of @claim, and gives it. */
WeftClaim *
weft_claims_add (GPtrArray       *claims,
                 const WeftClaim *claim)
{
  WeftClaim *copy = g_memdup2 (claim, sizeof *claim);

  copy->what = g_strdup (claim->what);
  g_ptr_array_add (claims, copy);
  return copy;
}

/**
 * weft_claim_verdict_nick: (skip)
 * @verdict: a verdict
 *
 * Returns: (transfer none): its name in files, "matches"
 */
const char *
weft_claim_verdict_nick (WeftClaimVerdict verdict)
{
  g_return_val_if_fail (verdict < G_N_ELEMENTS (nicks), NULL);
  return nicks[verdict];
}

/* --- writing --- */

static JsonObject *
write_claim (const WeftClaim *claim)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "start", claim->start);
  json_object_set_int_member (object, "end", claim->end);
  json_object_set_string_member (object, "verdict", weft_claim_verdict_nick (claim->verdict));
  json_object_set_int_member (object, "evaluation", claim->evaluation);
  if (claim->what != NULL)
    json_object_set_string_member (object, "what", claim->what);
  else
    json_object_set_null_member (object, "what");
  weft_json_set_number (object, "value", claim->value);
  weft_json_set_number (object, "actual", claim->actual);
  return object;
}

/**
 * weft_claims_to_json: (skip)
 * @claims: (element-type WeftClaim): marks
 *
 * Returns: (transfer full): an array of objects
 */
JsonNode *
weft_claims_to_json (GPtrArray *claims)
{
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < claims->len; i++)
    json_array_add_object_element (array, write_claim (claims->pdata[i]));
  json_node_take_array (node, array);
  return node;
}

/* --- reading --- */

/* A whole number from 0 to @most. */
static gboolean
read_place (JsonObject *object,
            const char *member,
            double      most,
            guint      *place)
{
  double value = weft_json_find_number (object, member);

  if (!(value >= 0) || value > most || value != floor (value))
    return FALSE;
  *place = (guint) value;
  return TRUE;
}

static gboolean
read_verdict (JsonObject       *object,
              WeftClaimVerdict *verdict)
{
  const char *nick = weft_json_find_string (object, "verdict");

  for (guint i = 0; nick != NULL && i < G_N_ELEMENTS (nicks); i++)
    if (g_str_equal (nick, nicks[i]))
      {
        *verdict = i;
        return TRUE;
      }

  return FALSE;
}

/* Whether a character begins there, or the text ends. */
static gboolean
is_boundary (const char *text,
             guint       at)
{
  return ((guchar) text[at] & 0xc0) != 0x80;
}

static gboolean
read_claim (JsonNode   *node,
            const char *text,
            gsize       length,
            guint       after,
            WeftClaim  *claim)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;

  if (object == NULL || !read_place (object, "start", (double) length, &claim->start)
      || !read_place (object, "end", (double) length, &claim->end)
      || !read_verdict (object, &claim->verdict) || claim->start < after
      || claim->end <= claim->start || !is_boundary (text, claim->start)
      || !is_boundary (text, claim->end))
    return FALSE;

  claim->evaluation = 0;
  read_place (object, "evaluation", G_MAXUINT32, &claim->evaluation);
  claim->value = weft_json_find_number (object, "value");
  claim->actual = weft_json_find_number (object, "actual");
  return TRUE;
}

/**
 * weft_claims_from_json: (skip)
 * @array: what weft_claims_to_json() wrote, or somebody else
 * @text: the text whose marks they are
 *
 * Returns: (transfer full) (element-type WeftClaim): those that lie in @text, between whole characters, each after the
 *   one before it
 */
GPtrArray *
weft_claims_from_json (JsonArray  *array,
                       const char *text)
{
  GPtrArray *claims = weft_claims_new ();
  gsize length = strlen (text);
  guint after = 0;

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      const char *what;
      WeftClaim claim = { 0 };

      if (!read_claim (node, text, length, after, &claim))
        continue;
      what = weft_json_find_string (json_node_get_object (node), "what");
      if (what != NULL)
        {
          g_autofree char *plain = weft_plain_text (what, WEFT_PLAIN_ONE_LINE, MAX_WHAT_CHARS);

          claim.what = plain;
          weft_claims_add (claims, &claim);
        }
      else
        weft_claims_add (claims, &claim);
      after = claim.end;
    }
  return claims;
}
