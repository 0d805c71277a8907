/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits, undo and redo: every way back ends at the same bytes. */
#include <math.h>
#include <string.h>

#include "design/weft-edit.h"
#include "design/weft-history.h"
#include "design-fixture.h"

static JsonNode *
text_node (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

static JsonNode *
number_node (double value)
{
  return json_node_init_double (json_node_alloc (), value);
}

static void
set (WeftHistory *history,
     const char  *path,
     JsonNode    *value,
     gboolean     continues)
{
  g_autoptr (GError) error = NULL;
  WeftEdit *edit;

  edit = weft_edit_set (weft_history_get_design (history), path, value, continues, &error);
  g_assert_no_error (error);
  weft_history_do (history, edit);
}

static WeftHistory *
open_text (const char *text)
{
  g_autoptr (WeftDesign) design = fixture_design (text);

  return weft_history_new (design);
}

static char *
bytes (WeftHistory *history)
{
  return weft_design_to_text (weft_history_get_design (history));
}

static void
assert_bytes (WeftHistory *history,
              const char  *expected)
{
  g_autofree char *text = bytes (history);

  g_assert_cmpstr (text, ==, expected);
}

static const char *
chip (WeftHistory *history,
      guint        index)
{
  return weft_partition_get_chip (weft_design_get_partition (weft_history_get_design (history),
                                                             index));
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_one_step (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);
  g_autofree char *before = bytes (history);
  g_autofree char *after = NULL;
  guint changed = 0;

  g_signal_connect_swapped (weft_history_get_design (history), "changed",
                            G_CALLBACK (count_cb), &changed);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_null (weft_history_get_undo_label (history));
  g_assert_false (weft_history_undo (history));
  g_assert_false (weft_history_redo (history));

  set (history, "/partitions/0/chip", text_node ("B300"), FALSE);
  after = bytes (history);
  g_assert_cmpuint (changed, ==, 1);
  g_assert_cmpstr (chip (history, 0), ==, "B300");
  g_assert_true (weft_history_get_modified (history));
  g_assert_cmpstr (weft_history_get_undo_label (history), ==,
                   "Undo Change Chip of Partition 1");
  g_assert_null (weft_history_get_redo_label (history));

  g_assert_true (weft_history_undo (history));
  g_assert_cmpuint (changed, ==, 2);
  assert_bytes (history, before);
  g_assert_false (weft_history_get_modified (history));
  g_assert_cmpstr (weft_history_get_redo_label (history), ==,
                   "Redo Change Chip of Partition 1");

  g_assert_true (weft_history_redo (history));
  g_assert_cmpuint (changed, ==, 3);
  assert_bytes (history, after);
}

static void
test_no_change (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);
  guint changed = 0;

  set (history, "/name", text_node ("x"), FALSE);
  weft_history_undo (history);
  g_signal_connect_swapped (weft_history_get_design (history), "changed",
                            G_CALLBACK (count_cb), &changed);

  set (history, "/name", text_node ("Iter33"), FALSE);
  set (history, "/partitions/0/power_frac", number_node (0.98), FALSE);
  set (history, "/notes", NULL, FALSE);
  set (history, "/facility/cost_usd", json_node_new (JSON_NODE_NULL), FALSE);
  weft_history_do (history, weft_edit_move_partition (1, 1));
  weft_history_do (history, weft_edit_move_partition (0, 2));
  weft_history_do (history, weft_edit_remove_partition (2));

  g_assert_cmpuint (changed, ==, 0);
  g_assert_false (weft_history_get_can_undo (history));
  /* What was undone can still be done again. */
  g_assert_true (weft_history_get_can_redo (history));
}

