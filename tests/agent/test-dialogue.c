/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A planning run as a list: the same however it comes, whatever is missing from it, wherever it is cut. */
#include <math.h>
#include <string.h>

#include "../trail/trail-fixture.h"
#include "agent/weft-dialogue.h"
#include "base/weft-json-write.h"

typedef struct
{
  const char *kind;
  const char *actor;
  guint64 parent;
  const char *data;
} Row;

/* The number of a row is its place, from 1. */
static const Row rows[] = {
  /* 1 */ { "run.start", "app", 0,
            "{\"method\":\"plan\",\"space\":\"paper-2\",\"seed\":3,\"planner\":{\"kind\":\"llm\",\"model\":\"gpt-oss-120b\","
            "\"endpoint\":{\"name\":\"local\",\"url\":\"http://localhost:8000/v1\"},\"budget\":{\"evaluations\":50}},"
            "\"problem\":{\"facility\":{\"power_w\":1000000}}}" },
  /* 2 */ { "llm.request", "planner", 1, "{\"attempt\":1,\"reason\":\"turn\",\"url\":\"http://localhost:8000/v1\"}" },
  /* 3 */ { "llm.response", "planner", 2,
            "{\"outcome\":\"ok\",\"status\":200,\"content\":\"HPCG is limited by latency.\\r\\nI propose B200.\","
            "\"thinking\":\"The wafer may help.\",\"tool_calls\":[{\"id\":\"c1\",\"name\":\"evaluate_design\","
            "\"arguments_raw\":\"{\\\"name\\\":\\\"Iter9\\\"}\",\"valid\":true}],"
            "\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":1204,\"estimated\":false}}" },
  /* 4 */ { "claims.checked", "app", 3, "{\"marks\":[]}" },
  /* 5 */ { "design.proposed", "planner", 3,
            "{\"design\":\"d1\",\"call\":\"c1\",\"name\":\"Iter9\",\"reason\":\"latency\",\"partitions\":"
            "[{\"chip\":\"B200\",\"power_frac\":0.95},{\"chip\":\"WSE3s\",\"power_frac\":0.05}]}" },
  /* 6 */ { "design.validated", "evaluator", 5, "{\"design\":\"d1\",\"ok\":true,\"errors\":[]}" },
  /* 7 */ { "eval.start", "evaluator", 6, "{\"design\":\"d1\"}" },
  /* 8 */ { "eval.result", "evaluator", 7,
            "{\"design\":\"d1\",\"evaluation\":9,\"score\":1.8834,\"feasible\":true,\"duplicate\":false,"
            "\"ratios\":{\"training\":1.67,\"hpcg\":4.77},\"bottlenecks\":{\"hpcg\":\"latency\"}}" },
  /* 9 */ { "best.changed", "search", 8, "{\"design\":\"d1\",\"score\":1.8834,\"previous\":null}" },
  /* 10 */ { "llm.request", "chip", 8, "{\"reason\":\"advice\"}" },
  /* 11 */ { "llm.response", "chip", 10, "{\"outcome\":\"ok\",\"content\":\"{}\"}" },
  /* 12 */ { "advice", "chip", 11,
             "{\"about\":8,\"evaluation\":9,\"design\":\"d1\",\"items\":[{\"parameter\":\"partitions/1/power_frac\","
             "\"suggestion\":0.02,\"because\":\"a smaller SRAM partition suffices\"},7]}" },
  /* 13 */ { "llm.request", "scaleup", 8, "{\"reason\":\"advice\"}" },
  /* 14 */ { "llm.response", "scaleup", 13, "{\"outcome\":\"error\",\"status\":503,\"error\":{\"message\":\"busy\"}}" },
  /* 15 */ { "advice", "scaleup", 14, "{\"about\":8,\"error\":\"busy\"}" },
  /* 16 */ { "llm.request", "planner", 8, "{\"reason\":\"turn\"}" },
  /* 17 */ { "user.control", "user", 0, "{\"what\":\"say\",\"text\":\"Try fewer\\u001b[31m wafers\\u202e\"}" },
  /* 18 */ { "llm.response", "planner", 16,
             "{\"outcome\":\"truncated\",\"content\":\"That should\",\"abandoned\":true,\"usage\":{\"completion_tokens\":3,"
             "\"estimated\":true}}" },
  /* 19 */ { "llm.retry", "app", 18, "{\"why\":\"broke off\",\"wait_ms\":500,\"source\":\"backoff\"}" },
  /* 20 */ { "llm.request", "planner", 18, "{\"attempt\":2,\"reason\":\"retry\"}" },
  /* 21 */ { "llm.response", "planner", 20,
             "{\"outcome\":\"ok\",\"content\":\"\\ufeffThat should bring the score to about 2.1; the last gave 1.883.\","
             "\"tool_calls\":[{\"id\":\"c1\",\"name\":\"evaluate_design\",\"arguments_raw\":\"{\\\"chip\\\":\"},"
             "{\"id\":\"c2\",\"name\":\"launch\",\"arguments_raw\":\"{}\"},{\"id\":\"c3\",\"name\":\"evaluate_design\"}]}" },
  /* 22 */ { "claims.checked", "app", 21,
             "{\"marks\":[{\"start\":34,\"end\":43,\"verdict\":\"contradicts\",\"evaluation\":9,\"what\":\"score\",\"value\":2.1,"
             "\"actual\":1.8834},{\"start\":59,\"end\":64,\"verdict\":\"matches\",\"evaluation\":9,\"what\":\"score\","
             "\"value\":1.883,\"actual\":1.8834},{\"start\":60,\"end\":900,\"verdict\":\"unknown\"}]}" },
  /* 23 */ { "design.validated", "evaluator", 21,
             "{\"call\":\"c1\",\"ok\":false,\"stage\":\"json\",\"arguments\":\"{\\\"chip\\\":\",\"errors\":[{\"path\":\"\","
             "\"code\":\"json\",\"message\":\"the arguments end in the middle\"}]}" },
  /* 24 */ { "design.validated", "evaluator", 21,
             "{\"call\":\"c2\",\"ok\":false,\"stage\":\"tool\",\"arguments\":{},\"errors\":[{\"code\":\"unknown_tool\","
             "\"message\":\"there is no such tool\",\"allowed\":[\"evaluate_design\"],\"got\":\"launch\"}]}" },
  /* 25 */ { "design.proposed", "planner", 21,
             "{\"design\":\"d1\",\"call\":\"c3\",\"partitions\":[{\"chip\":\"B200\",\"power_frac\":0.95},"
             "{\"chip\":\"WSE3s\",\"power_frac\":0.05}]}" },
  /* 26 */ { "design.validated", "evaluator", 25, "{\"design\":\"d1\",\"ok\":true,\"duplicate_of\":9,\"of\":8}" },
  /* 27 */ { "context.compacted", "app", 0, "{\"rule\":\"table\",\"removed\":4,\"kept\":6}" },
  /* 28 */ { "llm.field", "app", 0, "{\"field\":\"max_tokens\",\"message\":\"use max_completion_tokens\"}" },
  /* 29 */ { "limit.hit", "app", 0, "{\"limit\":\"line\",\"value\":1048576}" },
  /* 30 */ { "llm.request", "planner", 26, "{\"reason\":\"turn\"}" },
  /* 31 */ { "llm.response", "planner", 30,
             "{\"outcome\":\"ok\",\"content\":\"\",\"tool_calls\":[{\"id\":\"c4\",\"name\":\"evaluate_design\","
             "\"arguments_raw\":\"{}\"}]}" },
  /* 32 */ { "design.proposed", "planner", 31, "{\"design\":\"d2\",\"call\":\"c4\",\"label\":\"100 % B200\"}" },
  /* 33 */ { "design.validated", "evaluator", 32, "{\"design\":\"d2\",\"ok\":true}" },
  /* 34 */ { "eval.start", "evaluator", 33, "{\"design\":\"d2\"}" },
  /* 35 */ { "eval.result", "evaluator", 34,
             "{\"design\":\"d2\",\"evaluation\":10,\"score\":null,\"feasible\":false,\"reason\":\"no partition can run fft\"}" },
  /* 36 */ { "user.edit", "user", 0, "{\"what\":\"edit\",\"design\":\"d3\",\"partitions\":[{\"chip\":\"H100\"}]}" },
  /* 37 */ { "design.proposed", "user", 36, "{\"design\":\"d3\",\"partitions\":[{\"chip\":\"H100\",\"power_frac\":1}]}" },
  /* 38 */ { "user.control", "user", 0, "{\"what\":\"stop\"}" },
  /* 39 */ { "something.new", "app", 0, "{\"x\":1}" },
  /* 40 */ { "run.end", "app", 0,
             "{\"reason\":\"stopped\",\"counts\":{\"evaluations\":10},\"best\":{\"design\":\"d1\",\"score\":1.8834,"
             "\"evaluation\":9}}" },
};

