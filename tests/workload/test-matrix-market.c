/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix Market files: what each banner means, what is refused with which words, gzip, and mutations of good files.
 * WEFT_TEST_FUZZ_ROUNDS makes the last one longer. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/weft-random.h"
#include "workload/weft-matrix-market.h"
#include "workload/weft-task-graph.h"

static WeftMatrixMarket *
read_bytes (const char *text, gsize length, GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, length, NULL);

  return weft_matrix_market_read_stream (stream, "m.mtx", NULL, error);
}

static WeftMatrixMarket *
read_good (const char *text)
{
  g_autoptr (GError) error = NULL;
  WeftMatrixMarket *matrix = read_bytes (text, strlen (text), &error);

  g_assert_no_error (error);
  return matrix;
}

/* "0,1;;2": the columns of each row. */
static char *
show_pattern (const WeftSparsePattern *pattern)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < pattern->n_rows; i++)
    {
      g_string_append (text, i > 0 ? ";" : "");
      for (gsize e = pattern->first[i]; e < pattern->first[i + 1]; e++)
        g_string_append_printf (text, "%s%u", e > pattern->first[i] ? "," : "", pattern->col[e]);
    }
  return g_string_free (text, FALSE);
}

typedef struct
{
  const char *text;
  const char *pattern;
  guint n_stated;
  guint n_twice;
} Good;

static const Good good[] = {
  { "%%MatrixMarket matrix coordinate real general\n% words\n\n2 3 3\n1 1 1.5\n2 3 -2e-3\n1 2 .5\n", "0,1;2", 3, 0 },
  { "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n1 1 4\n2 1 -1\n3 2 -1\n", "0,1;0,2;1", 3, 0 },
  { "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 4 0\n2 1 1 -1d+2\n", "0,1;0", 2, 0 },
  { "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n", "1;0", 2, 0 },
  { "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n1 2\n", "1;0", 1, 0 },
  { "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n3 1 7\n", "2;;0", 1, 0 },
  { "%%matrixmarket MATRIX Coordinate DOUBLE General\r\n2 2 1\r\n 2\t2   NaN \r\n", ";1", 1, 0 },
  { "%%MatrixMarket matrix coordinate real general\n2 2 4\n2 2 1\n1 1 1\n2 2 3\n2 2 1\n", "0;1", 4, 2 },
  { "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 1\n1 2 1\n", "1;0", 2, 1 },
  { "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n2 2 1\n2 1 1\n2 2 1\n", "1;0,1", 3, 1 },
  { "%%MatrixMarket matrix coordinate real general\n2 2 0\n", ";", 0, 0 },
  { "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1", "0;", 1, 0 },
  { "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 -Infinity\n\n% the end\n", "0;", 1, 0 },
  { "%%MatrixMarket matrix array real general\n2 3\n1\n0\n2\n3\n4\n5\n", "0,1,2;0,1,2", 6, 0 },
  { "%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 1\n3 0\n", "0,1;0,1", 3, 0 },
  { "%%MatrixMarket matrix array real skew-symmetric\n2 2\n5\n", "1;0", 1, 0 },
};

static void
test_good (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (WeftMatrixMarket) matrix = read_good (good[i].text);
      g_autofree char *pattern = show_pattern (matrix->pattern);

      g_assert_cmpstr (pattern, ==, good[i].pattern);
      g_assert_cmpuint (matrix->n_stated, ==, good[i].n_stated);
      g_assert_cmpuint (matrix->n_twice, ==, good[i].n_twice);
    }
}

typedef struct
{
  const char *text;
  int code;
  const char *words;
} Bad;

#define REAL "%%MatrixMarket matrix coordinate real general\n"

