/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of data/agent: complete, filled in for a problem, the same bytes each time; and what is wrong with other ones is
 * said by name. */
#include "plan-fixture.h"

static const char *const roles[] = { "planner", "chip", "scaleup", "scaleout" };

static WeftKit *
load (const char *folder)
{
  g_autoptr (GError) error = NULL;
  WeftKit *kit = weft_kit_load (folder, &error);

  g_assert_no_error (error);
  return kit;
}

/* Every prompt is filled in, at any length, and differs from run to run in nothing. */
static void
test_prompts (void)
{
  static const char *const problems[] = {
    "{\"space\":\"paper-2\"}", "{\"space\":\"paper-3\"}", "{\"space\":\"iso-cost\"}",
    "{\"space\":\"paper-2\",\"constraints\":{\"power_w\":500000,\"chips\":300,\"speedup\":{\"hpcg\":1.5}}}",
  };
  g_autoptr (WeftKit) kit = load (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      g_autoptr (WeftProblem) problem = fixture_problem (problems[i]);

      for (guint j = 0; j < G_N_ELEMENTS (roles); j++)
        for (guint chips = 0; chips < 8; chips += 3)
          {
            WeftBriefing briefing = { 18, TRUE, chips };
            g_autofree char *prompt = weft_kit_prompt (kit, roles[j], problem, &briefing);
            g_autofree char *again = weft_kit_prompt (kit, roles[j], problem, &briefing);

            g_assert_cmpuint (strlen (prompt), >, 100);
            g_assert_null (strstr (prompt, "{{"));
            g_assert_null (strstr (prompt, "}}"));
            g_assert_true (g_utf8_validate (prompt, -1, NULL));
            g_assert_cmpstr (prompt, ==, again);
          }
    }
}

static void
test_limits_are_told (void)
{
  g_autoptr (WeftKit) kit = load (NULL);
  g_autoptr (WeftProblem) problem = fixture_problem (
    "{\"space\":\"paper-2\",\"constraints\":{\"power_w\":500000,\"chips\":300,\"speedup\":{\"hpcg\":1.5}}}");
  WeftBriefing briefing = { 18, TRUE, 0 };
  g_autofree char *prompt = weft_kit_prompt (kit, "planner", problem, &briefing);

  g_assert_nonnull (strstr (prompt, "at most 5e+05 W"));
  g_assert_nonnull (strstr (prompt, "at most 300 chips"));
  g_assert_nonnull (strstr (prompt, "speed-up of hpcg must be at least 1.5"));
  g_assert_nonnull (strstr (prompt, "You have 18 evaluations"));
}

/* What the tool allows is what the space has, and each chip of it is in one alternative. */
static void
test_tools (void)
{
  g_autoptr (WeftKit) kit = load (NULL);
  g_autoptr (WeftProblem) problem = fixture_problem ("{\"space\":\"paper-2\"}");

  for (guint chips = 0; chips < 6; chips += 5)
    {
      WeftBriefing briefing = { 18, TRUE, chips };
      g_autoptr (JsonNode) tools = weft_kit_tools (kit, problem, &briefing);
      g_autofree char *text = weft_json_write_compact (tools);
      guint n = 0;

      g_assert_cmpuint (json_array_get_length (json_node_get_array (tools)), ==, 1);
      g_assert_null (strstr (text, "\"enum\":[]"));
      g_assert_nonnull (strstr (text, "\"maxItems\":2"));
      for (guint i = 0; i < problem->n_chips; i++)
        {
          const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit, problem->chip_first[i]);
          g_autofree char *name = g_strdup_printf ("\"%s\"", weft_inventory_chip (problem->inventory, unit->chip)->id);
          const char *found = strstr (text, name);

          n += found != NULL;
          g_assert_true (found == NULL || strstr (found + 1, name) == NULL);
        }
      g_assert_cmpuint (n, ==, chips > 0 ? chips : problem->n_chips);
    }
}

