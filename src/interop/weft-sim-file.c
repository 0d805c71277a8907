/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells traces apart: JSON by its "format", texts by their first word, Chakra files by their first record, and a prefix
 * by the file of rank 0 beside it. */
#include "interop/weft-sim-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-gunzip-private.h"
#include "interop/weft-chakra-file-private.h"
#include "interop/weft-simai-private.h"
#include "interop/weft-simai.h"
#include "sim/weft-sim-trace-read.h"

/* A member "format" stands among the first. */
#define HEAD_BYTES 65536
#define TRACE_FORMAT "weft-trace/"
#define CHAKRA_SUFFIX ".et"

/* The first bytes of a regular file. */
static gboolean
read_head (const char *path, char *head, gsize *length)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  stream = g_file_read (file, NULL, NULL);
  return stream != NULL && g_input_stream_read_all (G_INPUT_STREAM (stream), head, HEAD_BYTES, length, NULL, NULL);
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && g_ascii_isspace (*at))
    at++;
  return at;
}

/* Of JSON: whether it says that it is a trace. */
static gboolean
is_trace (const char *text, gsize length)
{
  const char *end = text + length;
  const char *at = g_strstr_len (text, (gssize) length, "\"format\"");

  if (at == NULL)
    return FALSE;
  at = skip_blanks (at + strlen ("\"format\""), end);
  if (at == end || *at++ != ':')
    return FALSE;
  at = skip_blanks (at, end);
  return (gsize) (end - at) > strlen (TRACE_FORMAT) && *at == '"'
         && memcmp (at + 1, TRACE_FORMAT, strlen (TRACE_FORMAT)) == 0;
}

/* "dir/xf64" of "dir/xf64.3.et". (transfer full) (nullable) */
static char *
prefix_of (const char *path)
{
  gsize length = strlen (path);
  gsize end, digits;

  if (!g_str_has_suffix (path, CHAKRA_SUFFIX))
    return NULL;
  end = length - strlen (CHAKRA_SUFFIX);
  for (digits = 0; digits < end && g_ascii_isdigit (path[end - digits - 1]); digits++)
    ;
  if (digits == 0 || digits + 1 >= end || path[end - digits - 1] != '.')
    return NULL;
  return g_strndup (path, end - digits - 1);
}

static gboolean
has_record (const char *path)
{
  WeftChakraFile file = { 0 };
  gboolean is_open = weft_chakra_file_open (&file, path, NULL, NULL, NULL);

  weft_chakra_file_clear (&file);
  return is_open;
}

static gboolean
is_prefix (const char *path)
{
  g_autofree char *first = g_strdup_printf ("%s.0" CHAKRA_SUFFIX, path);

  return g_file_test (first, G_FILE_TEST_IS_REGULAR);
}

static WeftSimFileKind
kind_of_head (const char *path, const char *head, gsize length)
{
  gboolean has_mark = length >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0;
  const char *end = head + length;
  const char *at = skip_blanks (head + (has_mark ? 3 : 0), end);
  g_autofree char *prefix = NULL;

  if (at < end && *at == '{' && is_trace (at, end - at))
    return WEFT_SIM_FILE_TRACE;
  if (weft_simai_begins (at, end - at))
    return WEFT_SIM_FILE_TEXT;
  prefix = prefix_of (path);
  return prefix != NULL && has_record (path) ? WEFT_SIM_FILE_CHAKRA : WEFT_SIM_FILE_UNKNOWN;
}

WeftSimFileKind
weft_sim_file_kind (const char *path)
{
  g_autofree char *head = g_malloc (HEAD_BYTES);
  gsize length = 0;

  if (read_head (path, head, &length))
    return kind_of_head (path, head, length);
  return is_prefix (path) ? WEFT_SIM_FILE_CHAKRA : WEFT_SIM_FILE_UNKNOWN;
}

/* (transfer full) (nullable) */
static WeftSimTrace *
load_chakra (const char *path, const WeftChakraOptions *chakra, GCancellable *cancellable, GError **error)
{
  const WeftChakraOptions none = { 0 };
  g_autofree char *prefix = prefix_of (path);

  return weft_chakra_read (prefix != NULL ? prefix : path, chakra != NULL ? chakra : &none, cancellable, error);
}

WeftSimTrace *
weft_sim_file_load (const char *path, const WeftChakraOptions *chakra, GCancellable *cancellable, GError **error)
{
  switch (weft_sim_file_kind (path))
    {
    case WEFT_SIM_FILE_TRACE:
      return weft_sim_trace_load (path, cancellable, error);
    case WEFT_SIM_FILE_CHAKRA:
      return load_chakra (path, chakra, cancellable, error);
    case WEFT_SIM_FILE_TEXT:
      return weft_simai_read (path, 0, cancellable, error);
    case WEFT_SIM_FILE_UNKNOWN:
    default:
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED,
                   _("%s: no trace; expected a file of “weft map --trace”, a Chakra trace (PREFIX, or PREFIX.0.et) or a "
                     "workload text of SimAI or ASTRA-sim"), path);
      return NULL;
    }
}