static const Bad bad[] = {
  { "", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx: the file is empty" },
  { "\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:1: found \"\", expected “%%MatrixMarket" },
  { "1 1 1\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:1: found \"1 1 1\"" },
  { "%MatrixMarket matrix coordinate real general\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:1: found" },
  { "%%MatrixMarketmatrix coordinate real general\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:1: found" },
  { "%%MatrixMarket\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:1: found" },
  { "%%MatrixMarket vector coordinate real general\n", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "\"vector\"" },
  { "%%MatrixMarket matrix graph real general\n", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "“coordinate” or “array”" },
  { "%%MatrixMarket matrix coordinate quaternion general\n", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "\"quaternion\"" },
  { "%%MatrixMarket matrix coordinate real\n", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "found \"\", expected “general”" },
  { "%%MatrixMarket matrix coordinate real triangular\n", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "\"triangular\"" },
  { "%%MatrixMarket matrix coordinate real general x\n", WEFT_WORKLOAD_ERROR_INVALID, "the end of the line" },
  { "%%MatrixMarket matrix coordinate real hermitian\n", WEFT_WORKLOAD_ERROR_INVALID, "real matrix that is hermitian" },
  { "%%MatrixMarket matrix coordinate pattern skew-symmetric\n", WEFT_WORKLOAD_ERROR_INVALID, "skew-symmetric" },
  { "%%MatrixMarket matrix array pattern general\n", WEFT_WORKLOAD_ERROR_INVALID, "array of a pattern" },
  { REAL "% only this\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:2: found the end of the file" },
  { REAL "3 3\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:2: found \"3 3\"" },
  { REAL "3 3 1 1\n", WEFT_WORKLOAD_ERROR_INVALID, "rows, columns and entries" },
  { REAL "3 -3 1\n", WEFT_WORKLOAD_ERROR_INVALID, "\"3 -3 1\"" },
  { REAL "3 3 1.0\n", WEFT_WORKLOAD_ERROR_INVALID, "\"3 3 1.0\"" },
  { REAL "0 0 0\n", WEFT_WORKLOAD_ERROR_INVALID, "0 × 0" },
  { REAL "32000001 5 0\n", WEFT_WORKLOAD_ERROR_LIMIT, "32000001 × 5, expected at most 32000000" },
  { REAL "99999999999999999999999 5 0\n", WEFT_WORKLOAD_ERROR_LIMIT, "18446744073709551615 × 5" },
  { REAL "3 3 10\n", WEFT_WORKLOAD_ERROR_INVALID, "found 10 entries stated, more than a matrix of 3 × 3" },
  { REAL "100000 100000 500000001\n", WEFT_WORKLOAD_ERROR_LIMIT, "expected at most 500000000" },
  { "%%MatrixMarket matrix coordinate real symmetric\n3 4 1\n", WEFT_WORKLOAD_ERROR_INVALID, "matrix of 3 × 4" },
  { "%%MatrixMarket matrix array real general\n5000 1\n", WEFT_WORKLOAD_ERROR_LIMIT, "array of 5000 × 1" },
  { "%%MatrixMarket matrix array real general\n1 1 1\n", WEFT_WORKLOAD_ERROR_INVALID, "rows and columns" },
  { "%%MatrixMarket matrix array complex general\n1 1\n1\n", WEFT_WORKLOAD_ERROR_INVALID, "the 2 numbers" },
  { "%%MatrixMarket matrix array real general\n2 1\n1\n", WEFT_WORKLOAD_ERROR_INVALID, "after 1 entries, expected 2" },
  { REAL "3 3 2\n1 1 1\n4 2 1\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:4: found row 4, expected 1 to 3, as line 2" },
  { REAL "3 5 2\n1 1 1\n3 6 1\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:4: found column 6, expected 1 to 5" },
  { REAL "3 3 1\n0 1 1\n", WEFT_WORKLOAD_ERROR_INVALID, "found row 0, expected 1 to 3" },
  { REAL "3 3 1\n-1 1 1\n", WEFT_WORKLOAD_ERROR_INVALID, "found \"-1 1 1\"" },
  { REAL "3 3 1\n1 1\n", WEFT_WORKLOAD_ERROR_INVALID, "and 1 more numbers of an entry of a real matrix" },
  { REAL "3 3 1\n1 1 1 1\n", WEFT_WORKLOAD_ERROR_INVALID, "found \"1 1 1 1\"" },
  { REAL "3 3 1\n1 1 x\n", WEFT_WORKLOAD_ERROR_INVALID, "found \"1 1 x\"" },
  { REAL "3 3 1\n1 1 .\n", WEFT_WORKLOAD_ERROR_INVALID, "found \"1 1 .\"" },
  { REAL "3 3 1\n1 1 1e\n", WEFT_WORKLOAD_ERROR_INVALID, "found \"1 1 1e\"" },
  { REAL "3 3 1\n1.0 1 1\n", WEFT_WORKLOAD_ERROR_INVALID, "found \"1.0 1 1\"" },
  { "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 1 1\n", WEFT_WORKLOAD_ERROR_INVALID, "0 more numbers" },
  { REAL "3 3 3\n1 1 1\n2 2 1\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:4: found the end of the file after 2 entries" },
  { REAL "3 3 1\n1 1 1\n2 2 1\n", WEFT_WORKLOAD_ERROR_INVALID, "m.mtx:4: found one entry more than the 1 that line 2" },
  { "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 1\n", WEFT_WORKLOAD_ERROR_INVALID, "diagonal" },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      WeftMatrixMarket *matrix = read_bytes (bad[i].text, strlen (bad[i].text), &error);

      g_assert_null (matrix);
      g_assert_error (error, WEFT_WORKLOAD_ERROR, bad[i].code);
      if (strstr (error->message, bad[i].words) == NULL)
        g_error ("“%s” does not say “%s”", error->message, bad[i].words);
    }
}

