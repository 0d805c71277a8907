/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of policies: what was written is read, and whatever is not exactly that is refused and says why. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/weft-file.h"
#include "search/tgrl/weft-policy.h"

#define SEED G_GUINT64_CONSTANT (18446744073709551615)

static char *folder, *path;

static WeftPolicy *
new_policy (void)
{
  WeftPolicyRecipe recipe = {
    .space = "s", .seed = SEED, .n_updates = 5, .n_episodes = 4, .n_steps = 16, .lambda = 1.5,
  };

  return weft_policy_new (&recipe);
}

static GString *
written (const WeftPolicy *policy)
{
  g_autoptr (GError) error = NULL;
  gsize length;
  g_autofree char *bytes = NULL;

  g_assert_true (weft_policy_save (policy, path, &error));
  bytes = weft_file_read (path, WEFT_FILE_MAX_BYTES, &length, &error);
  g_assert_no_error (error);
  return g_string_new_len (bytes, length);
}

/* The digest of what the file has become, so that it is not what is refused. */
static void
sign (GString *file)
{
  g_autofree char *digest = NULL;

  g_string_truncate (file, file->len - 65);
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) file->str, file->len);
  g_string_append (file, digest);
  g_string_append_c (file, '\n');
}

static void
assert_refused (const GString *file, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPolicy) policy = NULL;

  g_assert_true (weft_file_save (path, file->str, file->len, FALSE, &error));
  policy = weft_policy_load (path, &error);
  g_assert_null (policy);
  g_assert_nonnull (error);
  if (!g_str_has_prefix (error->message, path) || strstr (error->message, words) == NULL)
    g_error ("found “%s”, expected “%s” in it", error->message, words);
}

/* Puts @to for @from in the header. */
static void
assert_header_refused (const char *from, const char *to, const char *words)
{
  g_autoptr (WeftPolicy) policy = new_policy ();
  g_autoptr (GString) file = written (policy);
  const char *found = strstr (file->str, from);
  gsize at = found != NULL ? (gsize) (found - file->str) : file->len;

  g_assert_nonnull (found);
  g_string_erase (file, at, strlen (from));
  g_string_insert_len (file, at, to, strlen (to));
  sign (file);
  assert_refused (file, words);
}

static void
test_round (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPolicy) policy = new_policy ();
  g_autoptr (GString) file = written (policy);
  g_autoptr (WeftPolicy) read = weft_policy_load (path, &error);
  g_autoptr (GString) again = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (read->recipe.space, ==, "s");
  g_assert_true (read->recipe.seed == SEED);
  g_assert_cmpfloat (read->recipe.lambda, ==, 1.5);
  g_assert_null (read->mean);
  g_assert_cmpmem (read->parameter, read->n_parameters * sizeof (float), policy->parameter,
                   policy->n_parameters * sizeof (float));
  again = written (read);
  g_assert_cmpmem (file->str, file->len, again->str, again->len);
}

static void
test_header (void)
{
  assert_header_refused ("weft-policy/1", "weft-policy/2", "expected “weft-policy/1” in the first line");
  assert_header_refused ("[\"input\",16,32]", "[\"input\",15,32]", "[\"input\",15,32]");
  assert_header_refused ("\"sets\":1", "\"sets\":2", "found 2 sets of weights, expected 1 or 3");
  assert_header_refused ("\"sets\":1", "\"sets\":3", "bytes, expected");
  assert_header_refused ("\"steps\":16", "\"steps\":0", "/recipe/steps");
  assert_header_refused ("\"lambda\":1.5", "\"lambda\":\"x\"", "/recipe/lambda");
  assert_header_refused ("18446744073709551615", "18446744073709551616", "/recipe/seed");
  assert_header_refused ("\"done\"", "\"dine\"", "dine");
}

static void
test_weights (void)
{
  static const guint8 nan[] = { 0, 0, 0xc0, 0x7f }, infinity[] = { 0, 0, 0x80, 0x7f };
  g_autoptr (WeftPolicy) policy = new_policy ();
  g_autoptr (GString) file = written (policy);
  gsize first = file->len - 65 - policy->n_parameters * sizeof (float);

  file->str[file->len - 100] ^= 1;
  assert_refused (file, "the file was changed");
  file->str[file->len - 100] ^= 1;
  memcpy (file->str + first + 4 * 7, nan, sizeof nan);
  sign (file);
  assert_refused (file, "weight 7 of set 0 is NaN, expected a finite number");
  memcpy (file->str + first + 4 * 7, infinity, sizeof infinity);
  sign (file);
  assert_refused (file, "weight 7 of set 0 is infinite, expected a finite number");
}

static void
test_truncated (void)
{
  g_autoptr (WeftPolicy) policy = new_policy ();
  g_autoptr (GString) file = written (policy);
  g_autoptr (GString) longer = g_string_new_len (file->str, file->len);
  gsize header = strchr (file->str + 14, '\n') - file->str;

  g_string_append_c (longer, '\n');
  assert_refused (longer, "bytes, expected");
  for (gsize cut = 1; file->len > 0; cut *= 2)
    {
      g_string_truncate (file, file->len - MIN (cut, (file->len + 1) / 2));
      assert_refused (file, file->len < 14          ? "this is no policy"
                            : file->len < header + 1 ? "ends within its second line"
                                                     : "bytes, expected");
    }
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("weft-policy-XXXXXX", NULL);
  path = g_build_filename (folder, "p", NULL);
  g_test_add_func ("/policy-file/round", test_round);
  g_test_add_func ("/policy-file/header", test_header);
  g_test_add_func ("/policy-file/weights", test_weights);
  g_test_add_func ("/policy-file/truncated", test_truncated);
  result = g_test_run ();
  g_remove (path);
  g_rmdir (folder);
  g_free (path);
  g_free (folder);
  return result;
}