/* --- runs --- */

/* (transfer full): a run with the first @n rows. */
static WeftTrailRun *
write_run (const char *folder,
           const Row  *from,
           guint       n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (folder, NULL, "seed", &error);
  g_autofree char *path = NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (fixture_append (writer, from[i].kind, from[i].actor, from[i].parent, from[i].data), ==, i + 1);
  g_assert_true (weft_trail_writer_close (writer, &error));
  path = g_strdup (weft_trail_writer_get_path (writer));
  return fixture_open (path);
}

static WeftDialogue *
load (WeftTrailRun *run)
{
  g_autoptr (GError) error = NULL;
  WeftDialogue *dialogue = weft_dialogue_load (run, NULL, &error);

  g_assert_no_error (error);
  return dialogue;
}

static WeftDialogueItem *
item_at (WeftDialogue *dialogue,
         guint         at)
{
  g_autoptr (WeftDialogueItem) item = g_list_model_get_item (G_LIST_MODEL (dialogue), at);

  g_assert_nonnull (item);
  return item;
}

/* --- the same, member by member --- */

static void
print_claims (WeftDialogueItem *item,
              GString          *out)
{
  GPtrArray *claims = weft_dialogue_item_get_claims (item);
  const char *text = weft_dialogue_item_get_text (item);

  for (guint i = 0; i < claims->len; i++)
    {
      const WeftClaim *claim = claims->pdata[i];

      g_assert_cmpuint (claim->end, <=, strlen (text));
      g_string_append_printf (out, " {%s %u %s: %.*s}", weft_claim_verdict_nick (claim->verdict), claim->evaluation,
                              claim->what, (int) (claim->end - claim->start), text + claim->start);
    }
}