/* What no text editor writes: zero bytes, lines without end, the head of a tar archive. */
static void
test_bytes (void)
{
  static const char zero[] = REAL "3 3 1\n1 1 1\0" "9\n";
  g_autofree char *endless = g_strnfill (1024 * 1024, '%');
  g_autofree char *tar = g_malloc0 (512);
  g_autoptr (GError) error = NULL;

  g_assert_null (read_bytes (zero, sizeof zero - 1, &error));
  g_assert_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (read_bytes (endless, strlen (endless), &error));
  g_assert_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT);
  g_clear_error (&error);
  strcpy (tar, "ecology1/ecology1.mtx");
  memcpy (tar + 257, "ustar", 5);
  g_assert_null (read_bytes (tar, 512, &error));
  g_assert_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "tar archive"));
}

/* --- files --- */

/* Longer than the buffer, so that lines are cut by its end. (transfer full) */
static char *
write_long (guint n)
{
  GString *text = g_string_new (REAL);

  g_string_append_printf (text, "%u %u %u\n", n, n, n);
  for (guint i = 1; i <= n; i++)
    g_string_append_printf (text, "%u %u %u.25\n", i, n + 1 - i, i);
  return g_string_free (text, FALSE);
}

static GBytes *
compress (const char *text)
{
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GInputStream) plain = g_memory_input_stream_new_from_data (text, strlen (text), NULL);
  g_autoptr (GInputStream) packed = g_converter_input_stream_new (plain, G_CONVERTER (gzip));
  g_autoptr (GOutputStream) bytes = g_memory_output_stream_new_resizable ();

  g_output_stream_splice (bytes, packed, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (bytes));
}

static void
assert_long (WeftMatrixMarket *matrix, guint n)
{
  g_assert_cmpuint (weft_sparse_pattern_n_entries (matrix->pattern), ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (matrix->pattern->col[i], ==, n - 1 - i);
}

static void
test_long (void)
{
  g_autofree char *text = write_long (100000);
  g_autoptr (WeftMatrixMarket) matrix = read_good (text);

  g_assert_cmpuint (strlen (text), >, 1000000);
  assert_long (matrix, 100000);
}

static void
test_gzip (void)
{
  g_autofree char *text = write_long (50000);
  g_autoptr (GBytes) packed = compress (text);
  g_autofree char *folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.mtx.gz", NULL);
  g_autoptr (WeftMatrixMarket) matrix = NULL;
  g_autoptr (GError) error = NULL;
  gsize size = g_bytes_get_size (packed);

  g_assert_true (g_file_set_contents (path, g_bytes_get_data (packed, NULL), size, NULL));
  matrix = weft_matrix_market_read (path, NULL, &error);
  g_assert_no_error (error);
  assert_long (matrix, 50000);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (packed, NULL), size / 2, NULL));
  g_assert_null (weft_matrix_market_read (path, NULL, &error));
  g_assert_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_FILE);
  g_clear_error (&error);
  g_remove (path);

  g_assert_null (weft_matrix_market_read (path, NULL, &error));
  g_assert_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (weft_matrix_market_read (folder, NULL, &error));
  g_assert_nonnull (strstr (error->message, "found a folder"));
  g_rmdir (folder);
}

