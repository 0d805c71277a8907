/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan page as a user works with it: plan to the end, steer, pause, stop, read an old run, fill in an endpoint. */
#include <glib/gstdio.h>
#include <string.h>

#include "app-fixture.h"

#include "agent/weft-endpoint-presets.h"
#include "app/plan/weft-call-card.h"
#include "app/plan/weft-claim-label.h"
#include "app/plan/weft-dialogue-row.h"
#include "app/plan/weft-dialogue-view.h"
#include "app/plan/weft-endpoint-form.h"
#include "app/plan/weft-endpoints-dialog.h"
#include "app/plan/weft-plan-bar.h"
#include "app/plan/weft-plan-page.h"
#include "app/plan/weft-run-panel.h"
#include "app/trail/weft-trail-page.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"

typedef struct
{
  Fixture fixture;
  WeftDocumentPage *document;
  WeftSession *session;
  WeftPlanPage *page;
  WeftPlanJob *job;
} Shown;

static void
set_up (Shown *shown, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/iter33.weft");
  WeftPlanAims *aims;

  fixture_set_up (&shown->fixture, NULL);
  g_setenv ("WEFT_ENDPOINT_DIR", shown->fixture.folder, TRUE);
  shown->document = fixture_open (&shown->fixture, path);
  shown->session = weft_document_page_get_session (shown->document);
  g_assert_true (weft_document_page_show_page (shown->document, "plan"));
  shown->page = WEFT_PLAN_PAGE (fixture_find (GTK_WIDGET (shown->document), WEFT_TYPE_PLAN_PAGE, 0));
  shown->job = weft_plan_page_get_job (shown->page);
  aims = weft_plan_job_get_aims (shown->job);
  aims->folder = g_strdup (shown->fixture.folder);
  aims->budget.evaluations = 4;
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
}

static void
tear_down (Shown *shown, gconstpointer data)
{
  fixture_tear_down (&shown->fixture, NULL);
}

static void
act (Shown *shown, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), action, NULL));
}

static GtkWidget *
find (Shown *shown, GType type)
{
  return fixture_find (GTK_WIDGET (shown->page), type, 0);
}

static gboolean
is_over (gpointer data)
{
  return !weft_plan_job_is_busy (data);
}

static gboolean
is_on (gpointer data)
{
  return weft_plan_job_get_plan (data) != NULL;
}

static gboolean
is_paused (gpointer data)
{
  WeftPlan *plan = weft_plan_job_get_plan (data);

  return plan != NULL && weft_plan_get_state (plan) == WEFT_PLAN_PAUSED;
}

/* The page shows what the job says a frame later. */
static gboolean
shows_end (gpointer data)
{
  Shown *shown = data;

  return strstr (weft_plan_bar_get_state (WEFT_PLAN_BAR (find (shown, WEFT_TYPE_PLAN_BAR))), "over") != NULL;
}

static void
plan (Shown *shown)
{
  act (shown, "plan.start");
  fixture_wait (is_on, shown->job);
  fixture_wait (is_over, shown->job);
  fixture_wait (shows_end, shown);
}

static guint
count_items (WeftDialogue *dialogue, WeftDialogueKind kind)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (dialogue)); i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (G_LIST_MODEL (dialogue), i);

      n += weft_dialogue_item_get_kind (item) == kind;
    }
  return n;
}

/* (transfer full): the last of its kind. */
static WeftDialogueItem *
find_last (WeftDialogue *dialogue, WeftDialogueKind kind)
{
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (dialogue)); i > 0; i--)
    {
      WeftDialogueItem *item = g_list_model_get_item (G_LIST_MODEL (dialogue), i - 1);

      if (weft_dialogue_item_get_kind (item) == kind)
        return item;
      g_object_unref (item);
    }
  return NULL;
}

static const char *
get_fact (Shown *shown, const char *name)
{
  return weft_run_panel_get_fact (WEFT_RUN_PANEL (find (shown, WEFT_TYPE_RUN_PANEL)), name);
}

/* --- a run --- */

