/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a failed request may be sent again, and how long to wait: as the status, the error and the headers say. */
#include <math.h>

#include <libsoup/soup.h>

#include "agent/weft-turn-error-private.h"

/* An endpoint that wants a longer pause wants no retry. */
#define WAIT_MAX_MS (120 * 1000)
#define WAIT_LIMIT_S 1e9

static gboolean
read_number (const char *text, double *value)
{
  char *end = NULL;

  if (text == NULL || !g_ascii_isdigit (text[0]))
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  while (g_ascii_isspace (*end))
    end++;
  return *end == '\0' && isfinite (*value);
}

static gboolean
read_date (const char *text, gint64 now_s, double *wait_s)
{
  g_autoptr (GDateTime) date = text != NULL ? soup_date_time_new_from_http_string (text) : NULL;

  if (date == NULL)
    return FALSE;
  *wait_s = (double) (g_date_time_to_unix (date) - now_s);
  return TRUE;
}

static gint64
read_wait_ms (GHashTable *headers, gint64 now_s)
{
  const char *after = g_hash_table_lookup (headers, "retry-after");
  double value;

  if (read_number (g_hash_table_lookup (headers, "retry-after-ms"), &value))
    return (gint64) ceil (MIN (value, WAIT_LIMIT_S * 1000));
  if (read_number (after, &value) || read_date (after, now_s, &value))
    return (gint64) ceil (CLAMP (value, 0, WAIT_LIMIT_S) * 1000);
  return -1;
}

static gboolean
is_passing (gint64 status)
{
  return status == 408 || status == 409 || status == 429 || status >= 500;
}

/* Inside of a stream the status has been sent already: the code tells, when it is one of HTTP. */
static gboolean
is_retryable (const WeftTurnError *self)
{
  guint64 code = 0;

  if (g_strcmp0 (self->code, "insufficient_quota") == 0 || g_strcmp0 (self->type, "insufficient_quota") == 0)
    return FALSE;
  if (self->status >= 300)
    return is_passing (self->status);
  if (self->code != NULL && g_ascii_string_to_unsigned (self->code, 10, 400, 499, &code, NULL))
    return is_passing (code);
  return TRUE;
}

void
weft_turn_error_set_retry (WeftTurnError *self, GHashTable *headers, gint64 now_s)
{
  const char *should = g_hash_table_lookup (headers, "x-should-retry");

  self->retry_after_ms = read_wait_ms (headers, now_s);
  self->retryable = is_retryable (self);
  if (should != NULL && g_ascii_strcasecmp (should, "true") == 0)
    self->retryable = TRUE;
  else if (should != NULL && g_ascii_strcasecmp (should, "false") == 0)
    self->retryable = FALSE;
  if (self->retry_after_ms > WAIT_MAX_MS)
    self->retryable = FALSE;
}
