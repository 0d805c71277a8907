/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of a journal: {"check":"…","record":…}. The check is over the line before's check and the
 * record's bytes, so that a line which is torn, changed or out of its place is noticed. */
#include "design/weft-journal-private.h"

#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"

#define DIGITS (WEFT_JOURNAL_CHECK_BYTES - 1)
#define BEFORE_CHECK "{\"check\":\""
#define BEFORE_RECORD "\",\"record\":"
#define AFTER_RECORD "}"
#define RECORD_AT (strlen (BEFORE_CHECK) + DIGITS + strlen (BEFORE_RECORD))

static void
compute_check (const char *previous,
               const char *record,
               gsize       length,
               char        check[WEFT_JOURNAL_CHECK_BYTES])
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (sum, (const guchar *) previous, (gssize) strlen (previous));
  g_checksum_update (sum, (const guchar *) record, (gssize) length);
  g_strlcpy (check, g_checksum_get_string (sum), WEFT_JOURNAL_CHECK_BYTES);
}

/**
 * weft_journal_write_line: (skip)
 * @record: an object
 * @check: (inout): of the line before, then of this one
 *
 * Returns: (transfer full) (nullable): the line with its line break, %NULL when @record holds a
 *   number that JSON does not have
 */
char *
weft_journal_write_line (JsonNode *record,
                         char      check[WEFT_JOURNAL_CHECK_BYTES])
{
  g_autofree char *text = weft_json_write_compact (record);

  if (text == NULL)
    return NULL;
  compute_check (check, text, strlen (text), check);
  return g_strconcat (BEFORE_CHECK, check, BEFORE_RECORD, text, AFTER_RECORD "\n", NULL);
}

/**
 * weft_journal_read_line: (skip)
 * @line: bytes without the line break
 * @length: how many
 * @check: (inout): of the line before, then of this one; untouched when it is not sound
 *
 * Returns: (transfer full) (nullable): the record, an object, or %NULL when the line is not sound
 */
JsonNode *
weft_journal_read_line (const char *line,
                        gsize       length,
                        char        check[WEFT_JOURNAL_CHECK_BYTES])
{
  WeftJsonLimits limits = weft_json_default_limits;
  char found[WEFT_JOURNAL_CHECK_BYTES];
  g_autoptr (JsonNode) node = NULL;
  const char *record = line + RECORD_AT;
  gsize record_length;

  if (length < RECORD_AT + strlen (AFTER_RECORD) || length > WEFT_JOURNAL_MAX_LINE)
    return NULL;
  record_length = length - RECORD_AT - strlen (AFTER_RECORD);
  compute_check (check, record, record_length, found);
  if (memcmp (line, BEFORE_CHECK, strlen (BEFORE_CHECK)) != 0
      || memcmp (line + strlen (BEFORE_CHECK), found, DIGITS) != 0
      || memcmp (record - strlen (BEFORE_RECORD), BEFORE_RECORD, strlen (BEFORE_RECORD)) != 0
      || line[length - 1] != AFTER_RECORD[0])
    return NULL;

  /* A document stands some levels deep in a record, which may hold parts of it twice. */
  limits.max_bytes = WEFT_JOURNAL_MAX_LINE;
  limits.max_values *= 2;
  limits.max_depth += 8;
  node = weft_json_parse (record, (gssize) record_length, NULL, &limits, NULL);
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  g_strlcpy (check, found, WEFT_JOURNAL_CHECK_BYTES);
  return g_steal_pointer (&node);
}
