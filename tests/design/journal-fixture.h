/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of journals share: a folder of their own, designs that change at random, and looking
 * for what was left. */
#pragma once

#include <sys/stat.h>

#include "design-fixture.h"
#include "design/weft-history.h"
#include "design/weft-recovery.h"

static inline char *
fixture_journals (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("weft-journal-XXXXXX", &error);

  g_assert_no_error (error);
  return g_build_filename (folder, "recovery", NULL);
}

static inline void
fixture_empty (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_remove (path) != 0)
        fixture_empty (path);
    }
  g_rmdir (folder);
}

static inline void
fixture_remove_journals (char *folder)
{
  g_autofree char *above = g_path_get_dirname (folder);

  fixture_empty (above);
  g_free (folder);
}

/* How many files of the folder are called like a journal. */
static inline guint
fixture_count_journals (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, ".jsonl");
  return n;
}

static inline void
fixture_do_set (WeftHistory *history,
                const char  *path,
                JsonNode    *value,
                gboolean     continues)
{
  WeftEdit *edit = weft_edit_set (weft_history_get_design (history), path, value, continues, NULL);

  if (edit != NULL)
    weft_history_do (history, edit);
}

static inline JsonNode *
fixture_text (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

static inline JsonNode *
fixture_number (double value)
{
  return json_node_init_double (json_node_alloc (), value);
}

/* Members in another order each time. */
static inline JsonNode *
fixture_workload (GRand *rand)
{
  static const char *const names[] = { "training", "serving", "stencil", "hpcg", "fft", "coupled" };
  JsonObject *weights = json_object_new ();
  JsonObject *workload = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  for (guint i = 0; i < 4; i++)
    json_object_set_double_member (weights, names[g_rand_int_range (rand, 0, 6)],
                                   g_rand_int_range (rand, 0, 9) / 8.0);
  if (g_rand_boolean (rand))
    json_object_set_string_member (workload, "profile", "mixed-ai-hpc");
  json_object_set_object_member (workload, "weights", weights);
  json_node_take_object (node, workload);
  return node;
}

static inline void
fixture_edit_partition (WeftHistory *history,
                        GRand       *rand,
                        guint        n)
{
  static const char *const members[] = { "name", "chip", "role", "scaleup", "scaleout" };
  static const char *const values[] = { "general", "decode", "B200", "H100", "Größe \"1\"\n" };
  guint at = (guint) g_rand_int_range (rand, 0, (int) n);
  const char *member = members[g_rand_int_range (rand, 0, 5)];
  g_autofree char *path = g_strdup_printf ("/partitions/%u/%s", at, member);
  g_autofree char *share = g_strdup_printf ("/partitions/%u/power_frac", at);

  if (g_rand_boolean (rand))
    fixture_do_set (history, share, fixture_number (g_rand_int_range (rand, 0, 100) / 100.0),
                    g_rand_boolean (rand));
  else
    fixture_do_set (history, path, fixture_text (values[g_rand_int_range (rand, 0, 5)]), FALSE);
}

/* One thing that a person may do. */
static inline void
fixture_edit (WeftHistory *history,
              GRand       *rand)
{
  g_autoptr (WeftPartition) partition =
    weft_partition_new ("B200", "general", g_rand_int_range (rand, 1, 9) / 10.0, "NVLink5", "IB-XDR");
  g_autofree char *text = g_strdup_printf ("text %d\n\t“é”", g_rand_int_range (rand, 0, 1000));
  guint n = weft_design_get_n_partitions (weft_history_get_design (history));

  switch (g_rand_int_range (rand, 0, 14))
    {
    case 0:
      fixture_do_set (history, "/name", fixture_text (text), g_rand_boolean (rand));
      break;
    case 1:
      fixture_do_set (history, "/notes", fixture_text (g_rand_boolean (rand) ? text : ""), FALSE);
      break;
    case 2:
      fixture_do_set (history, "/facility/power_w", fixture_number (g_rand_int_range (rand, 1, 99)),
                      FALSE);
      break;
    case 3:
      fixture_do_set (history, "/facility/cost_usd",
                      fixture_number (g_rand_double_range (rand, 0, 1e9)), FALSE);
      break;
    case 4:
      fixture_do_set (history, "/workload",
                      g_rand_boolean (rand) ? fixture_workload (rand)
                                            : json_node_new (JSON_NODE_NULL),
                      FALSE);
      break;
    case 5:
    case 6:
      weft_history_do (history, weft_edit_add_partition (partition,
                                                         g_rand_int_range (rand, 0, (int) n + 1)));
      break;
    case 7:
      if (n > 0)
        weft_history_do (history, weft_edit_remove_partition (g_rand_int_range (rand, 0, (int) n)));
      break;
    case 8:
      if (n > 0)
        weft_history_do (history, weft_edit_move_partition (g_rand_int_range (rand, 0, (int) n),
                                                            g_rand_int_range (rand, 0, (int) n)));
      break;
    case 9:
    case 10:
      weft_history_undo (history);
      break;
    case 11:
      weft_history_redo (history);
      break;
    default:
      if (n > 0)
        fixture_edit_partition (history, rand, n);
    }
}

/* (transfer full): the one design that is found; it fails when there is another number. */
static inline WeftRecovery *
fixture_find_one (const char *folder)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) found = weft_recovery_scan (folder, problems);

  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_cmpuint (found->len, ==, 1);
  return g_object_ref (found->pdata[0]);
}