static void
print_call (WeftDialogueItem *item,
            GString          *out)
{
  GPtrArray *problems = weft_dialogue_item_get_problems (item);
  GListModel *advice = weft_dialogue_item_get_advice (item);
  JsonNode *partitions = weft_dialogue_item_get_partitions (item);
  g_autofree char *parts = partitions == NULL ? NULL : weft_json_write_compact (partitions);

  g_string_append_printf (out, " verdict %d, evaluation %u, label %s, name %s, score %g, best %d, stage %s, arguments %s, "
                               "result %" G_GUINT64_FORMAT ", partitions %s;",
                          weft_dialogue_item_get_verdict (item), weft_dialogue_item_get_evaluation (item),
                          weft_dialogue_item_get_label (item), weft_dialogue_item_get_name (item),
                          weft_dialogue_item_get_score (item), weft_dialogue_item_is_best (item),
                          weft_dialogue_item_get_stage (item), weft_dialogue_item_get_arguments (item),
                          weft_dialogue_item_get_result_seq (item), parts);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    g_string_append_printf (out, " %g %s", weft_dialogue_item_get_ratio (item, i),
                            weft_dialogue_item_get_bottleneck (item, i));
  for (guint i = 0; i < problems->len; i++)
    g_string_append_printf (out, " problem %s", (char *) problems->pdata[i]);
  for (guint i = 0; i < g_list_model_get_n_items (advice); i++)
    {
      g_autoptr (WeftAdvice) one = g_list_model_get_item (advice, i);

      g_string_append_printf (out, " advice %s %s %s %s", weft_advice_get_specialist (one),
                              weft_advice_get_parameter (one), weft_advice_get_suggestion (one),
                              weft_advice_get_because (one));
    }
}

