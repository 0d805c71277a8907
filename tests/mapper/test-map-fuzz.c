/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged problems: the reader gives one that every list scheduler maps by the rules, or that it refuses in words.
 * WEFT_FUZZ_ROUNDS says how many, for a long run. */
#include <json-glib/json-glib.h>

#include "base/weft-json.h"
#include "mapper/weft-mapper.h"

#define ROUNDS 20000
#define MAX_CHANGES 3

static const char whole[]
  = "{\"format\":\"weft-map-instance/1\",\"name\":\"f\",\"procs\":3,"
    "\"tasks\":[[3,2,3],[0,5,0],[4,4,4],[1,9,1],[2,0.5,2]],"
    "\"edges\":[[0,1,5],[0,2,0],[1,3,7],[2,3,1],[3,4,2.5]],\"labels\":[\"a\",\"b\",\"a\",\"c\",\"d\"],"
    "\"latency\":[[0,1,0],[1,0,2],[0,2,0]],\"bandwidth\":[[1,4,8],[4,1,0.5],[8,0.5,1]]}";

static const char *const words[] = {
  "0", "1", "2", "4", "-1", "1e308", "1e-320", "4294967295", "1.5", "null", "true", "\"a\"", "[]", "{}", "[0,0,1]",
  "[4,0,1]", "[[1,1,1]]", ",", "[", "]", "{", "}", ":",
};

static void
replace (GString *text, gsize at, gsize length, const char *word)
{
  g_string_erase (text, at, length);
  g_string_insert (text, at, word);
}

/* The end of the number or word that begins at a place. */
static gsize
token_end (const GString *text, gsize at)
{
  gsize end = at + 1;

  while (end < text->len && g_ascii_isalnum (text->str[at])
         && (g_ascii_isalnum (text->str[end]) || text->str[end] == '.'))
    end++;
  return end;
}

static void
change (GRand *rand, GString *text)
{
  gsize at = g_rand_int_range (rand, 0, text->len);
  gsize length = g_rand_int_range (rand, 1, 8);
  const char *word = words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))];

  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      text->str[at] = (char) g_rand_int_range (rand, 1, 256);
      break;
    case 1:
      g_string_erase (text, at, MIN (length, text->len - at));
      break;
    case 2:
      g_string_insert (text, at, word);
      break;
    default:
      replace (text, at, token_end (text, at) - at, word);
      break;
    }
}

/* Returns whether the problem could be read. */
static gboolean
check (const GString *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (text->str, text->len, "fuzz", NULL, &error);
  g_autoptr (WeftMapProblem) problem = node != NULL ? weft_map_problem_from_json (node, NULL, &error) : NULL;

  g_assert_true ((problem == NULL) == (error != NULL));
  for (guint a = WEFT_MAP_HEFT; problem != NULL && a < WEFT_MAP_EXHAUSTIVE; a++)
    {
      g_autoptr (GError) wrong = NULL;
      g_autoptr (WeftMapResult) result = weft_map (problem, a, NULL, NULL, &wrong);

      g_assert_true ((result == NULL) == (wrong != NULL));
      if (result != NULL && !weft_schedule_check (result->schedule, problem, &wrong))
        g_error ("%s: %s: %s", weft_map_algorithm_info (a)->id, wrong->message, text->str);
    }
  return problem != NULL;
}

static void
test_fuzz (void)
{
  const char *asked = g_getenv ("WEFT_FUZZ_ROUNDS");
  guint n_rounds = asked != NULL ? g_ascii_strtoull (asked, NULL, 10) : ROUNDS;
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  guint n_read = 0;

  for (guint i = 0; i < n_rounds; i++)
    {
      g_autoptr (GString) text = g_string_new (whole);

      for (int n = g_rand_int_range (rand, 1, MAX_CHANGES + 1); n > 0 && text->len > 0; n--)
        change (rand, text);
      n_read += check (text);
    }
  g_assert_cmpuint (n_read, >, n_rounds / 50);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map-fuzz/problem", test_fuzz);
  return g_test_run ();
}
