/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving, and closing tabs or the whole window without losing changes. */
#include "config.h"

#include <glib/gi18n.h>

#include "app/weft-window-private.h"

#include "app/compose/weft-document-page.h"
#include "app/compose/weft-value-entry.h"
#include "app/dialogs/weft-file-dialogs.h"
#include "app/dialogs/weft-question.h"

/* One saving or closing under way. */
typedef struct
{
  WeftWindow *window;
  WeftSession *session;
  AdwTabPage *page; /* (nullable): closed after saving */
  GFile *file;
} Work;

static Work *
work_new (WeftWindow *window, WeftSession *session, AdwTabPage *page)
{
  Work *work = g_new0 (Work, 1);

  work->window = g_object_ref (window);
  work->session = g_object_ref (session);
  if (page != NULL)
    work->page = g_object_ref (page);
  return work;
}

static void
work_free (Work *work)
{
  g_object_unref (work->window);
  g_object_unref (work->session);
  g_clear_object (&work->page);
  g_clear_object (&work->file);
  g_free (work);
}

static void save_work (Work *work, gboolean overwrite);

/* Ends a close that was asked for; with all tabs closing, goes on with the next one. */
static void
finish_close (Work *work, gboolean confirmed)
{
  WeftWindow *self = work->window;
  gboolean all = self->closing;

  self->closing = FALSE;
  if (work->page == NULL)
    return;
  if (!all)
    {
      if (confirmed)
        weft_session_give_up (work->session);
      adw_tab_view_close_page_finish (self->tabs, work->page, confirmed);
      return;
    }
  if (confirmed)
    {
      g_hash_table_add (self->forsaken, adw_tab_page_get_child (work->page));
      gtk_window_close (GTK_WINDOW (self));
    }
  else
    g_hash_table_remove_all (self->forsaken);
}

static void
overwrite_answered_cb (WeftAnswer answer, gpointer data)
{
  Work *work = data;

  if (answer == WEFT_ANSWER_YES)
    save_work (work, TRUE);
  else
    {
      finish_close (work, FALSE);
      work_free (work);
    }
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Work *work = data;
  g_autoptr (GError) error = NULL;
  gboolean saved = weft_session_save_finish (WEFT_SESSION (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
    {
      weft_question_ask_overwrite (GTK_WINDOW (work->window), error->message,
                                   overwrite_answered_cb, work);
      return;
    }
  if (saved)
    {
      g_autofree char *uri = g_file_get_uri (weft_session_get_file (work->session));

      gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
    }
  else
    weft_window_show_error (work->window, _("The design could not be saved"), error->message);
  finish_close (work, saved);
  work_free (work);
}

static void
save_work (Work *work, gboolean overwrite)
{
  weft_session_save_async (work->session, work->file, overwrite, saved_cb, work);
}

static void
place_chosen_cb (GFile *file, gpointer data)
{
  Work *work = data;

  if (file == NULL)
    {
      finish_close (work, FALSE);
      work_free (work);
      return;
    }
  work->file = g_object_ref (file);
  save_work (work, TRUE);
}

static void
start_save (Work *work, gboolean ask_where)
{
  g_autofree char *title = NULL;
  g_autofree char *name = NULL;

  if (!ask_where && weft_session_get_file (work->session) != NULL)
    {
      save_work (work, FALSE);
      return;
    }
  title = weft_session_dup_title (work->session);
  name = g_strconcat (title, ".weft", NULL);
  g_strdelimit (name, "/", '-');
  weft_file_dialog_save (GTK_WINDOW (work->window), WEFT_FILE_DIALOG_DESIGN, name,
                         weft_session_get_file (work->session), place_chosen_cb, work);
}

static void
close_answered_cb (WeftAnswer answer, gpointer data)
{
  Work *work = data;

  if (answer == WEFT_ANSWER_SAVE)
    {
      start_save (work, FALSE);
      return;
    }
  finish_close (work, answer == WEFT_ANSWER_DISCARD);
  work_free (work);
}

static WeftSession *
find_modified (GtkWidget *child)
{
  WeftSession *session;

  if (!WEFT_IS_DOCUMENT_PAGE (child))
    return NULL;
  session = weft_document_page_get_session (WEFT_DOCUMENT_PAGE (child));
  return weft_session_get_modified (session) ? session : NULL;
}

static void
ask_and_close (WeftWindow *self, WeftSession *session, AdwTabPage *page)
{
  g_autofree char *title = weft_session_dup_title (session);

  weft_question_ask_save (GTK_WINDOW (self), title, close_answered_cb,
                          work_new (self, session, page));
}

/* What stands in a field, not yet confirmed, belongs to what is saved or asked about. */
static void
commit_typing (WeftWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *entry = focus == NULL ? NULL
                                   : gtk_widget_get_ancestor (focus, WEFT_TYPE_VALUE_ENTRY);
  GtkWidget *spin = focus == NULL ? NULL : gtk_widget_get_ancestor (focus, GTK_TYPE_SPIN_BUTTON);

  if (entry != NULL)
    weft_value_entry_commit (WEFT_VALUE_ENTRY (entry));
  if (spin != NULL)
    gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
}

/* What is not saved in a tab that goes has been asked about. */
static void
give_up_page (AdwTabPage *page)
{
  GtkWidget *child = adw_tab_page_get_child (page);

  if (WEFT_IS_DOCUMENT_PAGE (child))
    weft_session_give_up (weft_document_page_get_session (WEFT_DOCUMENT_PAGE (child)));
}

/* Handler of AdwTabView::close-page: asks first when the design has unsaved changes. */
gboolean
weft_window_close_page_cb (AdwTabView *tabs, AdwTabPage *page, WeftWindow *self)
{
  WeftSession *session;

  commit_typing (self);
  session = find_modified (adw_tab_page_get_child (page));
  if (session == NULL)
    {
      give_up_page (page);
      return GDK_EVENT_PROPAGATE;
    }
  adw_tab_view_set_selected_page (tabs, page);
  ask_and_close (self, session, page);
  return GDK_EVENT_STOP;
}

/* TRUE when the window may go; otherwise a question is on the screen and closes it later. */
gboolean
weft_window_close_all (WeftWindow *self)
{
  if (self->closing)
    return FALSE;
  commit_typing (self);
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (self->tabs, i);
      GtkWidget *child = adw_tab_page_get_child (page);
      WeftSession *session = find_modified (child);

      if (session == NULL || g_hash_table_contains (self->forsaken, child))
        continue;
      self->closing = TRUE;
      adw_tab_view_set_selected_page (self->tabs, page);
      ask_and_close (self, session, page);
      return FALSE;
    }
  return TRUE;
}

/* The window goes, and everything in it has been answered. */
void
weft_window_give_up_all (WeftWindow *self)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    give_up_page (adw_tab_view_get_nth_page (self->tabs, i));
}

/* Saves to the session's file, or asks where. */
void
weft_window_save_page (WeftWindow *self, WeftSession *session, gboolean ask_where)
{
  commit_typing (self);
  start_save (work_new (self, session, NULL), ask_where);
}