/* (transfer full): all that the getters say. */
static char *
print_dialogue (WeftDialogue *dialogue)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (dialogue)); i++)
    {
      WeftDialogueItem *item = item_at (dialogue, i);
      gboolean estimated;
      guint64 tokens = weft_dialogue_item_get_tokens (item, &estimated);

      g_string_append_printf (out, "%u: kind %d, seq %" G_GUINT64_FORMAT ", %s, %s, streaming %d, abandoned %d, tokens %"
                                   G_GUINT64_FORMAT " %d, coming %" G_GSIZE_FORMAT ", text “%s”, thinking “%s”",
                              i, weft_dialogue_item_get_kind (item), weft_dialogue_item_get_seq (item),
                              weft_dialogue_item_get_agent (item), weft_dialogue_item_get_model (item),
                              weft_dialogue_item_is_streaming (item), weft_dialogue_item_is_abandoned (item), tokens,
                              estimated, weft_dialogue_item_get_coming_bytes (item), weft_dialogue_item_get_text (item),
                              weft_dialogue_item_get_thinking (item));
      print_claims (item, out);
      print_call (item, out);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* --- what follows the list --- */

static void
items_changed_cb (GListModel *model,
                  guint       at,
                  guint       removed,
                  guint       added,
                  gpointer    data)
{
  GPtrArray *mirror = data;

  g_assert_cmpuint (at + removed, <=, mirror->len);
  if (removed > 0)
    g_ptr_array_remove_range (mirror, at, removed);
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (mirror, (int) (at + i), g_list_model_get_item (model, at + i));
  g_assert_cmpuint (mirror->len, ==, g_list_model_get_n_items (model));
  for (guint i = 0; i < mirror->len; i++)
    g_assert_true (mirror->pdata[i] == item_at (WEFT_DIALOGUE (model), i));
}

/* (transfer full) */
static GPtrArray *
follow (WeftDialogue *dialogue)
{
  GPtrArray *mirror = g_ptr_array_new_with_free_func (g_object_unref);

  g_signal_connect (dialogue, "items-changed", G_CALLBACK (items_changed_cb), mirror);
  return mirror;
}

/* --- tests --- */

static void
test_whole (void)
{
  static const WeftDialogueKind kinds[] = {
    WEFT_DIALOGUE_START, WEFT_DIALOGUE_TURN,   WEFT_DIALOGUE_CALL,   WEFT_DIALOGUE_NOTICE, WEFT_DIALOGUE_USER,
    WEFT_DIALOGUE_TURN,  WEFT_DIALOGUE_NOTICE, WEFT_DIALOGUE_NOTICE, WEFT_DIALOGUE_TURN,   WEFT_DIALOGUE_CALL,
    WEFT_DIALOGUE_CALL,  WEFT_DIALOGUE_CALL,   WEFT_DIALOGUE_NOTICE, WEFT_DIALOGUE_NOTICE, WEFT_DIALOGUE_NOTICE,
    WEFT_DIALOGUE_CALL,  WEFT_DIALOGUE_USER,   WEFT_DIALOGUE_CALL,   WEFT_DIALOGUE_NOTICE, WEFT_DIALOGUE_END,
  };
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailRun) run = write_run (folder, rows, G_N_ELEMENTS (rows));
  g_autoptr (WeftDialogue) dialogue = load (run);
  g_autofree char *printed = print_dialogue (dialogue);

  g_test_message ("%s", printed);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (dialogue)), ==, G_N_ELEMENTS (kinds));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpint (weft_dialogue_item_get_kind (item_at (dialogue, i)), ==, kinds[i]);
  g_assert_cmpstr (weft_dialogue_item_get_text (item_at (dialogue, 0)), ==,
                   "Planner: gpt-oss-120b at http://localhost:8000/v1. Space: paper-2. Seed: 3. At most 50 evaluations.");
  g_assert_cmpstr (weft_dialogue_item_get_text (item_at (dialogue, 1)), ==,
                   "HPCG is limited by latency.\nI propose B200.");
  g_assert_cmpstr (weft_dialogue_item_get_text (item_at (dialogue, 19)), ==,
                   "The user stopped the run. The best score is 1.8834, of evaluation 9.");
  fixture_remove (folder);
}

