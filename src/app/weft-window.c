/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window itself: which tab is in front, what the header says, opening files. */
#include "config.h"

#include "app/weft-window-private.h"

#include <glib/gi18n.h>

#include "app/compare/weft-compare-page.h"
#include "app/compose/weft-document-page.h"
#include "app/start/weft-start-page.h"
#include "app/weft-document-pages.h"
#include "app/weft-give-way.h"

/* Below this the header has no room for all its buttons. */
#define NARROW_WIDTH 480
/* What the header's buttons take, and the window's own. */
#define BUTTONS_WIDTH 400

G_DEFINE_FINAL_TYPE (WeftWindow, weft_window, ADW_TYPE_APPLICATION_WINDOW)

static void
show_title (WeftWindow *self)
{
  g_autofree char *title = NULL;
  g_autofree char *marked = NULL;
  g_autofree char *place = NULL;
  AdwTabPage *page = adw_tab_view_get_selected_page (self->tabs);

  if (self->session != NULL)
    {
      GFile *file = weft_session_get_file (self->session);

      title = weft_session_dup_title (self->session);
      if (weft_session_get_modified (self->session))
        marked = g_strconcat ("• ", title, NULL);
      place = file == NULL ? g_strdup (_("Not saved yet")) : g_file_get_basename (file);
    }
  else if (page != NULL)
    title = g_strdup (adw_tab_page_get_title (page));
  else
    title = g_strdup (g_get_application_name ());

  adw_window_title_set_title (self->title, marked != NULL ? marked : title);
  adw_window_title_set_subtitle (self->title, place != NULL ? place : "");
  gtk_window_set_title (GTK_WINDOW (self), title);
}

/* Large letters need more room. */
static gboolean
is_tight (WeftWindow *self, int width)
{
  int wanted;

  gtk_widget_measure (GTK_WIDGET (self->switcher), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted,
                      NULL, NULL);
  return width < wanted + BUTTONS_WIDTH;
}

/* The switcher stands in the header where it has room, and then the tab says the title; else at
 * the window's foot. */
static void
show_switcher (WeftWindow *self)
{
  GtkWidget *page = weft_window_get_page (self);
  AdwViewStack *pages =
    WEFT_IS_DOCUMENT_PAGE (page) ? weft_document_page_get_pages (WEFT_DOCUMENT_PAGE (page)) : NULL;
  gboolean several = weft_document_pages[0].name != NULL && pages != NULL;
  gboolean in_header;

  adw_view_switcher_set_stack (self->switcher, several ? pages : NULL);
  if (gtk_widget_get_width (GTK_WIDGET (self)) > 0)
    self->tight = is_tight (self, gtk_widget_get_width (GTK_WIDGET (self)));
  in_header = several && !self->tight;
  adw_view_switcher_bar_set_stack (self->switcher_bar, several && self->tight ? pages : NULL);
  adw_view_switcher_bar_set_reveal (self->switcher_bar, several && self->tight);
  gtk_stack_set_visible_child (self->heading, in_header ? self->switcher_room : GTK_WIDGET (self->title));
  adw_tab_bar_set_autohide (self->tab_bar, !in_header);
}

static void
session_notify_cb (WeftWindow *self)
{
  show_title (self);
  weft_window_update_actions (self);
}

static void selected_page_cb (WeftWindow *self);

static void
watch_session (WeftWindow *self, WeftSession *session)
{
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (weft_session_get_history (self->session), self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect_object (session, "notify", G_CALLBACK (session_notify_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::design", G_CALLBACK (selected_page_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (weft_session_get_history (session), "notify",
                               G_CALLBACK (session_notify_cb), self, G_CONNECT_SWAPPED);
    }
}

/* After a reload the session has another history: look again. */
static void
selected_page_cb (WeftWindow *self)
{
  watch_session (self, weft_window_get_session (self));
  session_notify_cb (self);
  show_switcher (self);
  weft_window_offer_recovery (self);
}

static void
n_pages_cb (WeftWindow *self)
{
  GtkWidget *start;

  weft_window_offer_recovery (self);
  if (adw_tab_view_get_n_pages (self->tabs) > 0)
    {
      gtk_stack_set_visible_child_name (self->stack, "tabs");
      return;
    }
  if (self->n_opening > 0 || self->waiting->len > 0)
    return;
  /* Made when it is first needed, which is never when a file is opened. */
  start = gtk_stack_get_child_by_name (self->stack, "start");
  if (start == NULL)
    gtk_stack_add_named (self->stack, weft_start_page_new (self->recoveries), "start");
  gtk_stack_set_visible_child_name (self->stack, "start");
}

static void
tab_title_cb (WeftSession *session, GParamSpec *pspec, AdwTabPage *page)
{
  g_autofree char *title = weft_session_dup_title (session);
  g_autofree char *marked = g_strconcat ("• ", title, NULL);
  GFile *file = weft_session_get_file (session);
  g_autofree char *path = file == NULL ? NULL : g_file_get_parse_name (file);

  adw_tab_page_set_title (page, weft_session_get_modified (session) ? marked : title);
  adw_tab_page_set_tooltip (page, path);
}

/* A tab dragged out of the window gets one of its own. */
static AdwTabView *
create_window_cb (AdwTabView *tabs, WeftWindow *self)
{
  WeftWindow *other =
    weft_window_new (gtk_window_get_application (GTK_WINDOW (self)), self->engine);
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (other), width, height);
  if (self->recoveries != NULL)
    weft_window_set_recoveries (other, self->recoveries);
  gtk_window_present (GTK_WINDOW (other));
  return other->tabs;
}