/* Block-wise packers write many members, some of them empty; what comes after the last one and is none is not read. */
static void
test_members (void)
{
  g_autofree char *text = write_long (50000);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize length = strlen (text);

  for (gsize at = 0; at < length; at += length / 100)
    {
      g_autofree char *part = g_strndup (text + at, length / 100);
      g_autoptr (GBytes) packed = compress (part);
      g_autoptr (GBytes) nothing = compress ("");

      g_byte_array_append (bytes, g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));
      g_byte_array_append (bytes, g_bytes_get_data (nothing, NULL), g_bytes_get_size (nothing));
    }
  for (guint n_zeros = 0; n_zeros < 4; n_zeros++)
    {
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes->data, bytes->len, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftMatrixMarket) matrix = weft_matrix_market_read_stream (stream, "m.mtx.gz", NULL, &error);

      g_assert_no_error (error);
      assert_long (matrix, 50000);
      g_byte_array_append (bytes, (const guint8 *) "", 1);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (REAL, strlen (REAL), NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (weft_matrix_market_read_stream (stream, "m.mtx", cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_adjacency (void)
{
  g_autoptr (WeftMatrixMarket) matrix = read_good (REAL "4 4 5\n1 1 1\n1 3 1\n3 1 1\n4 2 1\n2 1 1\n");
  g_autoptr (WeftSparsePattern) adjacency = weft_sparse_pattern_new_adjacency (matrix->pattern);
  g_autofree char *shown = show_pattern (adjacency);

  g_assert_cmpstr (shown, ==, "1,2;0,3;0;1");
}

/* --- mutations --- */

static const char *const pieces[] = {
  "0", "-1", "99999999999999999999", "4294967296", "4294967297", "32000000", "1e308", "nan", "\n", "\n\n", " ", "%",
  "%%MatrixMarket", "symmetric", "hermitian", "pattern", "array", "complex", "skew-symmetric", "\r", "\xff\xfe", "\t3",
};

static void
mutate (GString *text, WeftRandom *random)
{
  gsize at = weft_random_below (random, text->len + 1);
  gsize length = weft_random_below (random, 12);

  length = MIN (length, text->len - at);
  switch (weft_random_below (random, 5))
    {
    case 0:
      g_string_insert (text, at, pieces[weft_random_below (random, G_N_ELEMENTS (pieces))]);
      break;
    case 1:
      g_string_erase (text, at, length);
      break;
    case 2:
      g_string_truncate (text, at);
      break;
    case 3:
      {
        g_autofree char *copy = g_strndup (text->str + at, length);

        g_string_insert (text, weft_random_below (random, text->len + 1), copy);
        break;
      }
    case 4:
    default:
      if (at < text->len)
        text->str[at] = weft_random_below (random, 256);
      break;
    }
}

static void
check_pattern (const WeftMatrixMarket *matrix)
{
  const WeftSparsePattern *pattern = matrix->pattern;

  g_assert_cmpuint (pattern->first[0], ==, 0);
  for (guint32 i = 0; i < pattern->n_rows; i++)
    for (gsize e = pattern->first[i]; e < pattern->first[i + 1]; e++)
      {
        g_assert_cmpuint (pattern->col[e], <, pattern->n_cols);
        g_assert_true (e == pattern->first[i] || pattern->col[e - 1] < pattern->col[e]);
      }
  g_assert_cmpuint (weft_sparse_pattern_n_entries (pattern), <=, 2 * matrix->n_stated);
}

static void
test_mutations (void)
{
  const char *rounds = g_getenv ("WEFT_TEST_FUZZ_ROUNDS");
  guint n_rounds = rounds != NULL ? atoi (rounds) : 100000;
  guint n_read = 0;
  WeftRandom random;

  weft_random_init (&random, 6, 0);
  for (guint i = 0; i < n_rounds; i++)
    {
      g_autoptr (GString) text = g_string_new (good[weft_random_below (&random, G_N_ELEMENTS (good))].text);
      g_autoptr (WeftMatrixMarket) matrix = NULL;
      g_autoptr (GError) error = NULL;

      for (guint m = weft_random_below (&random, 4); m < 4; m++)
        mutate (text, &random);
      matrix = read_bytes (text->str, text->len, &error);
      g_assert_true ((matrix != NULL) == (error == NULL));
      if (matrix == NULL)
        continue;
      check_pattern (matrix);
      n_read++;
    }
  g_assert_cmpuint (n_read, >, 0);
  g_assert_cmpuint (n_read, <, n_rounds);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matrix-market/good", test_good);
  g_test_add_func ("/matrix-market/bad", test_bad);
  g_test_add_func ("/matrix-market/bytes", test_bytes);
  g_test_add_func ("/matrix-market/long", test_long);
  g_test_add_func ("/matrix-market/gzip", test_gzip);
  g_test_add_func ("/matrix-market/members", test_members);
  g_test_add_func ("/matrix-market/cancelled", test_cancelled);
  g_test_add_func ("/matrix-market/adjacency", test_adjacency);
  g_test_add_func ("/matrix-market/mutations", test_mutations);
  return g_test_run ();
}
