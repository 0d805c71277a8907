/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every template of the resource is built, and a warning while doing so is fatal. */
#include "app-fixture.h"

#include "app/charts/weft-result-table.h"
#include "app/compare/weft-compare-page.h"
#include "app/compose/weft-facility-card.h"
#include "app/compose/weft-strip.h"
#include "app/dialogs/weft-template-dialog.h"
#include "app/plan/weft-endpoint-form.h"
#include "app/plan/weft-endpoints-dialog.h"
#include "app/plan/weft-plan-bar.h"
#include "app/plan/weft-plan-setup.h"
#include "app/plan/weft-run-panel.h"
#include "app/start/weft-start-page.h"
#include "app/trail/weft-trail-page.h"
#include "app/weft-message-bar.h"

static void
build (GType type)
{
  GtkWidget *widget = g_object_new (type, NULL);

  g_object_ref_sink (widget);
  g_assert_true (G_TYPE_CHECK_INSTANCE_TYPE (widget, type));
  if (GTK_IS_WINDOW (widget))
    gtk_window_destroy (GTK_WINDOW (widget));
  g_object_unref (widget);
}

static void
test_build (void)
{
  build (WEFT_TYPE_MESSAGE_BAR);
  build (WEFT_TYPE_START_PAGE);
  build (WEFT_TYPE_FACILITY_CARD);
  build (WEFT_TYPE_PARTITION_CARD);
  build (WEFT_TYPE_SCORE_PANEL);
  build (WEFT_TYPE_RESULT_TABLE);
  build (WEFT_TYPE_STRIP);
  build (WEFT_TYPE_DOCUMENT_PAGE);
  build (WEFT_TYPE_COMPARE_PAGE);
  build (WEFT_TYPE_PLAN_BAR);
  build (WEFT_TYPE_PLAN_SETUP);
  build (WEFT_TYPE_RUN_PANEL);
  build (WEFT_TYPE_ENDPOINT_FORM);
  build (WEFT_TYPE_ENDPOINTS_DIALOG);
  build (WEFT_TYPE_TRAIL_PAGE);
  build (WEFT_TYPE_WINDOW);
}

static void
test_menus (void)
{
  g_autoptr (GtkBuilder) menus =
    gtk_builder_new_from_resource ("/io/github/weft/Weft/gtk/menus.ui");
  g_autoptr (GtkBuilder) help =
    gtk_builder_new_from_resource ("/io/github/weft/Weft/gtk/help-overlay.ui");

  g_assert_true (G_IS_MENU (gtk_builder_get_object (menus, "main-menu")));
  g_assert_true (GTK_IS_SHORTCUTS_WINDOW (gtk_builder_get_object (help, "help_overlay")));
  gtk_window_destroy (GTK_WINDOW (gtk_builder_get_object (help, "help_overlay")));
}

/* Every file of ui/ is in the resource, and every icon can be found. */
static void
test_icons (void)
{
  static const char *const names[] = { "weft-compute-symbolic", "weft-memory-symbolic",
                                       "weft-latency-symbolic", "weft-bisection-symbolic",
                                       "weft-bubble-symbolic" };
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());

  gtk_icon_theme_add_resource_path (theme, "/io/github/weft/Weft/icons");
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (gtk_icon_theme_has_icon (theme, names[i]));
}

static void
parsing_error_cb (GtkCssProvider *provider, GtkCssSection *section, GError *error, gpointer data)
{
  g_autofree char *where = gtk_css_section_to_string (section);

  g_error ("%s: %s", where, error->message);
}

static void
test_styles (void)
{
  static const char *const names[] = { "style.css", "style-dark.css", "style-hc.css" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
      g_autofree char *path = g_strconcat ("/io/github/weft/Weft/", names[i], NULL);

      g_signal_connect (provider, "parsing-error", G_CALLBACK (parsing_error_cb), NULL);
      gtk_css_provider_load_from_resource (provider, path);
    }
}

static void
made_cb (JsonNode *fragment, const WeftGraphTemplate *template, gpointer data)
{
  g_assert_nonnull (fragment);
  *(const WeftGraphTemplate **) data = template;
}

static GtkWidget *
find_add_button (GtkWidget *root)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = fixture_find (root, GTK_TYPE_BUTTON, i);

      if (button == NULL || g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), "_Add") == 0)
        return button;
    }
}

/* What a template's dialog shows at first is what the template takes when nothing is given. */
static void
test_ask (void)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (NULL);

  for (guint i = 0; i < weft_graph_template_count (); i++)
    {
      const WeftGraphTemplate *template = weft_graph_template_get (i);
      g_autoptr (JsonObject) nothing = json_object_new ();
      g_autoptr (JsonNode) fragment = weft_graph_template_make (template, nothing, catalog, NULL);
      const WeftGraphTemplate *made = NULL;
      GListModel *windows = gtk_window_get_toplevels ();
      g_autoptr (GtkWidget) window = NULL;
      GtkWidget *add;

      weft_template_dialog_ask (NULL, template, catalog, made_cb, &made, NULL);
      g_assert_cmpuint (g_list_model_get_n_items (windows), ==, 1);
      window = g_list_model_get_item (windows, 0);
      add = find_add_button (window);
      g_assert_nonnull (add);
      if (fragment != NULL && !gtk_widget_get_sensitive (add))
        g_error ("%s: what the dialog shows cannot be added", template->id);
      if (gtk_widget_get_sensitive (add))
        g_signal_emit_by_name (add, "clicked");
      else
        gtk_window_destroy (GTK_WINDOW (window));
      if (made != (fragment != NULL ? template : NULL))
        g_error ("%s: %s was made", template->id, made != NULL ? made->id : "nothing");
      fixture_settle ();
    }
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  g_test_add_func ("/app/templates/build", test_build);
  g_test_add_func ("/app/templates/menus", test_menus);
  g_test_add_func ("/app/templates/ask", test_ask);
  g_test_add_func ("/app/templates/icons", test_icons);
  g_test_add_func ("/app/templates/styles", test_styles);
  return g_test_run ();
}