static void
test_merge (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);
  g_autofree char *before = bytes (history);

  /* A drag: one step. */
  set (history, "/partitions/0/power_frac", number_node (0.9), FALSE);
  set (history, "/partitions/0/power_frac", number_node (0.8), TRUE);
  set (history, "/partitions/0/power_frac", number_node (0.7), TRUE);
  g_assert_true (weft_history_undo (history));
  assert_bytes (history, before);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_true (weft_history_redo (history));
  g_assert_cmpfloat (weft_partition_get_power_frac (
                       weft_design_get_partition (weft_history_get_design (history), 0)),
                     ==, 0.7);

  /* After undo or redo, another path, a barrier, or without continues: a step of its own. */
  set (history, "/partitions/0/power_frac", number_node (0.6), TRUE);
  set (history, "/partitions/1/power_frac", number_node (0.1), TRUE);
  set (history, "/partitions/1/power_frac", number_node (0.2), FALSE);
  weft_history_barrier (history);
  set (history, "/partitions/1/power_frac", number_node (0.3), TRUE);
  for (guint i = 0; i < 5; i++)
    g_assert_true (weft_history_undo (history));
  g_assert_false (weft_history_undo (history));
  assert_bytes (history, before);
}

static void
test_merge_back (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);
  g_autofree char *before = bytes (history);

  /* A drag that ends where it began is no step. */
  set (history, "/name", text_node ("Iter3"), FALSE);
  set (history, "/name", text_node ("Iter33"), TRUE);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_false (weft_history_get_modified (history));
  assert_bytes (history, before);

  set (history, "/name", text_node ("Iter34"), TRUE);
  g_assert_true (weft_history_undo (history));
  assert_bytes (history, before);
}

static void
test_saved (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);

  set (history, "/name", text_node ("a"), FALSE);
  weft_history_mark_saved (history);
  g_assert_false (weft_history_get_modified (history));

  /* The saved point stays a point: typing on does not swallow it. */
  set (history, "/name", text_node ("ab"), TRUE);
  g_assert_true (weft_history_get_modified (history));
  weft_history_undo (history);
  g_assert_false (weft_history_get_modified (history));
  g_assert_cmpstr (weft_design_get_name (weft_history_get_design (history)), ==, "a");

  /* Before it, then another way: the saved point cannot be reached any more. */
  weft_history_undo (history);
  g_assert_true (weft_history_get_modified (history));
  set (history, "/name", text_node ("b"), FALSE);
  g_assert_true (weft_history_get_modified (history));
  weft_history_undo (history);
  g_assert_true (weft_history_get_modified (history));
}

static void
test_limit (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);
  guint n = 0;

  for (guint i = 0; i < WEFT_HISTORY_MAX_STEPS + 5; i++)
    set (history, "/facility/power_w", number_node (i + 1), FALSE);
  while (weft_history_undo (history))
    n++;

  g_assert_cmpuint (n, ==, WEFT_HISTORY_MAX_STEPS);
  g_assert_true (weft_history_get_modified (history));
}

static void
test_groups (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);
  g_autofree char *before = bytes (history);
  g_autofree char *after = NULL;
  guint changed = 0;

  weft_history_begin (history, "Swap Everything");
  set (history, "/partitions/0/chip", text_node ("H100"), FALSE);
  weft_history_begin (history, "Inside");
  set (history, "/partitions/0/scaleup", text_node ("NVLink4"), FALSE);
  weft_history_end (history);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_true (weft_history_get_modified (history));
  g_assert_false (weft_history_undo (history));
  weft_history_do (history, weft_edit_remove_partition (1));
  weft_history_end (history);
  after = bytes (history);

  g_assert_cmpstr (weft_history_get_undo_label (history), ==, "Undo Swap Everything");
  g_signal_connect_swapped (weft_history_get_design (history), "changed",
                            G_CALLBACK (count_cb), &changed);
  g_assert_true (weft_history_undo (history));
  g_assert_cmpuint (changed, ==, 1);
  assert_bytes (history, before);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_true (weft_history_redo (history));
  assert_bytes (history, after);

  /* A group that does nothing is no step and does not end what could be done again. */
  weft_history_undo (history);
  weft_history_begin (history, "Nothing");
  weft_history_end (history);
  g_assert_true (weft_history_get_can_redo (history));
}

