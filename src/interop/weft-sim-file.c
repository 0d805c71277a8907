/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells traces apart: JSON by its "format", texts by their first word, Chakra files by their first record, and a prefix
 * by the file of rank 0 beside it. */
#include "interop/weft-sim-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-file-digest.h"
#include "interop/weft-chakra-file-private.h"
#include "interop/weft-chakra-paths-private.h"
#include "interop/weft-simai-private.h"
#include "interop/weft-simai.h"
#include "sim/weft-sim-trace-read.h"
#include "workload/weft-workload-file.h"

/* A member "format" stands among the first. */
#define HEAD_BYTES 65536
#define TRACE_FORMAT "weft-trace/"

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

/* A file that is called as that of a rank, with a first record. */
static gboolean
is_rank_file (const char *path)
{
  g_autofree char *prefix = weft_chakra_plain_prefix (path);
  WeftChakraFile file = { 0 };
  gboolean is_open;

  if (g_str_equal (prefix, path))
    return FALSE;
  is_open = weft_chakra_file_open (&file, path, NULL, NULL, NULL);
  weft_chakra_file_clear (&file);
  return is_open;
}

static WeftSimFileKind
kind_of_head (const char *path, const char *head, gsize length)
{
  gboolean has_mark = length >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0;
  const char *end = head + length;
  const char *at = skip_blanks (head + (has_mark ? 3 : 0), end);

  if (at < end && *at == '{' && is_trace (at, end - at))
    return WEFT_SIM_FILE_TRACE;
  if (weft_simai_begins (at, end - at))
    return WEFT_SIM_FILE_TEXT;
  return is_rank_file (path) ? WEFT_SIM_FILE_CHAKRA : WEFT_SIM_FILE_UNKNOWN;
}

WeftSimFileKind
weft_sim_file_kind (const char *path)
{
  g_autofree char *head = g_malloc (HEAD_BYTES);
  gsize length = 0;

  if (read_head (path, head, &length))
    return kind_of_head (path, head, length);
  return weft_chakra_found (path) ? WEFT_SIM_FILE_CHAKRA : WEFT_SIM_FILE_UNKNOWN;
}

/* --- what is none --- */

static gboolean refuse (const char *path, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse (const char *path, GError **error, const char *format, ...)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED, "%s: %s", name, words);
  return FALSE;
}

/* A file that is there. */
static gboolean
refuse_file (const char *path, GError **error)
{
  g_autofree char *head = g_malloc (HEAD_BYTES);
  WeftWorkloadFormat format;
  gsize length = 0;

  if (!read_head (path, head, &length))
    return refuse (path, error, _("it cannot be read"));
  if (length == 0)
    return refuse (path, error, _("the file is empty"));
  if (weft_workload_format_guess (path, head, length, &format))
    return refuse (path, error, _("this is a workload (%s), not a trace: simulate it with a machine, onto which it is "
                                  "mapped first"), weft_workload_format_title (format));
  if (g_str_has_suffix (path, ".et"))
    return refuse (path, error, _("this is no file of a Chakra trace: those are called NAME.RANK.et, and begin with a "
                                  "record"));
  return refuse (path, error, _("this is none of the traces that are read: a file of “weft map --trace”, a Chakra trace "
                                "(NAME, or NAME.0.et), a workload text of SimAI or ASTRA-sim"));
}

static gboolean
refuse_path (const char *path, GError **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return refuse (path, error, _("this is a folder; a Chakra trace in it is named by what its files begin with: "
                                  "FOLDER/NAME for NAME.0.et"));
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return refuse (path, error, _("there is no such file, and none with “.0.et” behind it either, as a Chakra trace would "
                                  "have"));
  return refuse_file (path, error);
}

WeftSimTrace *
weft_sim_file_load (const char *path, const WeftChakraOptions *chakra, GCancellable *cancellable, GError **error)
{
  const WeftChakraOptions none = { 0 };
  g_autofree char *prefix = NULL;

  switch (weft_sim_file_kind (path))
    {
    case WEFT_SIM_FILE_TRACE:
      return weft_sim_trace_load (path, cancellable, error);
    case WEFT_SIM_FILE_CHAKRA:
      prefix = weft_chakra_plain_prefix (path);
      return weft_chakra_read (prefix, chakra != NULL ? chakra : &none, cancellable, error);
    case WEFT_SIM_FILE_TEXT:
      return weft_simai_read (path, 0, cancellable, error);
    default:
      refuse_path (path, error);
      return NULL;
    }
}

/* --- traces that were run before --- */

static char *
digest_files (const char *prefix, GCancellable *cancellable, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guint32 n_ranks = 0;

  if (!weft_chakra_require_ranks (prefix, &n_ranks, error))
    return NULL;
  for (guint32 rank = 0; rank < n_ranks; rank++)
    {
      g_autofree char *path = weft_chakra_rank_path (prefix, rank);
      g_autofree char *digest = weft_file_digest (path, cancellable, error);

      if (digest == NULL)
        return NULL;
      g_checksum_update (sum, (const guchar *) digest, -1);
    }
  return g_strdup (g_checksum_get_string (sum));
}

char *
weft_sim_file_digest (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *prefix = NULL;

  if (weft_sim_file_kind (path) != WEFT_SIM_FILE_CHAKRA)
    return weft_file_digest (path, cancellable, error);
  prefix = weft_chakra_plain_prefix (path);
  return digest_files (prefix, cancellable, error);
}

WeftSimTrace *
weft_sim_file_load_again (const char *path, const char *digest, GCancellable *cancellable, GError **error)
{
  g_autofree char *found = digest != NULL ? weft_sim_file_digest (path, cancellable, error) : NULL;

  if (digest != NULL && found == NULL)
    return NULL;
  if (digest == NULL || g_str_equal (found, digest))
    return weft_sim_file_load (path, NULL, cancellable, error);
  refuse (path, error, _("this is not the trace that was simulated: found SHA-256 %.12s…, recorded %.12s…; put the old "
                         "file back, or simulate the new one"), found, digest);
  return NULL;
}
