/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one place that makes text from outside fit to show or store: without keys and what is secret in URLs. */
#include "agent/weft-endpoint-private.h"

#include <string.h>

#include "base/weft-plain.h"

/* Shorter keys would take letters out of ordinary words. */
#define MIN_KEY 3

/* Their repetitions are bounded: no text may make the search long. */
static const struct
{
  const char *pattern;
  const char *instead;
} secrets[] = {
  { "(?i)\\bbearer\\s+[^\\s\"',;]+", "Bearer …" },
  { "\\bsk-[^\\s\"',;<>)}\\]]+", "sk-…" },
  { "(?i)\\b([a-z][a-z0-9+.-]{0,20}://)[^\\s/?#@\"'<>]{0,2000}@", "\\1…@" },
  { "(?i)\\b(https?://[^\\s?#\"'<>]{0,2000})\\?[^\\s\"'<>)]*", "\\1?…" },
};

static char *
without_key (const char *text, const char *key)
{
  g_autoptr (GString) string = g_string_new (text);

  if (key != NULL && strlen (key) >= MIN_KEY)
    g_string_replace (string, key, "…", 0);
  return g_string_free (g_steal_pointer (&string), FALSE);
}

static char *
without_pattern (const char *text, const char *pattern, const char *instead)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  char *clean = g_regex_replace (regex, text, -1, 0, instead, 0, NULL);

  /* What cannot be searched is not shown. */
  return clean != NULL ? clean : g_strdup ("…");
}

/**
 * weft_endpoint_redact:
 * @text: text from outside, such as an error of a server
 * @key: (nullable): the key that was sent there
 *
 * Returns: (transfer full): @text without the key, bearer tokens, "sk-…", and users, passwords and queries in URLs;
 *   without control characters but line breaks and tabs
 */
char *
weft_endpoint_redact (const char *text, const char *key)
{
  g_autofree char *valid = NULL;
  char *clean;

  g_return_val_if_fail (text != NULL, NULL);

  valid = g_utf8_make_valid (text, -1);
  clean = without_key (valid, key);
  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    {
      g_autofree char *before = clean;

      clean = without_pattern (before, secrets[i].pattern, secrets[i].instead);
    }
  {
    g_autofree char *before = clean;

    clean = weft_plain_text (before, WEFT_PLAIN_LINES, 0);
  }
  return clean;
}