static void
test_cancel (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);
  g_autofree char *before = bytes (history);
  g_autofree char *middle = NULL;

  weft_history_begin (history, "Outer");
  set (history, "/name", text_node ("outer"), FALSE);
  middle = bytes (history);
  weft_history_begin (history, "Inner");
  set (history, "/name", text_node ("inner"), TRUE);
  set (history, "/name", text_node ("inner too"), TRUE);
  weft_history_do (history, weft_edit_move_partition (0, 1));
  weft_history_cancel (history);
  assert_bytes (history, middle);
  weft_history_cancel (history);
  assert_bytes (history, before);
  g_assert_false (weft_history_get_modified (history));
  g_assert_false (weft_history_get_can_undo (history));

  /* Only the inner one. */
  weft_history_begin (history, "Outer");
  set (history, "/name", text_node ("outer"), FALSE);
  weft_history_begin (history, "Inner");
  weft_history_do (history, weft_edit_remove_partition (0));
  weft_history_cancel (history);
  weft_history_end (history);
  assert_bytes (history, middle);
  g_assert_true (weft_history_undo (history));
  assert_bytes (history, before);
}

static void
test_budget (void)
{
  g_autoptr (WeftHistory) history = NULL;
  WeftDesign *design;
  g_autofree char *before = NULL;
  double amount;

  history = open_text ("{\"facility\":{\"cost_usd\":5e6,\"site\":\"north\"},\"partitions\":[]}");
  design = weft_history_get_design (history);
  before = bytes (history);

  set (history, "/facility/power_w", number_node (3e5), FALSE);
  g_assert_cmpint (weft_design_get_budget (design, &amount), ==, WEFT_BUDGET_POWER);
  g_assert_cmpfloat (amount, ==, 3e5);
  {
    g_autofree char *text = bytes (history);

    g_assert_null (strstr (text, "cost_usd"));
    g_assert_nonnull (strstr (text, "site"));
  }

  set (history, "/facility/power_w", NULL, FALSE);
  g_assert_cmpint (weft_design_get_budget (design, NULL), ==, WEFT_BUDGET_DEFAULT);
  {
    g_autofree char *text = bytes (history);

    g_assert_null (strstr (text, "facility"));
  }

  weft_history_undo (history);
  weft_history_undo (history);
  assert_bytes (history, before);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *path;
    const char *value;
  } wrong[] = {
    { "/partitions/2/chip", "\"x\"" }, { "/partitions/00/chip", "\"x\"" },
    { "/partitions/-1/chip", "\"x\"" }, { "/partitions/0/colour", "\"x\"" },
    { "/partitions/0", "\"x\"" }, { "/partitions/", "\"x\"" }, { "/partitions//chip", "\"x\"" },
    { "/partitions/99999999999999999999/chip", "\"x\"" }, { "/colour", "\"x\"" },
    { "", "\"x\"" }, { "/facility", "{}" }, { "/partitions/0/chip", "null" },
    { "/partitions/0/chip", "3" }, { "/partitions/0/power_frac", "\"0.5\"" },
    { "/partitions/0/power_frac", "null" }, { "/name", "[]" }, { "/workload", "3" },
    { "/workload", "{\"weights\":{\"fft\":\"1\"}}" }, { "/facility/power_w", "true" },
  };
  g_autoptr (WeftDesign) design = fixture_design (PAPER);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s = %s", wrong[i].path, wrong[i].value);
      g_assert_null (weft_edit_set (design, wrong[i].path, json_from_string (wrong[i].value, NULL),
                                    FALSE, &error));
      g_assert_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE);
      g_assert_nonnull (strstr (error->message, wrong[i].path));
    }

  {
    g_autoptr (GError) error = NULL;

    g_assert_null (weft_edit_set (design, "/partitions/0/power_frac", number_node (NAN), FALSE,
                                  &error));
    g_assert_nonnull (error);
  }
}

static void
notify_cb (GString    *log,
           GParamSpec *pspec)
{
  g_string_append_printf (log, "%s ", pspec->name);
}

