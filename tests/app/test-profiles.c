/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles in the window: which one judges new documents, changing it, two of them side by side, and where their
 * constants come from. */
#include "app-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "app/compare/weft-compare-page.h"
#include "app/compare/weft-reason-list.h"
#include "app/provenance/weft-constants-dialog.h"
#include "app/provenance/weft-profile-card.h"
#include "app/provenance/weft-source-label.h"
#include "app/weft-window-private.h"
#include "model/weft-comparison.h"
#include "model/weft-profile-difference.h"

#define ITER33 "catalog/systems/iter33.weft"
#define H100 "\"chip\":\"H100\",\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\""
#define PAPER "archagent-2026"
#define MEASURED "measured"

static gboolean
shows_other (gpointer data)
{
  gpointer *pair = data;
  WeftSession *session = WEFT_WINDOW (pair[0])->session;

  return session != NULL && session != pair[1] && weft_session_get_evaluation (session) != NULL;
}

/* Beside what is open already. */
static WeftSession *
open_beside (Fixture *fixture, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gpointer pair[] = { fixture->window, fixture->window->session };

  weft_window_open_file (fixture->window, file);
  fixture_wait (shows_other, pair);
  return fixture->window->session;
}

static WeftSession *
open_example (Fixture *fixture)
{
  g_autofree char *path = fixture_source_path (ITER33);

  return open_beside (fixture, path);
}

/* Each time a file of its own. */
static WeftSession *
open_text (Fixture *fixture, const char *text)
{
  static guint n;
  g_autofree char *name = g_strdup_printf ("design-%u.weft", n++);
  g_autofree char *path = fixture_write (fixture, name, text);

  return open_beside (fixture, path);
}

static WeftDesign *
get_design (Fixture *fixture)
{
  return weft_session_get_design (fixture->window->session);
}

/* --- which one judges --- */

static gboolean
has_evaluation (gpointer window)
{
  WeftSession *session = WEFT_WINDOW (window)->session;

  return session != NULL && weft_session_get_evaluation (session) != NULL;
}

/* What a person begins is judged by measurements, an example of the paper and a document that names nothing by the
 * paper's profile. */
static void
test_begin (Fixture *fixture, gconstpointer data)
{
  static const char *const actions[] = { "win.new", "win.new-graph" };

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), actions[i], NULL);
      fixture_wait (has_evaluation, fixture->window);
      g_assert_cmpstr (weft_design_get_profile (get_design (fixture)), ==, MEASURED);
      g_assert_cmpstr (weft_evaluation_get_profile (weft_session_get_evaluation (fixture->window->session)), ==,
                       MEASURED);
    }
  open_example (fixture);
  g_assert_cmpstr (weft_design_get_profile (get_design (fixture)), ==, PAPER);
  open_text (fixture, "{\"name\":\"p\",\"partitions\":[{" H100 ",\"power_frac\":1}]}");
  g_assert_cmpstr (weft_design_get_profile (get_design (fixture)), ==, PAPER);
}

static GtkWidget *
make_card (Fixture *fixture, GtkWidget **popover)
{
  *popover = g_object_ref_sink (gtk_popover_new ());
  gtk_popover_set_child (GTK_POPOVER (*popover),
                         weft_profile_card_new (fixture->window->session, GTK_POPOVER (*popover)));
  return gtk_popover_get_child (GTK_POPOVER (*popover));
}

/* Whether a label that is to be seen says it. */
static gboolean
says (GtkWidget *root, const char *words)
{
  if (!gtk_widget_get_visible (root))
    return FALSE;
  if (GTK_IS_LABEL (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), words) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, words))
      return TRUE;
  return FALSE;
}

/* Activates the row with this subtitle. */
static void
choose_profile (GtkWidget *card, const char *id)
{
  GtkWidget *row;

  for (guint i = 0; (row = fixture_find (card, ADW_TYPE_ACTION_ROW, i)) != NULL; i++)
    if (g_strcmp0 (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), id) == 0)
      {
        g_signal_emit_by_name (gtk_widget_get_ancestor (row, GTK_TYPE_LIST_BOX), "row-activated", row);
        return;
      }
  g_error ("no %s in the popover", id);
}

/* The other profile is one step, which can be taken back; the same again is none. */
static void
test_change (Fixture *fixture, gconstpointer data)
{
  WeftSession *session = open_example (fixture);
  WeftHistory *history = weft_session_get_history (session);
  GtkWidget *popover, *card = make_card (fixture, &popover);

  g_assert_true (says (card, "ArchAgent 2026"));
  g_assert_true (says (card, weft_evaluation_get_left_out (weft_session_get_evaluation (session))[0]));
  choose_profile (card, PAPER);
  g_assert_false (weft_history_get_can_undo (history));
  choose_profile (card, MEASURED);
  g_assert_cmpstr (weft_design_get_profile (weft_session_get_design (session)), ==, MEASURED);
  fixture_wait_for_score (session, "1.40");
  weft_history_undo (history);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_cmpstr (weft_design_get_profile (weft_session_get_design (session)), ==, PAPER);
  fixture_wait_for_score (session, "1.93");
  g_object_unref (popover);
}