static void
test_calls (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailRun) run = write_run (folder, rows, G_N_ELEMENTS (rows));
  g_autoptr (WeftDialogue) dialogue = load (run);
  WeftDialogueItem *item = item_at (dialogue, 2);

  g_assert_cmpint (weft_dialogue_item_get_verdict (item), ==, WEFT_CALL_SCORED);
  g_assert_cmpstr (weft_dialogue_item_get_label (item), ==, "95 % B200 + 5 % WSE3s");
  g_assert_cmpstr (weft_dialogue_item_get_arguments (item), ==, "{\"name\":\"Iter9\"}");
  g_assert_cmpfloat (weft_dialogue_item_get_ratio (item, WEFT_WORKLOAD_HPCG), ==, 4.77);
  g_assert_true (isnan (weft_dialogue_item_get_ratio (item, WEFT_WORKLOAD_FFT)));
  g_assert_cmpstr (weft_dialogue_item_get_bottleneck (item, WEFT_WORKLOAD_HPCG), ==, "latency");
  g_assert_true (weft_dialogue_item_is_best (item));
  g_assert_cmpuint (weft_dialogue_item_get_result_seq (item), ==, 8);
  g_assert_cmpuint (g_list_model_get_n_items (weft_dialogue_item_get_advice (item)), ==, 1);

  item = item_at (dialogue, 9);
  g_assert_cmpint (weft_dialogue_item_get_verdict (item), ==, WEFT_CALL_REFUSED);
  g_assert_cmpstr (weft_dialogue_item_get_stage (item), ==, "json");
  g_assert_cmpstr (weft_dialogue_item_get_arguments (item), ==, "{\"chip\":");
  item = item_at (dialogue, 10);
  g_assert_cmpstr (weft_dialogue_item_get_label (item), ==, "The tool “launch”, which there is not");
  g_assert_cmpuint (weft_dialogue_item_get_problems (item)->len, ==, 1);
  g_assert_cmpstr (weft_dialogue_item_get_problems (item)->pdata[0], ==,
                   "there is no such tool (found: launch) (allowed: evaluate_design)");

  item = item_at (dialogue, 11);
  g_assert_cmpint (weft_dialogue_item_get_verdict (item), ==, WEFT_CALL_DUPLICATE);
  g_assert_cmpuint (weft_dialogue_item_get_evaluation (item), ==, 9);
  g_assert_cmpfloat (weft_dialogue_item_get_score (item), ==, 1.8834);
  item = item_at (dialogue, 15);
  g_assert_cmpint (weft_dialogue_item_get_verdict (item), ==, WEFT_CALL_INFEASIBLE);
  g_assert_cmpstr (weft_dialogue_item_get_problems (item)->pdata[0], ==, "no partition can run fft");
  item = item_at (dialogue, 17);
  g_assert_cmpint (weft_dialogue_item_get_verdict (item), ==, WEFT_CALL_WAITING);
  g_assert_cmpstr (weft_dialogue_item_get_agent (item), ==, "user");
  fixture_remove (folder);
}