static void
test_notify (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);
  g_autoptr (GString) log = g_string_new (NULL);
  WeftPartition *partition;

  partition = weft_design_get_partition (weft_history_get_design (history), 0);
  g_signal_connect_swapped (history, "notify", G_CALLBACK (notify_cb), log);
  g_signal_connect_swapped (partition, "notify", G_CALLBACK (notify_cb), log);
  g_signal_connect_swapped (weft_history_get_design (history), "notify", G_CALLBACK (notify_cb),
                            log);

  set (history, "/partitions/0/power_frac", number_node (0.5), FALSE);
  g_assert_nonnull (strstr (log->str, "power-frac "));
  g_assert_nonnull (strstr (log->str, "can-undo "));
  g_assert_nonnull (strstr (log->str, "undo-label "));
  g_assert_nonnull (strstr (log->str, "modified "));
  g_assert_null (strstr (log->str, "can-redo "));

  g_string_truncate (log, 0);
  set (history, "/facility/cost_usd", number_node (5), FALSE);
  g_assert_nonnull (strstr (log->str, "budget "));
  g_assert_nonnull (strstr (log->str, "amount "));
  g_assert_null (strstr (log->str, "can-undo "));
}

/* Who hears of a change finds the history and the design as they are after it. */
static void
changed_cb (WeftDesign  *design,
            WeftHistory *history)
{
  g_assert_cmpint (weft_history_get_modified (history), ==,
                   strcmp (weft_design_get_name (design), "Iter33") != 0);
}

static void
test_consistent (void)
{
  g_autoptr (WeftHistory) history = open_text (PAPER);

  g_signal_connect (weft_history_get_design (history), "changed", G_CALLBACK (changed_cb),
                    history);
  set (history, "/name", text_node ("x"), FALSE);
  weft_history_undo (history);
  weft_history_redo (history);
}

/* An edit serves several designs, as a search needs it. */
static void
test_without_history (void)
{
  g_autoptr (WeftDesign) a = fixture_design (PAPER);
  g_autoptr (WeftDesign) b = weft_design_copy (a);
  g_autoptr (WeftPartition) partition = weft_partition_new ("H100", NULL, 0.1, "NVLink4", "UEC");
  g_autoptr (WeftEdit) add = weft_edit_add_partition (partition, 99);
  g_autofree char *before = weft_design_to_text (a);
  g_autofree char *after = NULL;

  g_assert_true (weft_edit_changes (add, a));
  weft_edit_apply (add, a);
  weft_edit_apply (add, b);
  g_assert_true (weft_design_equal (a, b));
  g_assert_true (weft_design_get_partition (a, 2) != weft_design_get_partition (b, 2));
  weft_edit_revert (add, a);
  after = weft_design_to_text (a);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (weft_design_get_n_partitions (b), ==, 3);
}

static WeftEdit *
random_set (GRand      *rand,
            WeftDesign *design)
{
  static const char *const paths[] = {
    "/name", "/notes", "/profile", "/facility/power_w", "/facility/cost_usd", "/workload",
  };
  static const char *const keys[] = {
    "name", "chip", "role", "power_frac", "scaleup", "scaleout",
  };
  guint n = weft_design_get_n_partitions (design);
  g_autofree char *path = NULL;
  g_autofree char *word = g_strdup_printf ("w%d", g_rand_int_range (rand, 0, 3));
  gboolean optional = TRUE;
  gboolean number;
  JsonNode *value = NULL;
  WeftEdit *edit;
  g_autoptr (GError) error = NULL;

  if (n == 0 || g_rand_boolean (rand))
    path = g_strdup (paths[g_rand_int_range (rand, 0, G_N_ELEMENTS (paths))]);
  else
    {
      guint key = g_rand_int_range (rand, 0, G_N_ELEMENTS (keys));

      optional = key == 0 || key == 2;
      path = g_strdup_printf ("/partitions/%d/%s", g_rand_int_range (rand, 0, n), keys[key]);
    }
  number = g_str_has_suffix (path, "_w") || g_str_has_suffix (path, "_usd")
           || g_str_has_suffix (path, "_frac");

  if (optional && g_rand_int_range (rand, 0, 4) == 0)
    value = json_node_new (JSON_NODE_NULL);
  else if (strcmp (path, "/workload") == 0)
    value = json_from_string (g_rand_boolean (rand) ? "{\"weights\":{\"fft\":1}}" : "{}", NULL);
  else if (number)
    value = number_node (g_rand_int_range (rand, 1, 4) / 4.0);
  else
    value = text_node (word);

  edit = weft_edit_set (design, path, value, g_rand_boolean (rand), &error);
  g_assert_no_error (error);
  return edit;
}

