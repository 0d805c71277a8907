/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a path is: a trace of Weft's own, a Chakra trace by prefix or file, a workload text, or none of them. */

#include "file-fixture.h"
#include "interop/weft-astra.h"
#include "interop/weft-sim-file.h"

#define TEXT "MICRO\n1\nm -1 1 NONE 0 1 NONE 0 1 ALLREDUCE 4096 1\n"
#define TRACE "{\n'format':'weft-trace/1',\n'workload':'w'}"

/* A record of the length 123 begins with what is a brace elsewhere. */
static void
write_bytes (const Folder *folder, const char *name, const char *bytes, gsize length)
{
  g_autofree char *path = folder_path (folder, name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, bytes, (gssize) length, &error);
  g_assert_no_error (error);
}

static void
expect (const Folder *folder, const char *name, WeftSimFileKind kind)
{
  g_autofree char *path = folder_path (folder, name);

  g_assert_cmpint (weft_sim_file_kind (path), ==, kind);
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    WeftSimFileKind kind;
  } cases[] = {
    { "a", TRACE, WEFT_SIM_FILE_TRACE },
    { "b", "\xef\xbb\xbf  { 'workload': 'w', 'format' : 'weft-trace/1' }", WEFT_SIM_FILE_TRACE },
    { "c", "{'format':'weft-workload/1'}", WEFT_SIM_FILE_UNKNOWN },
    { "d", "{'format':3}", WEFT_SIM_FILE_UNKNOWN },
    { "e", "{'format'", WEFT_SIM_FILE_UNKNOWN },
    { "f", "{}", WEFT_SIM_FILE_UNKNOWN },
    { "g", TEXT, WEFT_SIM_FILE_TEXT },
    { "h", "\xef\xbb\xbf" "DATA\n", WEFT_SIM_FILE_TEXT },
    { "i", "HYBRID_TRANSFORMER_FWD_IN_BCKWD\tmodel_parallel_NPU_group: 8\n", WEFT_SIM_FILE_TEXT },
    { "j", "HYBRID_CUSTOMIZED\n", WEFT_SIM_FILE_TEXT },
    { "k", "DATABASE\n", WEFT_SIM_FILE_UNKNOWN },
    { "l", "DATA", WEFT_SIM_FILE_UNKNOWN },
    { "m", "", WEFT_SIM_FILE_UNKNOWN },
    { "n.0.et", "words", WEFT_SIM_FILE_UNKNOWN },
  };
  g_auto (Folder) folder = folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = folder_write (&folder, cases[i].name, cases[i].text);

      g_assert_cmpint (weft_sim_file_kind (path), ==, cases[i].kind);
    }
  expect (&folder, "absent", WEFT_SIM_FILE_UNKNOWN);
  g_assert_cmpint (weft_sim_file_kind (folder.path), ==, WEFT_SIM_FILE_UNKNOWN);
}

static void
test_chakra (void)
{
  char long_record[124] = { 123, 0x0a, 121 }; /* a version of 121 letters */
  g_auto (Folder) folder = folder_new ();

  memset (long_record + 3, 'v', 121);
  write_bytes (&folder, "x.0.et", "\0", 1);
  write_bytes (&folder, "x.12.et", "\7\x0a\5" "0.0.4", 8);
  write_bytes (&folder, "y.0.et", long_record, sizeof long_record);
  write_bytes (&folder, "z.et", "\0", 1);
  write_bytes (&folder, ".0.et", "\0", 1);
  expect (&folder, "x", WEFT_SIM_FILE_CHAKRA);
  expect (&folder, "x.0.et", WEFT_SIM_FILE_CHAKRA);
  expect (&folder, "x.12.et", WEFT_SIM_FILE_CHAKRA);
  expect (&folder, "y.0.et", WEFT_SIM_FILE_CHAKRA);
  expect (&folder, "z.et", WEFT_SIM_FILE_UNKNOWN);
  expect (&folder, "z", WEFT_SIM_FILE_UNKNOWN);
}

/* --- loading --- */

static WeftSimTrace *
load (Folder *folder, const char *name)
{
  g_autofree char *path = folder_path (folder, name);
  WeftSimTrace *trace = weft_sim_file_load (path, NULL, NULL, &folder->error);

  g_assert_true ((trace == NULL) == (folder->error != NULL));
  return trace;
}

static void
test_load (void)
{
  g_autofree char *prefix = g_test_build_filename (G_TEST_DIST, "interop", "data", "chakra", "xf_tiny", NULL);
  g_autofree char *file = g_strconcat (prefix, ".2.et", NULL);
  g_auto (Folder) folder = folder_new ();
  g_auto (WeftChakraOptions) chakra = { 0 };
  g_autofree char *groups = folder_write (&folder, "groups.json", "{'1': [0, 1], '2': [2, 3]}");
  g_autofree char *path = folder_write (&folder, "w.txt",
                                        "HYBRID_TRANSFORMER model_parallel_NPU_group: 2 all_gpus: 4\n1\n"
                                        "a -1 1 ALLREDUCE 4 1 NONE 0 1 NONE 0 0\n");
  g_autoptr (WeftSimTrace) text = load (&folder, "w.txt");
  g_autoptr (WeftSimTrace) all = NULL;
  g_autoptr (WeftSimTrace) by_file = NULL;

  g_assert_no_error (folder.error);
  g_assert_cmpuint (text->n_ranks, ==, 4);
  g_assert_true (weft_astra_groups_read (groups, &chakra, NULL));
  all = weft_sim_file_load (prefix, &chakra, NULL, &folder.error);
  g_assert_no_error (folder.error);
  by_file = weft_sim_file_load (file, &chakra, NULL, &folder.error);
  g_assert_no_error (folder.error);
  g_assert_cmpuint (all->n_ranks, ==, 4);
  g_assert_cmpuint (all->n_tasks, ==, by_file->n_tasks);
  g_assert_cmpuint (by_file->n_ranks, ==, 4);
}

/* What is no trace is told what it is, in one sentence. */
static void
test_refused (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    const char *words;
  } cases[] = {
    { "a.json", "{'format':'weft-workload/1'}", "this is a workload (Task graph), not a trace" },
    { "b.stg", "1\n0 0 0\n1 5 1 0\n2 0 1 1\n", "this is a workload (Standard Task Graph), not a trace" },
    { "c.json", "{'partitions': []}", "this is none of the traces that are read" },
    { "d", "", "the file is empty" },
    { "e.et", "words", "those are called NAME.RANK.et" },
    { "f.0.et", "words", "begin with a record" },
    { "g.txt", "MICRO\n1\nm -1 1 NONE 0 1 NONE 0 1 ALLREDUCE 4096 1\n", "does not say how many ranks there are" },
  };
  g_auto (Folder) folder = folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = folder_write (&folder, cases[i].name, cases[i].text);

      g_assert_null (load (&folder, cases[i].name));
      folder_expect_error (&folder, -1, cases[i].words);
    }
  g_assert_null (load (&folder, "absent"));
  folder_expect_error (&folder, WEFT_SIM_ERROR_UNSUPPORTED, "there is no such file");
  g_assert_null (weft_sim_file_load (folder.path, NULL, NULL, &folder.error));
  folder_expect_error (&folder, WEFT_SIM_ERROR_UNSUPPORTED, "this is a folder");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-file/kinds", test_kinds);
  g_test_add_func ("/sim-file/chakra", test_chakra);
  g_test_add_func ("/sim-file/load", test_load);
  g_test_add_func ("/sim-file/refused", test_refused);
  return g_test_run ();
}