static void
test_run (Shown *shown, gconstpointer data)
{
  WeftDialogue *dialogue;
  WeftPlanCounts counts;
  WeftPlanBudget budget;

  plan (shown);
  g_assert_cmpint (weft_plan_job_get_state (shown->job), ==, WEFT_PLAN_JOB_RUN);
  dialogue = weft_plan_job_get_dialogue (shown->job);
  weft_plan_job_get_counts (shown->job, &counts, &budget);
  g_assert_cmpuint (counts.evaluations, ==, 4);
  g_assert_true (counts.has_best);
  g_assert_cmpuint (count_items (dialogue, WEFT_DIALOGUE_CALL), >=, 4);
  g_assert_cmpuint (count_items (dialogue, WEFT_DIALOGUE_TURN), >=, 4);
  g_assert_cmpuint (count_items (dialogue, WEFT_DIALOGUE_END), ==, 1);
  g_assert_cmpstr (get_fact (shown, "evaluations"), ==, "4 of 4");
  g_assert_cmpstr (get_fact (shown, "refused"), ==, "none");
  g_assert_cmpstr (get_fact (shown, "planner"), ==, "Built-in planner (rules)");
  g_assert_null (get_fact (shown, "cost"));
  g_assert_nonnull (fixture_find (GTK_WIDGET (shown->page), WEFT_TYPE_CALL_CARD, 0));
}

static char *
write_design (WeftSession *session)
{
  g_autoptr (JsonNode) root = weft_design_to_json (weft_session_get_design (session));

  return weft_json_write_canonical (root);
}

/* What a card's buttons do. */
static void
test_designs (Shown *shown, gconstpointer data)
{
  g_autofree char *before = write_design (shown->session);
  g_autofree char *applied = NULL, *undone = NULL;
  g_autoptr (WeftDialogueItem) item = NULL;
  guint64 seq;

  plan (shown);
  item = find_last (weft_plan_job_get_dialogue (shown->job), WEFT_DIALOGUE_CALL);
  seq = weft_dialogue_item_get_seq (item);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "plan.apply-design", "t", seq));
  applied = write_design (shown->session);
  g_assert_cmpstr (applied, !=, before);
  g_assert_true (weft_history_undo (weft_session_get_history (shown->session)));
  undone = write_design (shown->session);
  g_assert_cmpstr (undone, ==, before);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "plan.open-design", "t", seq));
  g_assert_true (weft_window_get_session (shown->fixture.window) != shown->session);
}

/* (transfer none) (nullable) */
static GtkWidget *
find_read_button (WeftDocumentPage *document)
{
  GtkWidget *trail = fixture_find (GTK_WIDGET (document), WEFT_TYPE_TRAIL_PAGE, 0);
  GtkWidget *button;

  for (guint i = 0; (button = fixture_find (trail, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), "trail.read-dialogue") == 0)
      return button;
  return NULL;
}

static gboolean
offers_dialogue (gpointer data)
{
  GtkWidget *button = find_read_button (data);

  return button != NULL && gtk_widget_get_visible (button) && gtk_widget_is_sensitive (button);
}

static void
test_trail (Shown *shown, gconstpointer data)
{
  g_autoptr (WeftDialogueItem) item = NULL;

  plan (shown);
  item = find_last (weft_plan_job_get_dialogue (shown->job), WEFT_DIALOGUE_CALL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "plan.show-event", "t",
                                             weft_dialogue_item_get_seq (item)));
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (weft_document_page_get_pages (shown->document)),
                   ==, "trail");
  fixture_wait (offers_dialogue, shown->document);
}

/* --- what the user does meanwhile --- */

static void
test_steer (Shown *shown, gconstpointer data)
{
  GtkWidget *bar = find (shown, WEFT_TYPE_PLAN_BAR);
  GtkWidget *entry = fixture_find (bar, GTK_TYPE_ENTRY, 0);
  g_autoptr (WeftDialogueItem) said = NULL;

  weft_plan_job_get_aims (shown->job)->budget.evaluations = 40;
  act (shown, "plan.start");
  fixture_wait (is_on, shown->job);
  act (shown, "plan.pause");
  fixture_wait (is_paused, shown->job);
  gtk_editable_set_text (GTK_EDITABLE (entry), "  Use <b>fewer</b> chips  ");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  act (shown, "plan.hand-back");
  act (shown, "plan.go-on");
  act (shown, "plan.stop");
  fixture_wait (is_over, shown->job);
  said = find_last (weft_plan_job_get_dialogue (shown->job), WEFT_DIALOGUE_USER);
  g_assert_nonnull (said);
  g_assert_cmpstr (weft_dialogue_item_get_text (said), ==, "Use <b>fewer</b> chips");
  fixture_wait (shows_end, shown);
  g_assert_cmpuint (count_items (weft_plan_job_get_dialogue (shown->job), WEFT_DIALOGUE_END), ==, 1);
}