static AdwTabPage *
find_session_tab (WeftWindow *self, WeftSession *session)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (self->tabs, i);
      GtkWidget *child = adw_tab_page_get_child (page);

      if (WEFT_IS_DOCUMENT_PAGE (child)
          && weft_document_page_get_session (WEFT_DOCUMENT_PAGE (child)) == session)
        return page;
    }
  return NULL;
}

static WeftSession *
find_open_file (WeftWindow *self, GFile *file)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      GtkWidget *child = adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tabs, i));
      WeftSession *session;

      if (!WEFT_IS_DOCUMENT_PAGE (child))
        continue;
      session = weft_document_page_get_session (WEFT_DOCUMENT_PAGE (child));
      if (weft_session_get_file (session) != NULL && !weft_session_get_recovered (session)
          && g_file_equal (weft_session_get_file (session), file))
        return session;
    }
  return NULL;
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftWindow) self = WEFT_WINDOW (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSession) session = weft_session_open_finish (result, &error);
  GFile *file;

  self->n_opening--;
  if (session == NULL)
    {
      g_autofree char *uri = g_file_get_uri (weft_session_open_get_file (result));

      /* The file dialog has put it there before anybody knew whether it can be read. */
      gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), uri, NULL);
      n_pages_cb (self);
      weft_window_show_error (self, _("The design could not be opened"), error->message);
      return;
    }
  file = weft_session_get_file (session);
  if (file != NULL)
    {
      g_autofree char *uri = g_file_get_uri (file);

      gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
    }
  weft_message_bar_hide (self->message_bar);
  weft_window_show_session (self, session);
}

static void
open_with_origin (WeftWindow *self, GFile *file, WeftSessionOrigin origin)
{
  WeftSession *open = origin == WEFT_SESSION_FILE ? find_open_file (self, file) : NULL;

  if (open != NULL)
    {
      weft_window_show_session (self, open);
      return;
    }
  self->n_opening++;
  weft_session_open_async (self->engine, file, origin, NULL, opened_cb, g_object_ref (self));
}

static void
first_frame_cb (GdkFrameClock *clock, WeftWindow *self)
{
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);

  g_signal_handlers_disconnect_by_func (clock, first_frame_cb, self);
  self->drawn = TRUE;
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < waiting->len; i++)
    open_with_origin (self, g_ptr_array_index (waiting, i), WEFT_SESSION_FILE);
}

static void
weft_window_map (GtkWidget *widget)
{
  WeftWindow *self = WEFT_WINDOW (widget);

  n_pages_cb (self);
  GTK_WIDGET_CLASS (weft_window_parent_class)->map (widget);
  if (!self->drawn)
    g_signal_connect_object (gtk_widget_get_frame_clock (widget), "after-paint",
                             G_CALLBACK (first_frame_cb), self, 0);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, WeftWindow *self)
{
  for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
    weft_window_open_file (self, l->data);
  return TRUE;
}

static void
collect_files (WeftWindow *self, WeftState *state)
{
  g_autoptr (GPtrArray) uris = g_ptr_array_new ();
  AdwTabPage *front = adw_tab_view_get_selected_page (self->tabs);

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (self->tabs, i);
      GtkWidget *child = adw_tab_page_get_child (page);
      WeftSession *session = NULL;
      GFile *file = NULL;

      if (WEFT_IS_DOCUMENT_PAGE (child))
        session = weft_document_page_get_session (WEFT_DOCUMENT_PAGE (child));
      if (session != NULL && !weft_session_get_recovered (session))
        file = weft_session_get_file (session);
      if (file == NULL)
        continue;
      if (page == front)
        state->selected = uris->len;
      g_ptr_array_add (uris, g_file_get_uri (file));
    }
  g_ptr_array_add (uris, NULL);
  g_strfreev (state->files);
  state->files = (GStrv) g_ptr_array_steal (uris, NULL);
}

