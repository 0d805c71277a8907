/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading JSON value by value: the scanner takes the tokens, and what was asked for decides which are right. */
#include "base/weft-json-pull.h"

#include <float.h>
#include <string.h>

#include "base/weft-json-scan-private.h"
#include "base/weft-quote-private.h"

/* Numbers up to here are whole in a double (2^53), and powers of ten up to that one are exact: their product or
 * quotient is rounded once, as it should be (Clinger, "How to read floating point numbers accurately", PLDI 1990). */
#define MAX_EXACT_WHOLE (G_GUINT64_CONSTANT (1) << 53)
#define MAX_EXACT_POWER 22

/* Longest number that is copied to the stack. */
#define SHORT_NUMBER 63

struct _WeftJsonPull
{
  WeftScan scan;
  GError *error;   /* (nullable): the first */
  const char *last; /* where the last key or value began */
  GString *key;
  GString *string;
};

static const double powers[MAX_EXACT_POWER + 1] = {
  1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

static gboolean
step (WeftJsonPull *self)
{
  if (!weft_scan_step (&self->scan, &self->error))
    return FALSE;
  weft_scan_skip_space (&self->scan);
  return TRUE;
}

static char
next_byte (const WeftJsonPull *self)
{
  return self->scan.at < self->scan.end ? *self->scan.at : '\0';
}

/* Takes the closing bracket. */
static gboolean
leave (WeftJsonPull *self)
{
  step (self);
  return FALSE;
}

static char *
describe (WeftJsonPull *self, const char *at)
{
  const WeftScan *scan = &self->scan;
  const char *end = at + 1;
  g_autofree char *text = NULL;

  if (at >= scan->end || *at != '"')
    return weft_scan_describe (scan, at);
  while (end < scan->end && *end != '"')
    end += *end == '\\' && end + 1 < scan->end ? 2 : 1;
  text = weft_quote (at + 1, end - at - 1);
  return g_strdup_printf ("the string %s", text);
}

static gboolean
refuse_at (WeftJsonPull *self, const char *at, int code, const char *expected)
{
  g_autofree char *found = NULL;

  if (self->error != NULL)
    return FALSE;
  found = describe (self, at);
  return weft_scan_refuse (&self->scan, at, code, found, expected, &self->error);
}

/* What is next is not what was asked for: not JSON at all, or a value of another type. */
static gboolean
refuse_type (WeftJsonPull *self, const char *expected)
{
  if (self->error != NULL)
    return FALSE;
  if (weft_json_pull_type (self) == WEFT_JSON_PULL_NONE)
    return leave (self);
  return refuse_at (self, self->scan.at, WEFT_JSON_ERROR_TYPE, expected);
}

/* --- numbers --- */

/* A plain number whose value follows exactly from its digits. FALSE for any other, and for what is none; then nothing
 * has been taken. */
static gboolean
take_plain_number (WeftScan *scan, double *value)
{
  const char *at = scan->at;
  const char *end = scan->end;
  gboolean is_negative = at < end && *at == '-';
  const char *first = at + is_negative;
  guint64 whole = 0;
  gint power = 0;
  guint n_digits = 0;

  for (at = first; at < end && g_ascii_isdigit (*at) && n_digits < 18; at++, n_digits++)
    whole = 10 * whole + (guint) (*at - '0');
  if (at == first || (at > first + 1 && *first == '0'))
    return FALSE;
  if (at < end && *at == '.')
    {
      const char *point = at++;

      for (; at < end && g_ascii_isdigit (*at) && n_digits < 18; at++, n_digits++)
        whole = 10 * whole + (guint) (*at - '0');
      power = (gint) (at - point - 1);
      if (power == 0)
        return FALSE;
    }
  if (at < end && (g_ascii_isdigit (*at) || *at == '.' || *at == 'e' || *at == 'E'))
    return FALSE;
  if (FLT_EVAL_METHOD != 0 || whole > MAX_EXACT_WHOLE || power > MAX_EXACT_POWER)
    return FALSE;
  *value = (is_negative ? -(double) whole : (double) whole) / powers[power];
  scan->at = at;
  return TRUE;
}

static gboolean
take_any_number (WeftJsonPull *self, double *value)
{
  const char *start = self->scan.at;
  char buffer[SHORT_NUMBER + 1];
  gsize n;

  if (!weft_scan_number (&self->scan, &self->error))
    return FALSE;
  n = self->scan.at - start;
  if (n <= SHORT_NUMBER)
    {
      memcpy (buffer, start, n);
      buffer[n] = '\0';
      *value = g_ascii_strtod (buffer, NULL);
    }
  else
    {
      g_autofree char *text = g_strndup (start, n);

      *value = g_ascii_strtod (text, NULL);
    }
  return TRUE;
}

static gboolean
take_number (WeftJsonPull *self, const char *expected, double *value)
{
  WeftScan *scan = &self->scan;

  if (self->error != NULL)
    return FALSE;
  if (weft_json_pull_type (self) != WEFT_JSON_PULL_NUMBER)
    return refuse_type (self, expected);
  if (!weft_scan_count_value (scan, &self->error))
    return FALSE;
  self->last = scan->at;
  if (!take_plain_number (scan, value) && !take_any_number (self, value))
    return FALSE;
  *value += 0.0; /* of the two zeros the plain one */
  weft_scan_after_value (scan);
  weft_scan_skip_space (scan);
  return TRUE;
}

/* --- public --- */

/**
 * weft_json_pull_new: (skip)
 * @text: (array length=length): a text, which needs no zero byte at its end
 * @length: its length in bytes
 * @name: (nullable): what messages call it
 * @limits: (nullable): what is too much; %NULL for weft_json_default_limits
 *
 * Returns: (transfer full): a reader in front of the text's one value
 */
WeftJsonPull *
weft_json_pull_new (const char *text, gsize length, const char *name, const WeftJsonLimits *limits)
{
  WeftJsonPull *self = g_new0 (WeftJsonPull, 1);

  self->key = g_string_new (NULL);
  self->string = g_string_new (NULL);
  weft_scan_begin (&self->scan, text, length, name, limits, &self->error);
  self->last = self->scan.at;
  return self;
}

/**
 * weft_json_pull_free: (skip)
 * @self: (transfer full): a reader
 */
void
weft_json_pull_free (WeftJsonPull *self)
{
  weft_scan_end (&self->scan);
  g_clear_error (&self->error);
  g_string_free (self->key, TRUE);
  g_string_free (self->string, TRUE);
  g_free (self);
}

/**
 * weft_json_pull_finish: (skip)
 * @self: a reader
 * @error: return location
 *
 * Returns: whether all of the text was read, without an error
 */
gboolean
weft_json_pull_finish (WeftJsonPull *self, GError **error)
{
  if (self->error == NULL && (self->scan.next != NEXT_END || self->scan.at < self->scan.end))
    step (self);
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (self->error));
  return FALSE;
}