/* Marks lie where their figures are shown, also when something before them is not. */
static void
test_marks (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailRun) run = write_run (folder, rows, G_N_ELEMENTS (rows));
  g_autoptr (WeftDialogue) dialogue = load (run);
  WeftDialogueItem *item = item_at (dialogue, 8);
  GPtrArray *claims = weft_dialogue_item_get_claims (item);
  g_autoptr (GString) marks = g_string_new (NULL);

  print_claims (item, marks);
  g_assert_cmpuint (claims->len, ==, 2);
  g_assert_cmpstr (marks->str, ==, " {contradicts 9 score: about 2.1} {matches 9 score: 1.883}");
  fixture_remove (folder);
}

/* An answer comes in pieces before its event. */
static void
stream_answer (WeftDialogue *dialogue,
               WeftEvent    *event)
{
  JsonObject *data = weft_event_get_data (event);
  const char *content = json_object_get_string_member_with_default (data, "content", "");
  const char *thinking = json_object_get_string_member_with_default (data, "thinking", "");

  for (const char *at = thinking; *at != '\0'; at = g_utf8_next_char (at))
    {
      g_autofree char *part = g_strndup (thinking, (gsize) (at - thinking));

      weft_dialogue_stream (dialogue, weft_event_get_actor (event), "", part, 0);
    }
  for (const char *at = content; *at != '\0'; at = g_utf8_next_char (at))
    {
      g_autofree char *part = g_strndup (content, (gsize) (at - content));

      weft_dialogue_stream (dialogue, weft_event_get_actor (event), part, thinking, 0);
    }
  weft_dialogue_stream (dialogue, weft_event_get_actor (event), content, thinking, 17);
}

static void
test_live (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailRun) run = write_run (folder, rows, G_N_ELEMENTS (rows));
  g_autoptr (WeftDialogue) live = weft_dialogue_new ();
  g_autoptr (GPtrArray) mirror = follow (live);

  for (guint i = 1; i <= G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, i, &error);
      g_autoptr (WeftTrailRun) cut = write_run (folder, rows, i);
      g_autoptr (WeftDialogue) loaded = load (cut);
      g_autofree char *expected = print_dialogue (loaded);
      g_autofree char *found = NULL;

      g_assert_no_error (error);
      if (g_str_equal (weft_event_get_kind (event), "llm.response"))
        stream_answer (live, event);
      if (i == 17)
        weft_dialogue_stream (live, "planner", "That sh", NULL, 0);
      weft_dialogue_take_event (live, event);
      if (i == 17)
        {
          WeftDialogueItem *last = item_at (live, g_list_model_get_n_items (G_LIST_MODEL (live)) - 1);

          g_assert_true (weft_dialogue_item_is_streaming (last));
          g_assert_cmpstr (weft_dialogue_item_get_text (last), ==, "That sh");
          continue;
        }
      found = print_dialogue (live);
      g_assert_cmpstr (found, ==, expected);
    }
  g_signal_handlers_disconnect_by_data (live, mirror);
  fixture_remove (folder);
}

static void
count_cb (GObject    *object,
          GParamSpec *pspec,
          gpointer    data)
{
  (*(guint *) data)++;
}