/* --- side by side --- */

static WeftComparePage *
get_comparison (Fixture *fixture)
{
  return WEFT_COMPARE_PAGE (weft_window_get_page (fixture->window));
}

static gboolean
has_differences (gpointer page)
{
  return weft_compare_page_get_differences (WEFT_COMPARE_PAGE (page)) != NULL;
}

static WeftComparePage *
compare (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.compare-profiles", NULL);
  g_assert_true (WEFT_IS_COMPARE_PAGE (weft_window_get_page (fixture->window)));
  return get_comparison (fixture);
}

static WeftDifference *
find_difference (WeftComparePage *page, const char *subject)
{
  GListModel *list = weft_compare_page_get_differences (page);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftDifference) difference = g_list_model_get_item (list, i);

      if (g_str_equal (weft_difference_get_subject (difference), subject))
        return difference; /* the list keeps it */
    }
  g_error ("no difference of %s", subject);
}

/* What stands beside the table is all of the difference. */
static void
check_reasons (WeftComparePage *page, const char *key, const char *subject)
{
  WeftReasonList *list = WEFT_REASON_LIST (fixture_find (GTK_WIDGET (page), WEFT_TYPE_REASON_LIST, 0));
  WeftDifference *difference = find_difference (page, subject);
  GListModel *reasons = weft_difference_get_reasons (difference);
  double sum = 0;

  weft_compare_page_choose (page, key);
  g_assert_cmpuint (weft_reason_list_get_n (list), ==, g_list_model_get_n_items (reasons));
  g_assert_cmpuint (weft_reason_list_get_n (list), >, 0);
  for (guint i = 0; i < g_list_model_get_n_items (reasons); i++)
    {
      g_autoptr (WeftReason) reason = g_list_model_get_item (reasons, i);

      g_assert_cmpstr (weft_reason_list_get_text (list, i), ==, weft_reason_get_text (reason));
      sum += isnan (weft_reason_get_share (reason)) ? 0 : weft_reason_get_share (reason);
    }
  g_assert_cmpfloat_with_epsilon (sum, log (weft_difference_get_ratio (difference)), 1e-9);
}

static gboolean
has_changed (gpointer data)
{
  WeftComparePage *page = WEFT_COMPARE_PAGE (data);

  return has_differences (page)
         && weft_evaluation_get_budget (weft_compare_page_get_evaluation (page, 0)) == 2e6
         && weft_evaluation_get_budget (weft_compare_page_get_evaluation (page, 1)) == 2e6;
}

/* Both scores, a reason for each, and what follows a change of the design. */
static void
test_compare (Fixture *fixture, gconstpointer data)
{
  WeftSession *session = open_example (fixture);
  WeftComparePage *page = compare (fixture);
  g_autofree char *title = NULL;

  fixture_wait (has_differences, page);
  g_object_get (page, "title", &title, NULL);
  g_assert_cmpstr (title, ==, "Iter33: archagent-2026 and measured");
  g_assert_cmpstr (weft_evaluation_get_profile (weft_compare_page_get_evaluation (page, 0)), ==, PAPER);
  g_assert_cmpstr (weft_evaluation_get_profile (weft_compare_page_get_evaluation (page, 1)), ==, MEASURED);
  check_reasons (page, "score", "score");
  check_reasons (page, "workloads.training.value", "training");
  check_reasons (page, "workloads.fft.value", "fft");
  check_reasons (page, "partitions.0.count", "partitions.0");
  weft_session_set_number (session, "/facility/power_w", 2e6, FALSE);
  fixture_wait (has_changed, page);
  check_reasons (page, "score", "score");
}

/* A reason opens its constants, each with its source. */
static void
test_constants_that_act (Fixture *fixture, gconstpointer data)
{
  WeftComparePage *page;
  WeftReasonList *list;
  WeftReason *reason = NULL;
  GListModel *reasons;
  guint at = 0;

  open_example (fixture);
  page = compare (fixture);
  fixture_wait (has_differences, page);
  weft_compare_page_choose (page, "workloads.training.value");
  list = WEFT_REASON_LIST (fixture_find (GTK_WIDGET (page), WEFT_TYPE_REASON_LIST, 0));
  reasons = weft_difference_get_reasons (find_difference (page, "training"));
  for (; at < g_list_model_get_n_items (reasons) && reason == NULL; at++)
    {
      g_autoptr (WeftReason) next = g_list_model_get_item (reasons, at);

      if (weft_reason_get_sources (next)->len > 0)
        reason = next;
    }
  g_assert_nonnull (reason);
  weft_reason_list_open_row (list, at - 1);
  for (guint i = 0; i < weft_reason_get_sources (reason)->len; i++)
    {
      const WeftReasonSource *source = weft_reason_get_sources (reason)->pdata[i];

      g_assert_true (says (GTK_WIDGET (list), source->key));
      g_assert_true (says (GTK_WIDGET (list), source->source));
    }
}