/* A design that was handed back is evaluated like any other. */
static gboolean
has_own (gpointer data)
{
  WeftDialogue *dialogue = weft_plan_job_get_dialogue (data);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (dialogue)); i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (G_LIST_MODEL (dialogue), i);

      if (weft_dialogue_item_get_kind (item) == WEFT_DIALOGUE_CALL
          && g_strcmp0 (weft_dialogue_item_get_agent (item), "user") == 0
          && weft_dialogue_item_get_verdict (item) != WEFT_CALL_WAITING)
        return TRUE;
    }
  return FALSE;
}

static void
test_hand_back (Shown *shown, gconstpointer data)
{
  weft_plan_job_get_aims (shown->job)->budget.evaluations = 40;
  act (shown, "plan.start");
  fixture_wait (is_on, shown->job);
  act (shown, "plan.hand-back");
  fixture_wait (has_own, shown->job);
  act (shown, "plan.stop");
  fixture_wait (is_over, shown->job);
}

static WeftPlan *watched;

static gboolean
is_watched_done (gpointer data)
{
  return weft_plan_get_state (watched) == WEFT_PLAN_DONE;
}

/* The tab goes while a run is on: the run ends, and writes that it did. */
static void
test_close (Shown *shown, gconstpointer data)
{
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (WeftEvent) end = NULL;
  g_autofree char *path = NULL;

  weft_plan_job_get_aims (shown->job)->budget.evaluations = 400;
  act (shown, "plan.start");
  fixture_wait (is_on, shown->job);
  watched = g_object_ref (weft_plan_job_get_plan (shown->job));
  path = g_strdup (weft_plan_get_path (watched));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "win.close-tab", NULL));
  fixture_wait (is_watched_done, NULL);
  g_clear_object (&watched);
  run = weft_trail_run_open (path, NULL);
  g_assert_nonnull (run);
  end = weft_trail_run_find (run, "run.end", TRUE, NULL);
  g_assert_nonnull (end);
}

/* --- old runs --- */

static gboolean
is_read (gpointer data)
{
  return weft_plan_job_get_state (data) == WEFT_PLAN_JOB_RECORD;
}

/* (transfer full): what is read, a line an item. */
static char *
write_dialogue (WeftDialogue *dialogue)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (dialogue)); i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (G_LIST_MODEL (dialogue), i);
      const char *label = weft_dialogue_item_get_label (item);

      g_string_append_printf (text, "%d %s %s %.6g %u\n", weft_dialogue_item_get_kind (item),
                              weft_dialogue_item_get_text (item), label != NULL ? label : "",
                              weft_dialogue_item_get_score (item),
                              g_list_model_get_n_items (weft_dialogue_item_get_advice (item)));
    }
  return g_string_free (text, FALSE);
}

static gboolean
has_problem (gpointer data)
{
  return weft_plan_job_get_problem (data) != NULL;
}

static void
test_old_run (Shown *shown, gconstpointer data)
{
  g_autofree char *live = NULL, *old = NULL, *path = NULL, *before = NULL, *after = NULL;
  g_autoptr (WeftDialogueItem) item = NULL;

  plan (shown);
  live = write_dialogue (weft_plan_job_get_dialogue (shown->job));
  path = g_strdup (weft_plan_job_get_path (shown->job));
  act (shown, "plan.new");
  g_assert_null (weft_plan_job_get_dialogue (shown->job));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->document), "page.read-dialogue", "s", path));
  fixture_wait (is_read, shown->job);
  old = write_dialogue (weft_plan_job_get_dialogue (shown->job));
  g_assert_cmpstr (old, ==, live);
  fixture_wait (has_problem, shown->job);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  before = write_design (shown->session);
  item = find_last (weft_plan_job_get_dialogue (shown->job), WEFT_DIALOGUE_CALL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "plan.apply-design", "t",
                                             weft_dialogue_item_get_seq (item)));
  after = write_design (shown->session);
  g_assert_cmpstr (after, !=, before);
}

