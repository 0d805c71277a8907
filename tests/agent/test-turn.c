/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every recorded answer, however its bytes are cut, becomes what its file says. */
#include <string.h>

#include "agent/weft-turn-case.h"
#include "base/weft-json-write.h"

#define RANDOM_SPLITS 20
#define N_CASES 117

/* Cut one by one or at random, the largest bodies say nothing that a part of them does not. */
#define BYTEWISE_MAX_BYTES (4 * 1024 * 1024)

static char *
streams_folder (void)
{
  return g_test_build_filename (G_TEST_DIST, "agent", "streams", NULL);
}

static WeftTurnCase *
load (const char *name)
{
  g_autofree char *folder = streams_folder ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  WeftTurnCase *self = weft_turn_case_load (path, &error);

  g_assert_no_error (error);
  return self;
}

static void
play (const WeftTurnCase *self, WeftTurnSplit split, guint64 seed)
{
  g_autoptr (JsonNode) result = weft_turn_case_play (self, split, seed);
  g_autofree char *difference = weft_turn_case_compare (self, result);

  g_assert_nonnull (self->expect);
  if (difference != NULL)
    g_test_message ("%s, split %d, seed %" G_GUINT64_FORMAT ": %s", self->id, (int) split, seed, difference);
  g_assert_null (difference);
}

static void
test_case (gconstpointer data)
{
  g_autoptr (WeftTurnCase) self = load (data);

  play (self, WEFT_SPLIT_WHOLE, 0);
  if (self->chunks->len > 0)
    play (self, WEFT_SPLIT_CHUNKS, 0);
  for (guint seed = 0; seed < RANDOM_SPLITS && g_bytes_get_size (self->body) < BYTEWISE_MAX_BYTES; seed++)
    play (self, WEFT_SPLIT_RANDOM, seed);
  if (g_bytes_get_size (self->body) < BYTEWISE_MAX_BYTES)
    play (self, WEFT_SPLIT_BYTES, 0);
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
list_cases (void)
{
  g_autofree char *folder = streams_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_cb);
  return names;
}

/* A case that is expected otherwise is told so. */
static void
test_difference (void)
{
  g_autoptr (WeftTurnCase) self = load ("h001-openai-tool-call.json");
  g_autoptr (JsonNode) result = NULL;
  g_autofree char *difference = NULL;
  JsonObject *call = json_array_get_object_element (
    json_object_get_array_member (json_node_get_object (self->expect), "tool_calls"), 0);

  json_object_set_string_member (call, "name", "another");
  result = weft_turn_case_play (self, WEFT_SPLIT_WHOLE, 0);
  difference = weft_turn_case_compare (self, result);
  g_assert_cmpstr (difference, ==, "/tool_calls/0/name: found \"evaluate_design\", expected \"another\"");
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) names = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  names = list_cases ();
  g_assert_cmpuint (names->len, ==, N_CASES);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_strdup_printf ("/turn/case/%s", (char *) g_ptr_array_index (names, i));

      g_test_add_data_func (path, g_ptr_array_index (names, i), test_case);
    }
  g_test_add_func ("/turn/difference", test_difference);
  status = g_test_run ();
  return status;
}
