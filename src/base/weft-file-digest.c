/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read piece by piece: a file may be larger than memory. */
#include "base/weft-file-digest.h"

#define PIECE_BYTES 262144

static char *
blame (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_prefix_error (error, "%s: ", name);
  return NULL;
}

/**
 * weft_file_digest:
 * @path: a regular file
 * @cancellable: (nullable): looked at between pieces
 * @error: return location for a #GIOError
 *
 * Returns: (transfer full) (nullable): SHA-256 of its bytes in lower-case hexadecimal
 */
char *
weft_file_digest (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guchar *piece = g_malloc (PIECE_BYTES);
  gssize n;

  /* The opening of a pipe would wait for somebody to write into it. */
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_set_error_literal (error, G_IO_ERROR,
                           g_file_test (path, G_FILE_TEST_EXISTS) ? G_IO_ERROR_NOT_REGULAR_FILE
                                                                  : G_IO_ERROR_NOT_FOUND,
                           g_file_test (path, G_FILE_TEST_EXISTS) ? "expected a file that holds bytes"
                                                                  : "the file is not there");
      return blame (path, error);
    }
  stream = g_file_read (file, cancellable, error);
  if (stream == NULL)
    return blame (path, error);
  while ((n = g_input_stream_read (G_INPUT_STREAM (stream), piece, PIECE_BYTES, cancellable, error)) > 0)
    g_checksum_update (sum, piece, n);
  return n == 0 ? g_strdup (g_checksum_get_string (sum)) : blame (path, error);
}
