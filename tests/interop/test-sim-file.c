/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a path is: a trace of Weft's own, a Chakra trace by prefix or file, a workload text, or none of them. */

#include "file-fixture.h"
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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-file/kinds", test_kinds);
  g_test_add_func ("/sim-file/chakra", test_chakra);
  return g_test_run ();
}