static void
test_replay (Shown *shown, gconstpointer data)
{
  WeftReplayReport report;

  plan (shown);
  act (shown, "plan.replay");
  fixture_wait (is_on, shown->job);
  fixture_wait (is_over, shown->job);
  g_assert_true (weft_plan_get_replay (weft_plan_job_get_plan (shown->job), &report));
  g_assert_cmpuint (report.first_difference, ==, 0);
}

/* --- what is shown of what was said --- */

static WeftEvent *
make_event (const char *kind, const char *actor, guint64 seq, guint64 parent, const char *data)
{
  g_autofree char *zeros = g_strnfill (64, '0');
  g_autofree char *line = g_strdup_printf (
    "{\"v\":1,\"run\":\"01J00000000000000000000000\",\"seq\":%" G_GUINT64_FORMAT
    ",\"t\":\"2026-11-29T11:02:03.123456Z\",\"mono_us\":%" G_GUINT64_FORMAT
    ",\"type\":\"%s\",\"actor\":\"%s\",\"parent\":%" G_GUINT64_FORMAT ",\"data\":%s,\"prev\":\"%s\",\"hash\":\"%s\"}",
    seq, seq, kind, actor, parent, data, zeros, zeros);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_parse (line, -1, "event", NULL, NULL);
  g_autofree char *canonical = weft_json_write_canonical (root);
  WeftEvent *event = weft_event_new_from_line (canonical, -1, &error);

  g_assert_no_error (error);
  return event;
}

static void
take (WeftDialogue *dialogue, const char *kind, guint64 seq, const char *data)
{
  g_autoptr (WeftEvent) event = make_event (kind, "planner", seq, 0, data);

  weft_dialogue_take_event (dialogue, event);
}

#define HOSTILE "<b>bold</b> &amp; <a href='x'>link</a> \xe2\x80\xae reversed \x1b[31m red"

static void
test_hostile (Shown *shown, gconstpointer data)
{
  g_autoptr (WeftDialogue) dialogue = weft_dialogue_new ();
  g_autoptr (WeftDialogueItem) item = NULL;
  WeftDialogueRow *row = WEFT_DIALOGUE_ROW (g_object_ref_sink (weft_dialogue_row_new ()));
  const char *text;

  weft_dialogue_stream (dialogue, "planner", HOSTILE, "<i>thought</i>", 0);
  item = g_list_model_get_item (G_LIST_MODEL (dialogue), 0);
  weft_dialogue_row_bind (row, item, NULL);
  text = weft_claim_label_get_text (
    WEFT_CLAIM_LABEL (fixture_find (GTK_WIDGET (row), WEFT_TYPE_CLAIM_LABEL, 0)));
  g_assert_nonnull (strstr (text, "<b>bold</b> &amp; <a href='x'>link</a>"));
  g_assert_null (strstr (text, "\x1b"));
  g_assert_null (strstr (text, "\xe2\x80\xae"));
  weft_dialogue_row_bind (row, NULL, NULL);
  g_object_unref (row);
}

static WeftClaim *
make_claim (guint start, guint end, WeftClaimVerdict verdict, guint evaluation, double actual)
{
  WeftClaim *claim = g_new0 (WeftClaim, 1);

  *claim = (WeftClaim){ start, end, verdict, evaluation, (char *) "score", 0, actual };
  return claim;
}