static gboolean
has_both (gpointer data)
{
  WeftComparePage *page = WEFT_COMPARE_PAGE (data);

  return has_differences (page) && weft_compare_page_get_evaluation (page, 0) != NULL;
}

/* Nothing at all, and more than there is power for: no score, no failure. */
static void
test_no_score (Fixture *fixture, gconstpointer data)
{
  static const char *const texts[] = {
    "{\"name\":\"Nothing\",\"partitions\":[]}",
    "{\"name\":\"Small\",\"facility\":{\"power_w\":1},\"partitions\":[{" H100 ",\"power_frac\":1}]}",
    "{\"name\":\"Odd\",\"workload\":{\"profile\":\"no-such-workload\"},\"partitions\":[{" H100 ",\"power_frac\":1}]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      WeftComparePage *page;

      open_text (fixture, texts[i]);
      page = compare (fixture);
      fixture_wait (has_both, page);
      g_assert_true (says (GTK_WIDGET (page), "—"));
      weft_compare_page_choose (page, "score");
    }
}

static gboolean
says_lack (gpointer page)
{
  GtkWidget *lack = fixture_find (GTK_WIDGET (page), ADW_TYPE_STATUS_PAGE, 0);
  const char *words = adw_status_page_get_description (ADW_STATUS_PAGE (lack));

  return words != NULL && gtk_widget_get_mapped (lack) && strstr (words, "archagent-2062") != NULL;
}

static WeftConstantsDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (WEFT_IS_CONSTANTS_DIALOG (window))
        return WEFT_CONSTANTS_DIALOG (window);
    }
  return NULL;
}