/**
 * weft_json_pull_has_failed: (skip)
 * @self: a reader
 *
 * Returns: whether there was an error
 */
gboolean
weft_json_pull_has_failed (WeftJsonPull *self)
{
  return self->error != NULL;
}

/**
 * weft_json_pull_type: (skip)
 * @self: a reader in front of a value
 *
 * Returns: what it is
 */
WeftJsonPullType
weft_json_pull_type (WeftJsonPull *self)
{
  if (self->error != NULL || (self->scan.next != NEXT_VALUE && self->scan.next != NEXT_VALUE_OR_CLOSE))
    return WEFT_JSON_PULL_NONE;
  switch (next_byte (self))
    {
    case '{':
      return WEFT_JSON_PULL_OBJECT;
    case '[':
      return WEFT_JSON_PULL_ARRAY;
    case '"':
      return WEFT_JSON_PULL_STRING;
    case 't':
    case 'f':
      return WEFT_JSON_PULL_BOOLEAN;
    case 'n':
      return WEFT_JSON_PULL_NULL;
    default:
      return next_byte (self) == '-' || g_ascii_isdigit (next_byte (self)) ? WEFT_JSON_PULL_NUMBER
                                                                           : WEFT_JSON_PULL_NONE;
    }
}

/**
 * weft_json_pull_object: (skip)
 * @self: a reader in front of an object
 *
 * Returns: whether it is in the object now
 */
gboolean
weft_json_pull_object (WeftJsonPull *self)
{
  if (weft_json_pull_type (self) != WEFT_JSON_PULL_OBJECT)
    return refuse_type (self, "an object");
  self->last = self->scan.at;
  return step (self);
}

/**
 * weft_json_pull_member: (skip)
 * @self: a reader in an object, whose last member's value has been taken
 * @key: (out) (transfer none): the member's key
 *
 * Returns: whether there is one more member, whose value is next
 */
gboolean
weft_json_pull_member (WeftJsonPull *self, const char **key)
{
  WeftScan *scan = &self->scan;

  if (self->error != NULL)
    return FALSE;
  if (next_byte (self) == '}')
    return leave (self);
  if (scan->next == NEXT_COMMA_OR_CLOSE && !step (self))
    return FALSE;
  self->last = scan->at;
  if (!step (self))
    return FALSE;
  g_string_truncate (self->key, 0);
  g_string_append_len (self->key, scan->key.start, scan->key.length);
  *key = self->key->str;
  return step (self);
}

/**
 * weft_json_pull_array: (skip)
 * @self: a reader in front of an array
 *
 * Returns: whether it is in the array now
 */
gboolean
weft_json_pull_array (WeftJsonPull *self)
{
  if (weft_json_pull_type (self) != WEFT_JSON_PULL_ARRAY)
    return refuse_type (self, "an array");
  self->last = self->scan.at;
  return step (self);
}