static void
remember (WeftWindow *self)
{
  g_autoptr (WeftState) state = weft_state_load ();
  g_autoptr (GError) error = NULL;

  state->selected = 0;
  state->maximized = gtk_window_is_maximized (GTK_WINDOW (self));
  gtk_window_get_default_size (GTK_WINDOW (self), &state->width, &state->height);
  collect_files (self, state);
  if (!weft_state_save (state, &error))
    g_message ("%s", error->message);
}

static gboolean
weft_window_close_request (GtkWindow *window)
{
  WeftWindow *self = WEFT_WINDOW (window);

  if (!weft_window_close_all (self))
    return TRUE;
  remember (self);
  weft_window_give_up_all (self);
  return GTK_WINDOW_CLASS (weft_window_parent_class)->close_request (window);
}

static gboolean
narrow_cb (gpointer data)
{
  WeftWindow *self = WEFT_WINDOW (data);

  self->narrow_source = 0;
  gtk_widget_set_visible (self->new_button, !self->narrow);
  gtk_widget_set_visible (self->open_box, !self->narrow);
  show_switcher (self);
  return G_SOURCE_REMOVE;
}

/* Without room, what the main menu has too leaves the header, and the switcher goes to the foot. */
static void
weft_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  gboolean narrow = width < NARROW_WIDTH;
  gboolean tight = is_tight (self, width);

  GTK_WIDGET_CLASS (weft_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (narrow == self->narrow && tight == self->tight)
    return;
  self->narrow = narrow;
  self->tight = tight;
  if (self->narrow_source == 0)
    self->narrow_source = g_idle_add (narrow_cb, self);
}

/* Files of the user's catalog that were left out are named in full. */
static void
show_catalog_problems (WeftWindow *self)
{
  WeftEvaluator *evaluator = weft_engine_get_evaluator (self->engine);
  const char *const *problems;
  g_autofree char *text = NULL;
  guint n;

  if (evaluator == NULL)
    return;
  problems = weft_catalog_get_problems (weft_evaluator_get_catalog (evaluator));
  n = problems == NULL ? 0 : g_strv_length ((char **) problems);
  if (n == 0)
    return;
  if (self->catalog_bar == NULL)
    {
      GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (self->message_bar));

      self->catalog_bar = g_object_new (WEFT_TYPE_MESSAGE_BAR, NULL);
      gtk_box_insert_child_after (GTK_BOX (box), GTK_WIDGET (self->catalog_bar),
                                  GTK_WIDGET (self->message_bar));
    }
  text = g_strjoinv ("\n", (char **) problems);
  weft_message_bar_show (self->catalog_bar, WEFT_SEVERITY_WARNING,
                         ngettext ("A file of your catalog was left out",
                                   "Files of your catalog were left out", n),
                         text, NULL);
}

static void
weft_window_dispose (GObject *object)
{
  WeftWindow *self = WEFT_WINDOW (object);

  g_clear_handle_id (&self->narrow_source, g_source_remove);

  if (self->session != NULL)
    watch_session (self, NULL);
  g_clear_object (&self->engine);
  g_clear_object (&self->recoveries);
  g_clear_object (&self->offered);
  g_clear_pointer (&self->forsaken, g_hash_table_unref);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_window_parent_class)->dispose (object);
}

static void
weft_window_class_init (WeftWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = weft_window_close_request;
  widget_class->map = weft_window_map;
  widget_class->size_allocate = weft_window_size_allocate;

  g_type_ensure (WEFT_TYPE_MESSAGE_BAR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-window.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, heading);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, title);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, switcher);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, switcher_room);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, tab_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, new_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, open_box);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, undo_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, redo_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, recent_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, compare_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, message_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, tabs);
  gtk_widget_class_bind_template_callback (widget_class, selected_page_cb);
  gtk_widget_class_bind_template_callback (widget_class, n_pages_cb);
  gtk_widget_class_bind_template_callback (widget_class, create_window_cb);
  gtk_widget_class_bind_template_callback (widget_class, weft_window_close_page_cb);
  weft_window_install_actions (widget_class);
}

static void
weft_window_init (WeftWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->forsaken = g_hash_table_new (NULL, NULL);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_give_way (self->switcher_room);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  weft_window_init_menus (self);
  session_notify_cb (self);
}

WeftWindow *
weft_window_new (GtkApplication *app, WeftEngine *engine)
{
  WeftWindow *self;

  g_return_val_if_fail (WEFT_IS_ENGINE (engine), NULL);

  self = g_object_new (WEFT_TYPE_WINDOW, "application", app, NULL);
  self->engine = g_object_ref (engine);
  g_signal_connect_object (engine, "notify::evaluator", G_CALLBACK (show_catalog_problems), self,
                           G_CONNECT_SWAPPED);
  show_catalog_problems (self);
  return self;
}