/* A profile that is not there: all places say so, and another one can be chosen. */
static void
test_unknown (Fixture *fixture, gconstpointer data)
{
  GtkWidget *popover, *card;
  WeftComparePage *page;

  open_text (fixture, "{\"name\":\"p\",\"profile\":\"archagent-2062\",\"partitions\":[{" H100 ",\"power_frac\":1}]}");
  card = make_card (fixture, &popover);
  g_assert_true (says (card, "archagent-2062"));
  g_assert_true (says (card, "no profile of this name"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-constants", NULL);
  g_assert_null (find_dialog ());
  page = compare (fixture);
  fixture_wait (says_lack, page);
  adw_tab_view_close_page (fixture->window->tabs, adw_tab_view_get_selected_page (fixture->window->tabs));
  choose_profile (card, MEASURED);
  g_assert_cmpstr (weft_design_get_profile (get_design (fixture)), ==, MEASURED);
  g_object_unref (popover);
}

/* --- constants --- */

/* Whether one of the labels leads there. */
static gboolean
leads_to (GtkWidget *root, const char *uri)
{
  GtkWidget *label;

  for (guint i = 0; (label = fixture_find (root, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (strstr (gtk_label_get_label (GTK_LABEL (label)), uri) != NULL)
      return TRUE;
  return FALSE;
}

static void
press_escape (GtkWidget *widget)
{
  g_assert_true (gtk_widget_activate_action (widget, "constants.escape", NULL));
}

static void
test_dialog (Fixture *fixture, gconstpointer data)
{
  WeftSession *session = open_example (fixture);
  WeftConstantsDialog *dialog;
  g_autoptr (GPtrArray) keys = NULL;

  weft_session_set_text (session, "/profile", MEASURED, FALSE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-constants", NULL);
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  keys = weft_profile_list_constants (weft_session_get_profile (session));
  g_assert_cmpuint (g_list_model_get_n_items (weft_constants_dialog_get_shown (dialog)), ==, keys->len);
  weft_constants_dialog_search (dialog, "gemm_flop_share h100-sxm-80/bf16");
  g_assert_cmpuint (g_list_model_get_n_items (weft_constants_dialog_get_shown (dialog)), ==, 1);
  weft_constants_dialog_open (dialog, 0);
  g_assert_cmpstr (weft_profile_constant_get_key (weft_constants_dialog_get_open (dialog)), ==,
                   "gemm_flop_share@h100-sxm-80/bf16");
  g_assert_true (says (GTK_WIDGET (dialog),
                       weft_profile_constant_get_interval_text (weft_constants_dialog_get_open (dialog))));
  g_assert_true (leads_to (GTK_WIDGET (dialog), "https://github.com/ai-dynamo/aiconfigurator"));
  press_escape (GTK_WIDGET (dialog));
  g_assert_null (weft_constants_dialog_get_open (dialog));
  /* The same with the keyboard alone. */
  weft_constants_dialog_search (dialog, "gemm_flop_share h100-sxm-80/bf16");
  g_signal_emit_by_name (fixture_find (GTK_WIDGET (dialog), GTK_TYPE_SEARCH_ENTRY, 0), "activate");
  g_assert_nonnull (weft_constants_dialog_get_open (dialog));
  press_escape (GTK_WIDGET (dialog));
  weft_constants_dialog_search (dialog, "no such constant");
  g_signal_emit_by_name (fixture_find (GTK_WIDGET (dialog), GTK_TYPE_SEARCH_ENTRY, 0), "activate");
  g_assert_null (weft_constants_dialog_get_open (dialog));
  g_assert_cmpuint (g_list_model_get_n_items (weft_constants_dialog_get_shown (dialog)), ==, 0);
  g_assert_true (says (GTK_WIDGET (dialog), "No Constant Found"));
  g_signal_emit_by_name (fixture_find (GTK_WIDGET (dialog), GTK_TYPE_SEARCH_ENTRY, 0), "stop-search");
  fixture_settle ();
  g_assert_null (find_dialog ());
}

/* Every constant of every profile can be opened, and says its source. */
static void
test_all_constants (Fixture *fixture, gconstpointer data)
{
  static const char *const profiles[] = { PAPER, MEASURED };
  WeftSession *session = open_example (fixture);

  for (gsize p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      GtkWidget *dialog;
      GtkWidget *content;
      GListModel *shown;

      weft_session_set_text (session, "/profile", profiles[p], FALSE);
      dialog = weft_constants_dialog_new (weft_session_get_profile (session));
      content = adw_window_get_content (ADW_WINDOW (dialog));
      shown = weft_constants_dialog_get_shown (WEFT_CONSTANTS_DIALOG (dialog));
      for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
        {
          g_autoptr (WeftProfileConstant) constant = g_list_model_get_item (shown, i);

          weft_constants_dialog_open (WEFT_CONSTANTS_DIALOG (dialog), i);
          g_assert_true (weft_constants_dialog_get_open (WEFT_CONSTANTS_DIALOG (dialog)) == constant);
          g_assert_true (says (content, weft_profile_constant_get_source (constant)));
        }
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
}

/* A profile of the user's that states nothing says so, and opens nothing. */
static void
test_no_constants (Fixture *fixture, gconstpointer data)
{
  static const char text[] =
    "{\"id\":\"bare\",\"name\":\"Bare\",\"workload\":\"mixed-ai-hpc\",\"reference\":{\"chip\":\"h100-sxm-80\","
    "\"scaleup\":\"nvlink4\",\"scaleout\":\"ib-ndr\"},\"constants\":[],\"left_out\":[]}";
  g_autoptr (GError) error = NULL;
  g_autofree char *profiles = g_build_filename (fixture->folder, "profiles", NULL);
  g_autofree char *path = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;
  GtkWidget *dialog;

  g_assert_cmpint (g_mkdir (profiles, 0700), ==, 0);
  path = fixture_write (fixture, "profiles/bare.json", text);
  catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), fixture->folder, &error);
  g_assert_no_error (error);
  dialog = weft_constants_dialog_new (weft_catalog_get_profile (catalog, "bare", NULL));
  g_assert_true (says (adw_window_get_content (ADW_WINDOW (dialog)), "This profile states none"));
  weft_constants_dialog_search (WEFT_CONSTANTS_DIALOG (dialog), "mfu");
  weft_constants_dialog_open (WEFT_CONSTANTS_DIALOG (dialog), 0);
  g_assert_null (weft_constants_dialog_get_open (WEFT_CONSTANTS_DIALOG (dialog)));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Signs of markup in a source are no markup. */
static void
test_source_markup (Fixture *fixture, gconstpointer data)
{
  static const char source[] = "A & B <i>, gh:x/y, https://example.org/?a=1&b=2";
  GtkWidget *label = g_object_ref_sink (weft_source_label_new (source));

  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, source);
  g_assert_true (leads_to (label, "href=\"https://example.org/?a=1&amp;b=2\""));
  g_object_unref (label);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/app/profiles/begin", test_begin },
    { "/app/profiles/change", test_change },
    { "/app/profiles/compare", test_compare },
    { "/app/profiles/constants-that-act", test_constants_that_act },
    { "/app/profiles/no-score", test_no_score },
    { "/app/profiles/unknown", test_unknown },
    { "/app/profiles/dialog", test_dialog },
    { "/app/profiles/all-constants", test_all_constants },
    { "/app/profiles/no-constants", test_no_constants },
    { "/app/profiles/source-markup", test_source_markup },
  };

  fixture_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].test, fixture_tear_down);
  return g_test_run ();
}