/**
 * weft_json_pull_element: (skip)
 * @self: a reader in an array, whose last element has been taken
 *
 * Returns: whether there is one more element, which is next
 */
gboolean
weft_json_pull_element (WeftJsonPull *self)
{
  if (self->error != NULL)
    return FALSE;
  if (next_byte (self) == ']')
    return leave (self);
  return self->scan.next == NEXT_VALUE_OR_CLOSE || step (self);
}

/**
 * weft_json_pull_string: (skip)
 * @self: a reader in front of a string
 * @value: (out) (transfer none): the string
 * @length: (out) (optional): its length in bytes
 *
 * Returns: whether it was one
 */
gboolean
weft_json_pull_string (WeftJsonPull *self, const char **value, gsize *length)
{
  WeftScan *scan = &self->scan;
  WeftScanPiece piece;

  if (weft_json_pull_type (self) != WEFT_JSON_PULL_STRING)
    return refuse_type (self, "a string");
  self->last = scan->at;
  if (!weft_scan_count_value (scan, &self->error) || !weft_scan_string (scan, &piece, &self->error))
    return FALSE;
  if (piece.escaped)
    weft_scan_unescape (scan, &piece);
  g_string_truncate (self->string, 0);
  g_string_append_len (self->string, piece.start, piece.length);
  *value = self->string->str;
  if (length != NULL)
    *length = piece.length;
  weft_scan_after_value (scan);
  weft_scan_skip_space (scan);
  return TRUE;
}

/**
 * weft_json_pull_number: (skip)
 * @self: a reader in front of a number
 * @value: (out): the number
 *
 * Returns: whether it was one
 */
gboolean
weft_json_pull_number (WeftJsonPull *self, double *value)
{
  return take_number (self, "a number", value);
}

/**
 * weft_json_pull_amount: (skip)
 * @self: a reader in front of a number
 * @value: (out): the number
 *
 * Returns: whether it was one that is not negative
 */
gboolean
weft_json_pull_amount (WeftJsonPull *self, double *value)
{
  if (!take_number (self, "a number from 0 on", value))
    return FALSE;
  return *value >= 0 || weft_json_pull_refuse (self, WEFT_JSON_ERROR_RANGE, "a number from 0 on");
}

/**
 * weft_json_pull_index: (skip)
 * @self: a reader in front of a number
 * @limit: what it is below
 * @value: (out): the number
 *
 * Returns: whether it was a whole number in that range
 */
gboolean
weft_json_pull_index (WeftJsonPull *self, guint32 limit, guint32 *value)
{
  g_autofree char *expected = NULL;
  double number;

  if (!take_number (self, "a whole number", &number))
    return FALSE;
  if (number >= 0 && number < limit && number == (guint32) number)
    {
      *value = (guint32) number;
      return TRUE;
    }
  expected = limit > 0 ? g_strdup_printf ("a whole number from 0 to %u", limit - 1)
                       : g_strdup ("nothing: there is none that it could number");
  return weft_json_pull_refuse (self, WEFT_JSON_ERROR_RANGE, expected);
}

/**
 * weft_json_pull_null: (skip)
 * @self: a reader in front of a value
 *
 * Returns: whether it was null, which has been taken then
 */
gboolean
weft_json_pull_null (WeftJsonPull *self)
{
  if (weft_json_pull_type (self) != WEFT_JSON_PULL_NULL)
    return FALSE;
  self->last = self->scan.at;
  return step (self);
}

/**
 * weft_json_pull_skip: (skip)
 * @self: a reader in front of a value
 *
 * Returns: whether there was one
 */
gboolean
weft_json_pull_skip (WeftJsonPull *self)
{
  guint depth = self->scan.open->len;

  if (self->error != NULL)
    return FALSE;
  self->last = self->scan.at;
  do
    if (!step (self))
      return FALSE;
  while (self->scan.open->len > depth);
  return TRUE;
}

/**
 * weft_json_pull_refuse: (skip)
 * @self: a reader that has taken a key or a value
 * @code: a #WeftJsonError
 * @expected: what it should have been
 *
 * Returns: %FALSE
 */
gboolean
weft_json_pull_refuse (WeftJsonPull *self, int code, const char *expected)
{
  return refuse_at (self, self->last, code, expected);
}

/**
 * weft_json_pull_fail: (skip)
 * @self: a reader that has taken a key or a value
 * @domain: a domain of errors
 * @code: a code of it
 * @message: what is wrong there
 *
 * Returns: %FALSE
 */
gboolean
weft_json_pull_fail (WeftJsonPull *self, GQuark domain, int code, const char *message)
{
  gsize line, column;

  if (self->error != NULL)
    return FALSE;
  weft_scan_locate (&self->scan, self->last, &line, &column);
  self->error = g_error_new (domain, code, "%s:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ": %s", self->scan.name, line,
                             column, message);
  return FALSE;
}
