/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of runs, as the ULID specification has them (Crockford's alphabet, first letter 0 to 7). */

#include "trail/weft-ulid-private.h"

#include <string.h>
#include <sys/random.h>

#define CHANCE_BYTES 10

static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static void
draw (guint8 chance[CHANCE_BYTES])
{
  gsize done = 0;

  while (done < CHANCE_BYTES)
    {
      gssize n = getrandom (chance + done, CHANCE_BYTES - done, 0);

      if (n > 0)
        done += n;
    }
}

static void
draw_from_text (const char *text, guint8 chance[CHANCE_BYTES])
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;

  g_checksum_update (sum, (const guchar *) text, strlen (text));
  g_checksum_get_digest (sum, digest, &length);
  memcpy (chance, digest, CHANCE_BYTES);
}

/**
 * weft_ulid_new: (skip)
 * @real_us: microseconds since 1970
 * @seed_text: (nullable): makes the chance of this text instead of drawing it
 *
 * Returns: (transfer full): the name
 */
char *
weft_ulid_new (gint64 real_us, const char *seed_text)
{
  guint64 ms = (guint64) MAX (real_us / 1000, 0) & ((G_GUINT64_CONSTANT (1) << 48) - 1);
  char text[WEFT_ULID_LENGTH + 1] = { 0 };
  guint8 chance[CHANCE_BYTES];

  if (seed_text != NULL)
    draw_from_text (seed_text, chance);
  else
    draw (chance);
  for (int i = 9; i >= 0; i--, ms >>= 5)
    text[i] = alphabet[ms & 31];
  for (guint i = 0; i < 16; i++)
    {
      guint bit = i * 5;
      guint pair = (guint) chance[bit / 8] << 8;

      if (bit / 8 + 1 < CHANCE_BYTES)
        pair |= chance[bit / 8 + 1];
      text[10 + i] = alphabet[(pair >> (11 - bit % 8)) & 31];
    }
  return g_strdup (text);
}

gboolean
weft_ulid_is_valid (const char *text, gssize length)
{
  if (length < 0)
    length = strlen (text);
  if (length != WEFT_ULID_LENGTH || text[0] > '7')
    return FALSE;
  for (gssize i = 0; i < length; i++)
    if (text[i] == '\0' || strchr (alphabet, text[i]) == NULL)
      return FALSE;
  return TRUE;
}
