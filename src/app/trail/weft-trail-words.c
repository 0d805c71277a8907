/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and icons; a state is never a colour alone. */
#include "config.h"

#include "app/trail/weft-trail-words.h"

#include <glib/gi18n.h>
#include <math.h>

/* (nullable) (transfer full) */
static GDateTime *
read_local (const char *time)
{
  g_autoptr (GDateTime) utc = time == NULL ? NULL : g_date_time_new_from_iso8601 (time, NULL);

  return utc == NULL ? NULL : g_date_time_to_local (utc);
}

char *
weft_trail_words_time (const char *time)
{
  g_autoptr (GDateTime) local = read_local (time);

  return local == NULL ? g_strdup (time) : g_date_time_format (local, "%H:%M:%S");
}

char *
weft_trail_words_minute (const char *time)
{
  g_autoptr (GDateTime) local = read_local (time);

  return local == NULL ? g_strdup (time) : g_date_time_format (local, "%H:%M");
}

char *
weft_trail_words_moment (const char *time)
{
  g_autoptr (GDateTime) local = read_local (time);

  return local == NULL ? g_strdup (time) : g_date_time_format (local, "%x %H:%M:%S.%f");
}

char *
weft_trail_words_score (double score)
{
  return isnan (score) ? g_strdup ("–") : g_strdup_printf ("%.3f", score);
}

const char *
weft_trail_words_status (const char *status)
{
  if (g_strcmp0 (status, "running") == 0)
    return _("running");
  if (g_strcmp0 (status, "finished") == 0)
    return _("finished");
  if (g_strcmp0 (status, "damaged") == 0)
    return _("damaged");
  return _("unfinished");
}

const char *
weft_trail_status_icon (const char *status)
{
  if (g_strcmp0 (status, "running") == 0)
    return "media-record-symbolic";
  if (g_strcmp0 (status, "finished") == 0)
    return "emblem-ok-symbolic";
  if (g_strcmp0 (status, "damaged") == 0)
    return "dialog-error-symbolic";
  return "media-playback-pause-symbolic";
}

static GtkWidget *
find_list_view (GtkWidget *widget)
{
  if (GTK_IS_LIST_VIEW (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      return child;
  return NULL;
}

/* A column view keeps its rows in a list view of its own. */
void
weft_trail_scroll_to (GtkWidget *list, guint position)
{
  GtkWidget *rows = find_list_view (list);

  if (rows != NULL)
    gtk_widget_activate_action (rows, "list.scroll-to-item", "u", position);
}