/* What a small model is told of are chips of the space, the same ones each time, and more of them when there is room. */
static void
test_chosen_chips (void)
{
  g_autoptr (WeftProblem) problem = fixture_problem ("{\"space\":\"paper-2\"}");
  g_autofree gboolean *before = weft_briefing_choose (problem, 1);

  for (guint most = 1; most <= problem->n_chips + 3; most++)
    {
      g_autofree gboolean *chosen = weft_briefing_choose (problem, most);
      guint n = 0;

      for (guint i = 0; i < problem->n_chips; i++)
        {
          n += chosen[i];
          g_assert_true (chosen[i] || !before[i]);
        }
      g_assert_cmpuint (n, ==, MIN (most, problem->n_chips));
      g_free (before);
      before = g_steal_pointer (&chosen);
    }
}

/* A value is put in as it is, and what it holds is not looked into. */
static void
test_messages (void)
{
  g_autoptr (WeftKit) kit = load (NULL);
  g_autofree char *said = weft_kit_message (kit, "user_says", "use {{chips}} and }}");
  g_autofree char *unknown = weft_kit_message (kit, "no such message", "value");
  g_autofree char *nothing = weft_kit_message (kit, "begin_from", NULL);

  g_assert_cmpstr (said, ==, "The user says: use {{chips}} and }}");
  g_assert_cmpstr (unknown, ==, "value");
  g_assert_null (strstr (nothing, "{{"));
}

static void
test_digests (void)
{
  g_autoptr (WeftKit) kit = load (NULL);
  g_autoptr (JsonNode) node = weft_kit_digests (kit);
  JsonObject *digests = json_node_get_object (node);
  g_autoptr (GList) names = json_object_get_members (digests);

  g_assert_cmpstr (weft_kit_get_version (kit), !=, "");
  g_assert_true (json_object_has_member (digests, "planner.md"));
  g_assert_true (json_object_has_member (digests, "agent.json"));
  g_assert_true (json_object_has_member (digests, "messages.json"));
  for (GList *l = names; l != NULL; l = l->next)
    g_assert_cmpuint (strlen (json_object_get_string_member (digests, l->data)), ==, 64);
}

/* --- other files --- */

typedef struct
{
  const char *name;
  const char *file;
  const char *content; /* (nullable): the file is missing */
  const char *words;
} Damage;

static const Damage damages[] = {
  { "no-list", "agent.json", NULL, "agent.json" },
  { "no-json", "agent.json", "{", "agent.json" },
  { "no-tool", "agent.json", "{\"version\":\"1\",\"roles\":[],\"tools\":[],\"messages\":\"messages.json\"}", "evaluate_design" },
  { "no-prompt", "chip.md", NULL, "chip.md" },
  { "no-text", "chip.md", "\xff\xfe", "UTF-8" },
  { "no-schema", "advice.schema.json", "[", "advice.schema.json" },
  { "no-messages", "messages.json", "[1]", "messages" },
  { "outside", "agent.json", "{\"version\":\"1\",\"roles\":[{\"id\":\"planner\",\"prompt\":\"../secret\",\"prompt_brief\":\"../secret\"}],"
    "\"tools\":[],\"messages\":\"messages.json\"}", "../secret" },
};

static void
copy_files (const char *folder)
{
  g_autofree char *from = g_build_filename (g_getenv ("WEFT_DATA_DIR"), "agent", NULL);
  g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *source = g_build_filename (from, name, NULL);
      g_autofree char *target = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;

      if (g_file_get_contents (source, &text, NULL, NULL))
        g_file_set_contents (target, text, -1, NULL);
    }
}

static void
test_damage (gconstpointer data)
{
  const Damage *damage = data;
  g_autofree char *folder = g_dir_make_tmp ("weft-kit-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, damage->file, NULL);
  g_autoptr (GError) error = NULL;

  copy_files (folder);
  if (damage->content != NULL)
    g_file_set_contents (path, damage->content, -1, NULL);
  else
    g_unlink (path);
  g_assert_null (weft_kit_load (folder, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, damage->words) == NULL)
    g_error ("“%s” is not in “%s”", damage->words, error->message);
  fixture_remove (folder);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kit/prompts", test_prompts);
  g_test_add_func ("/kit/limits-are-told", test_limits_are_told);
  g_test_add_func ("/kit/tools", test_tools);
  g_test_add_func ("/kit/chosen-chips", test_chosen_chips);
  g_test_add_func ("/kit/messages", test_messages);
  g_test_add_func ("/kit/digests", test_digests);
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kit/damage/%s", damages[i].name);

      g_test_add_data_func (path, &damages[i], test_damage);
    }
  return g_test_run ();
}
