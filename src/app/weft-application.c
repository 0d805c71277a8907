/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts, opens files in the one window, and holds what outlives a window. */
#include "config.h"

#include "app/weft-application.h"

#include <glib/gi18n.h>

#include "app/recovery/weft-journal-writer.h"
#include "app/recovery/weft-recoveries.h"
#include "app/weft-document-pages.h"
#include "app/weft-state.h"
#include "app/weft-window.h"

struct _WeftApplication
{
  AdwApplication parent_instance;

  WeftEngine *engine;
  WeftRecoveries *recoveries; /* (nullable): once the first window is made */
  gboolean exit_after_startup;
};

G_DEFINE_FINAL_TYPE (WeftApplication, weft_application, ADW_TYPE_APPLICATION)

typedef struct
{
  const char *action;
  const char *accels[3];
} Accel;

static const Accel accels[] = {
  { "app.quit", { "<Control>q" } },
  { "win.new", { "<Control>n", "<Control>t" } },
  { "win.open", { "<Control>o" } },
  { "win.save", { "<Control>s" } },
  { "win.save-as", { "<Control><Shift>s" } },
  { "win.close-tab", { "<Control>w" } },
  { "win.undo", { "<Control>z" } },
  { "win.redo", { "<Control><Shift>z", "<Control>y" } },
  { "win.add-partition", { "<Control><Shift>n" } },
  { "win.page::compose", { "<Control>1" } },
  { "win.show-help-overlay", { "<Control>question" } },
};

static AdwColorScheme
style_to_scheme (const char *style)
{
  if (g_strcmp0 (style, "light") == 0)
    return ADW_COLOR_SCHEME_FORCE_LIGHT;
  if (g_strcmp0 (style, "dark") == 0)
    return ADW_COLOR_SCHEME_FORCE_DARK;
  return ADW_COLOR_SCHEME_DEFAULT;
}

static WeftWindow *
find_window (WeftApplication *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (WEFT_IS_WINDOW (l->data))
      return l->data;
  return NULL;
}

static void
quit_action_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (data));

  /* Each one asks about what is not saved; the program ends with the last. */
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
  if (windows == NULL)
    g_application_quit (data);
}

static void
style_action_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_autoptr (WeftState) saved = weft_state_load ();
  g_autoptr (GError) error = NULL;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      style_to_scheme (g_variant_get_string (state, NULL)));
  g_simple_action_set_state (action, state);
  g_free (saved->style);
  saved->style = g_variant_dup_string (state, NULL);
  if (!weft_state_save (saved, &error))
    g_message ("%s", error->message);
}

static const GActionEntry actions[] = {
  { .name = "quit", .activate = quit_action_cb },
  { .name = "style",
    .parameter_type = "s",
    .state = "'system'",
    .change_state = style_action_cb },
};

static gboolean
exit_when_drawn_cb (gpointer data)
{
  g_application_quit (data);
  return G_SOURCE_REMOVE;
}

static void
first_frame_cb (GdkFrameClock *clock, gpointer data)
{
  g_signal_handlers_disconnect_by_func (clock, first_frame_cb, data);
  g_idle_add (exit_when_drawn_cb, data);
}

static void
window_mapped_cb (GtkWidget *window, gpointer data)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint",
                    G_CALLBACK (first_frame_cb), data);
}

static void
apply_style (WeftApplication *self, const WeftState *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "style");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (state->style));
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      style_to_scheme (state->style));
}

/* From here on changes are written down, and what an earlier run left is looked for. */
static void
start_recovery (WeftApplication *self)
{
  g_autofree char *folder = weft_journal_dup_folder ();

  if (self->recoveries != NULL)
    return;
  self->recoveries = weft_recoveries_new (folder);
  weft_engine_set_journals (self->engine, folder);
  weft_recoveries_scan (self->recoveries);
}

static WeftWindow *
ensure_window (WeftApplication *self, gboolean restore)
{
  WeftWindow *window = find_window (self);

  if (window == NULL)
    {
      g_autoptr (WeftState) state = weft_state_load ();

      apply_style (self, state);
      window = weft_window_new (GTK_APPLICATION (self), self->engine);
      if (!self->exit_after_startup)
        {
          start_recovery (self);
          weft_window_set_recoveries (window, self->recoveries);
        }
      weft_window_restore (window, state, restore && !self->exit_after_startup);
      if (self->exit_after_startup)
        g_signal_connect (window, "map", G_CALLBACK (window_mapped_cb), self);
    }
  return window;
}

static void
weft_application_activate (GApplication *app)
{
  gtk_window_present (GTK_WINDOW (ensure_window (WEFT_APPLICATION (app), TRUE)));
}

static void
weft_application_open (GApplication *app, GFile **files, int n_files, const char *hint)
{
  WeftWindow *window = ensure_window (WEFT_APPLICATION (app), FALSE);

  for (int i = 0; i < n_files; i++)
    weft_window_open_file (window, files[i]);
  gtk_window_present (GTK_WINDOW (window));
}

static void
set_page_accels (GtkApplication *app)
{
  for (const WeftDocumentPageInfo *info = weft_document_pages; info->name != NULL; info++)
    {
      g_autofree char *action = g_strconcat ("win.page::", info->name, NULL);

      gtk_application_set_accels_for_action (app, action,
                                             (const char *const[]){ info->accel, NULL });
    }
}

static void
weft_application_startup (GApplication *app)
{
  G_APPLICATION_CLASS (weft_application_parent_class)->startup (app);

  g_action_map_add_action_entries (G_ACTION_MAP (app), actions, G_N_ELEMENTS (actions), app);
  for (gsize i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (app), accels[i].action,
                                           accels[i].accels);
  set_page_accels (GTK_APPLICATION (app));
  gtk_window_set_default_icon_name (WEFT_APP_ID);
}

/* What was closed leaves no journal behind. */
static void
weft_application_shutdown (GApplication *app)
{
  G_APPLICATION_CLASS (weft_application_parent_class)->shutdown (app);
  weft_journal_writer_drain ();
}

static int
weft_application_handle_local_options (GApplication *app, GVariantDict *options)
{
  WeftApplication *self = WEFT_APPLICATION (app);

  self->exit_after_startup = g_variant_dict_contains (options, "exit-after-startup");
  return -1;
}

static void
weft_application_finalize (GObject *object)
{
  WeftApplication *self = WEFT_APPLICATION (object);

  g_clear_object (&self->engine);
  g_clear_object (&self->recoveries);
  G_OBJECT_CLASS (weft_application_parent_class)->finalize (object);
}

static void
weft_application_class_init (WeftApplicationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GApplicationClass *app_class = G_APPLICATION_CLASS (klass);

  object_class->finalize = weft_application_finalize;
  app_class->activate = weft_application_activate;
  app_class->open = weft_application_open;
  app_class->startup = weft_application_startup;
  app_class->shutdown = weft_application_shutdown;
  app_class->handle_local_options = weft_application_handle_local_options;
}

static void
weft_application_init (WeftApplication *self)
{
  const GOptionEntry options[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Print the versions and exit"), NULL },
    { "exit-after-startup", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    { NULL },
  };

  self->engine = weft_engine_new ();
  g_application_add_main_option_entries (G_APPLICATION (self), options);
}

WeftApplication *
weft_application_new (void)
{
  return g_object_new (WEFT_TYPE_APPLICATION,
                       "application-id", WEFT_APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/io/github/weft/Weft",
                       NULL);
}

/* (transfer none) */
WeftEngine *
weft_application_get_engine (WeftApplication *self)
{
  g_return_val_if_fail (WEFT_IS_APPLICATION (self), NULL);

  return self->engine;
}