static void
test_marks (void)
{
  const char *text = "Score 1.883, then 2.1, then 7 < 8.";
  g_autoptr (GPtrArray) claims = g_ptr_array_new_with_free_func (g_free);
  GtkWidget *label = g_object_ref_sink (weft_claim_label_new ());
  g_autofree char *words = NULL, *tip = NULL;
  const char *shown;

  g_ptr_array_add (claims, make_claim (6, 11, WEFT_CLAIM_MATCHES, 9, 1.883));
  g_ptr_array_add (claims, make_claim (18, 21, WEFT_CLAIM_CONTRADICTS, 9, 1.883));
  g_ptr_array_add (claims, make_claim (28, 29, WEFT_CLAIM_UNKNOWN, 0, NAN));
  /* One that does not fit is passed over. */
  g_ptr_array_add (claims, make_claim (20, 4000, WEFT_CLAIM_MATCHES, 1, 1));
  weft_claim_label_set (WEFT_CLAIM_LABEL (label), text, claims, TRUE);
  shown = weft_claim_label_get_text (WEFT_CLAIM_LABEL (label));
  g_assert_nonnull (strstr (shown, "1.883\302\240✓ evaluation 9, then 2.1\302\240× not from the evaluator, then 7 < 8."));
  words = weft_claims_describe (text, claims);
  g_assert_cmpstr (words, ==, "2.1 (score): no evaluation says so; evaluation 9 gave 1.883");
  tip = weft_claim_explain (text, claims->pdata[0]);
  g_assert_nonnull (strstr (tip, "evaluation 9"));
  g_object_unref (label);
}

/* --- many turns --- */

static gboolean
has_rows (gpointer data)
{
  return fixture_find (data, WEFT_TYPE_DIALOGUE_ROW, 5) != NULL;
}

static gboolean
follows (gpointer data)
{
  return weft_dialogue_view_get_following (data);
}

static guint
count_rows (GtkWidget *widget)
{
  guint n = 0;

  while (fixture_find (widget, WEFT_TYPE_DIALOGUE_ROW, n) != NULL)
    n++;
  return n;
}

static void
test_many (Shown *shown, gconstpointer data)
{
  g_autoptr (WeftDialogue) dialogue = weft_dialogue_new ();
  GtkWidget *window = gtk_window_new ();
  WeftDialogueView *view = g_object_new (WEFT_TYPE_DIALOGUE_VIEW, NULL);

  for (guint64 i = 1; i <= 1000; i++)
    {
      g_autofree char *answer = g_strdup_printf (
        "{\"outcome\":\"ok\",\"content\":\"Turn %" G_GUINT64_FORMAT "\",\"tool_calls\":[]}", i);

      take (dialogue, "llm.response", i, answer);
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (dialogue)), ==, 1000);
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 500);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (view));
  weft_dialogue_view_set_dialogue (view, dialogue, FALSE);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (has_rows, view);
  fixture_wait_for_frame (GTK_WIDGET (view));
  /* Only what is near has a row. */
  g_assert_cmpuint (count_rows (GTK_WIDGET (view)), <, 400);
  for (guint64 seq = 1; seq <= 1000; seq += 111)
    {
      weft_dialogue_view_go_to (view, seq);
      fixture_wait_for_frame (GTK_WIDGET (view));
    }
  gtk_widget_activate_action (GTK_WIDGET (view), "dialogue.jump", NULL);
  fixture_wait (follows, view);
  weft_dialogue_view_set_dialogue (view, NULL, TRUE);
  fixture_wait_for_frame (GTK_WIDGET (view));
  g_assert_cmpuint (count_rows (GTK_WIDGET (view)), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* --- endpoints --- */

static void
type (GtkWidget *form, const char *title, const char *text)
{
  GtkWidget *row;

  for (guint i = 0; (row = fixture_find (form, ADW_TYPE_ENTRY_ROW, i)) != NULL; i++)
    if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title))
      {
        gtk_editable_set_text (GTK_EDITABLE (row), text);
        return;
      }
  g_error ("no field %s", title);
}