/* Takes the size, and with @files the open files, of the last run. */
void
weft_window_restore (WeftWindow *self, const WeftState *state, gboolean files)
{
  g_return_if_fail (WEFT_IS_WINDOW (self) && state != NULL);

  gtk_window_set_default_size (GTK_WINDOW (self), state->width, state->height);
  /* A narrow window is narrow from its first frame on: its header must not hold it open. */
  self->narrow = state->width < NARROW_WIDTH;
  narrow_cb (self);
  if (state->maximized)
    gtk_window_maximize (GTK_WINDOW (self));
  for (guint i = 0; files && state->files[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_uri (state->files[i]);

      /* A file that went away since is no error of this start. */
      if (g_file_query_exists (file, NULL))
        weft_window_open_file (self, file);
    }
}

/* Opens @file in a tab, or shows the tab that has it; a file that cannot be read gives a bar with
 * the library's message. */
void
weft_window_open_file (WeftWindow *self, GFile *file)
{
  g_return_if_fail (WEFT_IS_WINDOW (self) && G_IS_FILE (file));

  /* The window is there first, then what it shows. */
  if (self->drawn)
    open_with_origin (self, file, WEFT_SESSION_FILE);
  else
    g_ptr_array_add (self->waiting, g_object_ref (file));
}

/* Opens a copy of an example, which has no file of its own until it is saved. */
void
weft_window_open_pattern (WeftWindow *self, GFile *file)
{
  g_return_if_fail (WEFT_IS_WINDOW (self) && G_IS_FILE (file));

  open_with_origin (self, file, WEFT_SESSION_PATTERN);
}

/* Brings the session's tab to the front, made now when there is none. */
void
weft_window_show_session (WeftWindow *self, WeftSession *session)
{
  AdwTabPage *page;

  g_return_if_fail (WEFT_IS_WINDOW (self) && WEFT_IS_SESSION (session));

  page = find_session_tab (self, session);
  if (page == NULL)
    {
      GtkWidget *child = weft_document_page_new (session);

      page = adw_tab_view_append (self->tabs, child);
      g_signal_connect_object (session, "notify", G_CALLBACK (tab_title_cb), page, 0);
      tab_title_cb (session, NULL, page);
      weft_window_watch_protection (self, session);
    }
  adw_tab_view_set_selected_page (self->tabs, page);
}

static void
show_comparison (WeftWindow *self, GtkWidget *child)
{
  AdwTabPage *page = adw_tab_view_append (self->tabs, child);

  adw_tab_page_set_icon (page, g_themed_icon_new ("view-dual-symbolic"));
  g_object_bind_property (child, "title", page, "title", G_BINDING_SYNC_CREATE);
  adw_tab_view_set_selected_page (self->tabs, page);
}

/* Opens a tab that shows @b, the design in hand, against @a: more than @a has is a plus. */
void
weft_window_compare (WeftWindow *self, WeftSession *a, WeftSession *b)
{
  g_return_if_fail (WEFT_IS_WINDOW (self));

  show_comparison (self, weft_compare_page_new (a, b));
}

/* Opens a tab that shows what two profiles make of one design, and why. */
void
weft_window_compare_profiles (WeftWindow *self, WeftSession *session, const char *first, const char *second)
{
  g_return_if_fail (WEFT_IS_WINDOW (self));

  show_comparison (self, weft_compare_page_new_profiles (session, first, second));
}

void
weft_window_show_error (WeftWindow *self, const char *title, const char *message)
{
  g_return_if_fail (WEFT_IS_WINDOW (self));

  weft_message_bar_show (self->message_bar, WEFT_SEVERITY_ERROR, title, message, NULL);
}

/* (nullable) (transfer none): the design of the tab in front. */
WeftSession *
weft_window_get_session (WeftWindow *self)
{
  GtkWidget *child;

  g_return_val_if_fail (WEFT_IS_WINDOW (self), NULL);

  child = weft_window_get_page (self);
  if (!WEFT_IS_DOCUMENT_PAGE (child))
    return NULL;
  return weft_document_page_get_session (WEFT_DOCUMENT_PAGE (child));
}

/* (nullable) (transfer none): the tab in front. */
GtkWidget *
weft_window_get_page (WeftWindow *self)
{
  AdwTabPage *page;

  g_return_val_if_fail (WEFT_IS_WINDOW (self), NULL);

  page = adw_tab_view_get_selected_page (self->tabs);
  return page == NULL ? NULL : adw_tab_page_get_child (page);
}