static WeftEdit *
random_edit (GRand      *rand,
             WeftDesign *design)
{
  guint n = weft_design_get_n_partitions (design);
  g_autoptr (WeftPartition) partition = NULL;

  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      partition = weft_partition_new ("H100", g_rand_boolean (rand) ? "ai" : NULL, 0.5, "a", "b");
      return weft_edit_add_partition (partition, g_rand_int_range (rand, 0, n + 2));
    case 1:
      return weft_edit_remove_partition (g_rand_int_range (rand, 0, n + 1));
    case 2:
      return weft_edit_move_partition (g_rand_int_range (rand, 0, n + 1),
                                       g_rand_int_range (rand, 0, n + 1));
    default:
      return random_set (rand, design);
    }
}

static void
random_act (GRand       *rand,
            WeftHistory *history,
            guint       *depth)
{
  switch (g_rand_int_range (rand, 0, 20))
    {
    case 0:
      weft_history_begin (history, "Group");
      (*depth)++;
      break;
    case 1:
    case 2:
      if (*depth == 0)
        break;
      (*depth)--;
      if (g_rand_boolean (rand))
        weft_history_end (history);
      else
        weft_history_cancel (history);
      break;
    case 3:
      weft_history_undo (history);
      break;
    case 4:
      weft_history_redo (history);
      break;
    case 5:
      weft_history_barrier (history);
      break;
    default:
      weft_history_do (history, random_edit (rand, weft_history_get_design (history)));
      break;
    }
}

static void
test_random (void)
{
  static const char text[] =
    "{\"name\":\"x\",\"facility\":{\"power_w\":1e6,\"own\":[1]},\"own\":{\"a\":1},"
    "\"partitions\":[{" H100 ",\"power_frac\":0.5,\"own\":2},{" B200 ",\"power_frac\":0.5}]}";

  for (guint seed = 1; seed <= 40; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (WeftHistory) history = open_text (text);
      g_autofree char *first = bytes (history);
      g_autofree char *last = NULL;
      g_autoptr (WeftDesign) read = NULL;
      guint depth = 0;

      for (guint i = 0; i < 300; i++)
        random_act (rand, history, &depth);
      for (; depth > 0; depth--)
        weft_history_end (history);

      while (weft_history_redo (history))
        ;
      last = bytes (history);
      read = fixture_design (last);
      g_assert_true (weft_design_equal (read, weft_history_get_design (history)));

      while (weft_history_undo (history))
        ;
      assert_bytes (history, first);
      g_assert_false (weft_history_get_modified (history));
      while (weft_history_redo (history))
        ;
      assert_bytes (history, last);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/history/one-step", test_one_step);
  g_test_add_func ("/design/history/no-change", test_no_change);
  g_test_add_func ("/design/history/merge", test_merge);
  g_test_add_func ("/design/history/merge-back", test_merge_back);
  g_test_add_func ("/design/history/saved", test_saved);
  g_test_add_func ("/design/history/limit", test_limit);
  g_test_add_func ("/design/history/groups", test_groups);
  g_test_add_func ("/design/history/cancel", test_cancel);
  g_test_add_func ("/design/history/budget", test_budget);
  g_test_add_func ("/design/history/refused", test_refused);
  g_test_add_func ("/design/history/notify", test_notify);
  g_test_add_func ("/design/history/consistent", test_consistent);
  g_test_add_func ("/design/history/without-history", test_without_history);
  g_test_add_func ("/design/history/random", test_random);

  return g_test_run ();
}