static void
test_endpoints (Shown *shown, gconstpointer data)
{
  WeftEngine *engine = weft_session_get_engine (shown->session);
  GListModel *endpoints = G_LIST_MODEL (weft_engine_get_endpoints (engine));
  GtkWidget *dialog = weft_endpoints_dialog_new (engine);
  GtkWidget *form, *key;
  g_autoptr (WeftEndpoint) endpoint = NULL;
  g_autofree char *date = NULL;
  double price;

  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_cmpuint (g_list_model_get_n_items (endpoints), ==, 0);
  gtk_widget_activate_action (dialog, "endpoints.add", NULL);
  form = fixture_find (dialog, WEFT_TYPE_ENDPOINT_FORM, 0);
  /* Nothing is saved while something is wrong, and the form says what. */
  gtk_widget_activate_action (dialog, "endpoints.save", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (endpoints), ==, 0);
  g_assert_cmpstr (weft_endpoint_form_get_outcome (WEFT_ENDPOINT_FORM (form)), !=, "");
  type (form, "Model", "weft-tiny");
  type (form, "USD for a Million Tokens In", "0.5");
  type (form, "As of", "2026-11-29");
  type (form, "USD for a Million Tokens Out", "much");
  gtk_widget_activate_action (dialog, "endpoints.save", NULL);
  g_assert_nonnull (strstr (weft_endpoint_form_get_outcome (WEFT_ENDPOINT_FORM (form)), "much"));
  type (form, "USD for a Million Tokens Out", "1.5");
  adw_combo_row_set_selected (ADW_COMBO_ROW (fixture_find (form, ADW_TYPE_COMBO_ROW, 1)), 4);
  key = fixture_find (form, GTK_TYPE_PASSWORD_ENTRY, 0);
  gtk_editable_set_text (GTK_EDITABLE (key), "sk-secret");
  gtk_widget_activate_action (dialog, "endpoints.save", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (endpoints), ==, 1);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (key)), ==, "");
  endpoint = g_list_model_get_item (endpoints, 0);
  g_assert_cmpstr (weft_endpoint_get_model (endpoint), ==, "weft-tiny");
  g_object_get (endpoint, "price-completion", &price, "price-date", &date, NULL);
  g_assert_cmpfloat (price, ==, 1.5);
  g_assert_cmpstr (date, ==, "2026-11-29");
  gtk_widget_activate_action (dialog, "endpoints.edit", "u", 0);
  gtk_widget_activate_action (dialog, "endpoints.delete", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (endpoints), ==, 0);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
is_tested (gpointer data)
{
  return strstr (weft_endpoint_form_get_outcome (data), "Asking") == NULL;
}

/* Nobody answers there: the form says so, and nothing else happens. */
static void
test_connection (Shown *shown, gconstpointer data)
{
  WeftEndpointForm *form = WEFT_ENDPOINT_FORM (g_object_ref_sink (g_object_new (WEFT_TYPE_ENDPOINT_FORM, NULL)));

  weft_endpoint_form_edit (form, weft_session_get_engine (shown->session), NULL);
  type (GTK_WIDGET (form), "Address", "http://127.0.0.1:9/v1");
  weft_endpoint_form_test (form);
  fixture_wait (is_tested, form);
  g_assert_cmpstr (weft_endpoint_form_get_outcome (form), !=, "");
  g_object_unref (form);
}

/* --- room --- */

static gboolean
is_narrow (gpointer data)
{
  return gtk_widget_has_css_class (data, "narrow");
}

/* A narrow window shows all of a run, with the panel on demand. */
static void
test_narrow (Shown *shown, gconstpointer data)
{
  GtkWidget *view = find (shown, WEFT_TYPE_DIALOGUE_VIEW);
  GtkWidget *bar = find (shown, WEFT_TYPE_PLAN_BAR);
  GtkWidget *panel = find (shown, WEFT_TYPE_RUN_PANEL);
  int least;

  plan (shown);
  g_assert_true (gtk_widget_get_mapped (panel));
  gtk_window_set_default_size (GTK_WINDOW (shown->fixture.window), 360, 700);
  fixture_wait (is_narrow, shown->page);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_false (gtk_widget_get_mapped (panel));
  gtk_widget_measure (view, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  gtk_widget_measure (bar, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  g_object_set (shown->page, "details", TRUE, NULL);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_true (gtk_widget_get_mapped (panel));
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
#define ADD(path, test) g_test_add ("/app/plan-page/" path, Shown, NULL, set_up, test, tear_down)
  ADD ("run", test_run);
  ADD ("designs", test_designs);
  ADD ("trail", test_trail);
  ADD ("steer", test_steer);
  ADD ("hand-back", test_hand_back);
  ADD ("close", test_close);
  ADD ("old-run", test_old_run);
  ADD ("replay", test_replay);
  ADD ("hostile", test_hostile);
  ADD ("many", test_many);
  ADD ("endpoints", test_endpoints);
  ADD ("connection", test_connection);
  ADD ("narrow", test_narrow);
#undef ADD
  g_test_add_func ("/app/plan-page/marks", test_marks);
  return g_test_run ();
}
