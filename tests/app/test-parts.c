/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of parts: searching by id, name and alias, choosing with the keyboard, and lists that
 * change because of what was chosen. */
#include "app-fixture.h"

#include "app/compose/weft-part-chooser.h"

#define ITER33 "catalog/systems/iter33.weft"

static WeftPartChooser *
get_chooser (WeftDocumentPage *page, const char *member)
{
  return WEFT_PART_CHOOSER (
    weft_partition_card_get_control (weft_document_page_get_card (page, 0), member));
}

static GtkWidget *
open_list (WeftPartChooser *chooser)
{
  GtkWidget *button = fixture_find (GTK_WIDGET (chooser), GTK_TYPE_MENU_BUTTON, 0);

  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  return GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
}

static const char *
get_chip (WeftDocumentPage *page)
{
  WeftDesign *design = weft_session_get_design (weft_document_page_get_session (page));

  return weft_partition_get_chip (weft_design_get_partition (design, 0));
}

static guint
search (WeftPartChooser *chooser, GtkWidget *popover, const char *text)
{
  GtkWidget *entry = fixture_find (popover, GTK_TYPE_SEARCH_ENTRY, 0);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  return g_list_model_get_n_items (weft_part_chooser_get_found (chooser));
}

/* Part of an id, part of a product name, any case, several words. */
static void
test_search (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftPartChooser *chooser = get_chooser (page, "chip");
  GtkWidget *popover = open_list (chooser);
  GtkWidget *entry = fixture_find (popover, GTK_TYPE_SEARCH_ENTRY, 0);
  guint all = g_list_model_get_n_items (weft_part_chooser_get_found (chooser));
  guint nvidia = search (chooser, popover, "nvidia");
  g_autofree char *chosen = NULL;

  g_assert_true (gtk_widget_get_visible (entry));
  g_assert_cmpuint (nvidia, >, 1);
  g_assert_cmpuint (nvidia, <, all);
  g_assert_cmpuint (search (chooser, popover, "355"), >=, 1);
  g_assert_cmpuint (search (chooser, popover, "NVIDIA b200"), >=, 1);
  g_assert_cmpuint (search (chooser, popover, "nothing like this"), ==, 0);
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (get_chip (page), ==, "B200");
  g_assert_cmpuint (search (chooser, popover, "mi355"), ==, 1);
  g_signal_emit_by_name (entry, "activate");
  chosen = g_ascii_strdown (get_chip (page), -1);
  g_assert_nonnull (strstr (chosen, "mi355"));
  g_assert_false (gtk_widget_get_visible (popover));
  /* The next time the whole list is there. */
  open_list (chooser);
  g_assert_cmpuint (g_list_model_get_n_items (weft_part_chooser_get_found (chooser)), ==, all);
}

/* Down moves to the second one while the keyboard stays in the search field. */
static void
test_arrows (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftPartChooser *chooser = get_chooser (page, "chip");
  GtkWidget *popover = open_list (chooser);
  GtkWidget *entry = fixture_find (popover, GTK_TYPE_SEARCH_ENTRY, 0);
  g_autoptr (WeftPart) second = NULL;

  g_assert_cmpuint (search (chooser, popover, "nvidia"), >, 1);
  second = g_list_model_get_item (weft_part_chooser_get_found (chooser), 1);
  g_assert_true (fixture_press (entry, GDK_KEY_Down));
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (get_chip (page), ==, weft_part_get_id (second));
}

static void
choose_first (WeftDocumentPage *page, const char *member, const char *text)
{
  WeftPartChooser *chooser = get_chooser (page, member);
  GtkWidget *popover = open_list (chooser);
  GListModel *found = weft_part_chooser_get_found (chooser);

  search (chooser, popover, text);
  g_assert_cmpuint (g_list_model_get_n_items (found), >=, 1);
  g_signal_emit_by_name (fixture_find (popover, GTK_TYPE_LIST_VIEW, 0), "activate", 0);
}

/* Choosing a chip and then a fabric that fits it gives the list of fabrics other entries while it
 * is being used; criticals are fatal here. */
static void
test_lists_that_change (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  WeftPartChooser *scaleup = get_chooser (page, "scaleup");

  choose_first (page, "chip", "mi355");
  g_assert_false (weft_part_get_fits (weft_part_chooser_get_part (scaleup)));
  choose_first (page, "scaleup", "InfinityFabric");
  fixture_settle ();
  g_assert_true (weft_part_get_fits (weft_part_chooser_get_part (scaleup)));
  g_assert_true (weft_history_undo (weft_session_get_history (session)));
  g_assert_true (weft_history_undo (weft_session_get_history (session)));
  g_assert_cmpstr (get_chip (page), ==, "B200");
  g_assert_cmpstr (weft_part_get_id (weft_part_chooser_get_part (scaleup)), ==, "NVLink5");
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add ("/app/parts/search", Fixture, NULL, fixture_set_up, test_search,
              fixture_tear_down);
  g_test_add ("/app/parts/arrows", Fixture, NULL, fixture_set_up, test_arrows,
              fixture_tear_down);
  g_test_add ("/app/parts/lists-that-change", Fixture, NULL, fixture_set_up,
              test_lists_that_change, fixture_tear_down);
  return g_test_run ();
}