/* While an answer streams, its item grows and has marks of its own. */
static void
test_stream (void)
{
  const char *said = "HPCG reaches 4.77x.\nThat should bring the score to about 2.1; the last gave 1.883. Next.";
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailRun) run = write_run (folder, rows, 9);
  g_autoptr (WeftDialogue) dialogue = load (run);
  g_autoptr (GString) marks = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (said);
  WeftDialogueItem *item;
  guint n_notified = 0;

  weft_dialogue_stream (dialogue, "chip", "not shown", NULL, 0);
  weft_dialogue_stream (dialogue, "planner", "", "", 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (dialogue)), ==, 3);
  weft_dialogue_stream (dialogue, "planner", "HPCG", NULL, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (dialogue)), ==, 4);

  item = item_at (dialogue, 3);
  g_signal_connect (item, "notify::text", G_CALLBACK (count_cb), &n_notified);
  weft_dialogue_stream (dialogue, "planner", text->str, "thinks", 12);
  g_assert_cmpuint (n_notified, >, 0);
  g_string_append (text, " And much more is said about it, so that marks are looked for once again.");
  weft_dialogue_stream (dialogue, "planner", text->str, "thinks", 12);
  g_assert_cmpstr (weft_dialogue_item_get_text (item), ==, text->str);
  g_assert_cmpstr (weft_dialogue_item_get_thinking (item), ==, "thinks");
  g_assert_cmpuint (weft_dialogue_item_get_coming_bytes (item), ==, 12);
  g_assert_cmpstr (weft_dialogue_item_get_model (item), ==, "gpt-oss-120b");
  print_claims (item, marks);
  g_assert_cmpstr (marks->str, ==, " {matches 9 hpcg speed-up: 4.77x} {contradicts 9 score: about 2.1} {matches 9 score: 1.883}");

  weft_dialogue_stream (dialogue, "planner", "Again", NULL, 0);
  g_assert_cmpstr (weft_dialogue_item_get_text (item), ==, "Again");
  fixture_remove (folder);
}

/* A text without end takes no more room than is shown, and no more time than its length. */
static void
test_long_stream (void)
{
  g_autoptr (WeftDialogue) dialogue = weft_dialogue_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  const char *shown;

  while (text->len < 4 * 1024 * 1024)
    {
      for (guint i = 0; i < 100; i++)
        g_string_append (text, "score 9.9 ");
      weft_dialogue_stream (dialogue, "planner", text->str, NULL, 0);
    }
  shown = weft_dialogue_item_get_text (item_at (dialogue, 0));
  g_assert_cmpuint (strlen (shown), <, 257 * 1024);
  g_assert_cmpuint (strlen (shown), >=, 256 * 1024);
  g_assert_true (g_utf8_validate (shown, -1, NULL));
}

/* A search has no language model in it and reads as well. */
static void
test_search (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, NULL, 3);
  g_autoptr (WeftTrailRun) run = fixture_open (path);
  g_autoptr (WeftDialogue) dialogue = load (run);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (dialogue)), ==, 5);
  g_assert_cmpstr (weft_dialogue_item_get_text (item_at (dialogue, 0)), ==,
                   "Search: hill climbing. Space: paper-2. Seed: 3. At most 100 evaluations.");
  g_assert_cmpstr (weft_dialogue_item_get_label (item_at (dialogue, 2)), ==, "98 % B200, 2 % WSE3s");
  g_assert_cmpfloat (weft_dialogue_item_get_score (item_at (dialogue, 2)), ==, 1.5);
  g_assert_true (weft_dialogue_item_is_best (item_at (dialogue, 2)));
  g_assert_cmpint (weft_dialogue_item_get_kind (item_at (dialogue, 4)), ==, WEFT_DIALOGUE_END);
  fixture_remove (folder);
}

/* One member of an event, or of an object in it, becomes something else or goes. */
static void
spoil (JsonObject *data,
       GRand      *rand)
{
  static const char *const values[] = { "null", "7", "-1", "1e300", "\"x\"", "\"\\u202e\\u0007\"", "[]", "{}", "true",
                                        "[[],{},null,\"\"]", "{\"a\":{\"b\":[1]}}" };
  g_autoptr (GList) members = json_object_get_members (data);
  guint n = g_list_length (members);
  const char *member = n == 0 ? NULL : g_list_nth_data (members, (guint) g_rand_int_range (rand, 0, (int) n));
  JsonNode *node = member == NULL ? NULL : json_object_get_member (data, member);

  if (node == NULL)
    return;
  if (JSON_NODE_HOLDS_OBJECT (node) && g_rand_boolean (rand))
    spoil (json_node_get_object (node), rand);
  else if (g_rand_int_range (rand, 0, 4) == 0)
    json_object_remove_member (data, member);
  else
    {
      const char *value = values[g_rand_int_range (rand, 0, G_N_ELEMENTS (values))];
      g_autoptr (JsonNode) other = weft_json_parse (value, -1, "test", NULL, NULL);

      json_object_set_member (data, member, g_steal_pointer (&other));
    }
}

static void
append_spoilt (WeftTrailWriter *writer,
               GRand           *rand)
{
  const Row *row = &rows[g_rand_int_range (rand, 0, G_N_ELEMENTS (rows) - 1)]; /* nothing follows the last one */
  g_autoptr (JsonNode) node = weft_json_parse (row->data, -1, "test", NULL, NULL);
  g_autoptr (GError) error = NULL;
  guint64 last = weft_trail_writer_get_seq (writer);

  for (int i = g_rand_int_range (rand, 0, 4); i > 0; i--)
    spoil (json_node_get_object (node), rand);
  weft_trail_writer_append (writer, row->kind, row->actor,
                            last == 0 ? 0 : (guint64) g_rand_int_range (rand, 0, (int) last + 1), node, NULL, NULL,
                            &error);
  g_assert_no_error (error);
}

static void
test_spoilt (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *folder = fixture_folder ();
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (folder, NULL, "seed", &error);
      g_autoptr (WeftTrailRun) run = NULL;
      g_autoptr (WeftDialogue) dialogue = NULL;
      g_autofree char *printed = NULL;

      g_assert_no_error (error);
      for (guint j = 0; j < 50; j++)
        append_spoilt (writer, rand);
      g_assert_true (weft_trail_writer_close (writer, &error));
      run = fixture_open (weft_trail_writer_get_path (writer));
      dialogue = load (run);
      printed = print_dialogue (dialogue);
      g_assert_true (g_utf8_validate (printed, -1, NULL));
      g_assert_null (strstr (printed, "\u202e"));
      g_assert_null (strchr (printed, '\a'));
      fixture_remove (folder);
    }
}

static void
test_safe (void)
{
  static const struct
  {
    const char *text;
    gsize max;
    const char *safe;
  } cases[] = {
    { "plain\ttext\nof two lines", 0, "plain\ttext\nof two lines" },
    { "a\r\nb\rc\r", 0, "a\nb\ufffdc\ufffd" },
    { "\033[31mred\007", 0, "\ufffd[31mred\ufffd" },
    { "x\u202ey\u2066z", 0, "x\ufffdy\ufffdz" },
    { "\ufeffpass\u200bword\u00ad", 0, "password" },
    { "tag\U000e0041\U000e0042", 0, "tag" },
    { "👩\u200d👩\u200d\u200d👧", 0, "👩\u200d👩\u200d👧" },
    { "Z\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301", 0, "Z\u0301\u0301\u0301\u0301\u0301\u0301" },
    { "bad \xff\xc3 bytes", 0, "bad \ufffd\ufffd bytes" },
    { "abcdef", 6, "abcdef" },
    { "abcdef", 5, "abcd…" },
    { "abcdef", 1, "…" },
    { "", 0, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *safe = weft_dialogue_make_safe (cases[i].text, cases[i].max);

      g_assert_cmpstr (safe, ==, cases[i].safe);
    }
}

static void
test_cancelled (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailRun) run = write_run (folder, rows, 3);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (weft_dialogue_load (run, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  fixture_remove (folder);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/dialogue/whole", test_whole);
  g_test_add_func ("/agent/dialogue/calls", test_calls);
  g_test_add_func ("/agent/dialogue/marks", test_marks);
  g_test_add_func ("/agent/dialogue/live", test_live);
  g_test_add_func ("/agent/dialogue/stream", test_stream);
  g_test_add_func ("/agent/dialogue/long-stream", test_long_stream);
  g_test_add_func ("/agent/dialogue/search", test_search);
  g_test_add_func ("/agent/dialogue/spoilt", test_spoilt);
  g_test_add_func ("/agent/dialogue/safe", test_safe);
  g_test_add_func ("/agent/dialogue/cancelled", test_cancelled);

  return g_test_run ();
}
