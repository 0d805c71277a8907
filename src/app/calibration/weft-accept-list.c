/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Titles are made again only when there are others, so that a choice stays. */
#include "config.h"

#include "app/calibration/weft-accept-list.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

typedef struct
{
  WeftAcceptKind kind;
  char *platform; /* (nullable) */
  char *chip;     /* (nullable) */
} Entry;

struct _WeftAcceptList
{
  GObject parent_instance;

  GtkStringList *titles;
  GArray *entries; /* Entry */
  WeftFit *fit;    /* (nullable): that they are of */
  char *target;    /* (nullable): of the projection */
  char *chip;      /* (nullable): of the target */
};

G_DEFINE_FINAL_TYPE (WeftAcceptList, weft_accept_list, G_TYPE_OBJECT)

static void
clear_entry (gpointer data)
{
  Entry *entry = data;

  g_free (entry->platform);
  g_free (entry->chip);
}

/* Takes @title. */
static void
add (WeftAcceptList *self, WeftAcceptKind kind, const char *platform, const char *chip, char *title)
{
  Entry entry = { kind, g_strdup (platform), g_strdup (chip) };

  g_array_append_val (self->entries, entry);
  gtk_string_list_take (self->titles, title);
}

/* All chips are known, so that each platform's knobs find theirs. */
static gboolean
has_chips (const WeftFit *fit)
{
  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = fit->series->pdata[i];

      if (g_array_index (fit->measurements->platforms, WeftMeasuredPlatform, series->platform).chip == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
add_platforms (WeftAcceptList *self)
{
  guint32 last = G_MAXUINT32;

  for (guint i = 0; i < self->fit->series->len; i++)
    {
      const WeftFitSeries *series = self->fit->series->pdata[i];
      const WeftMeasuredPlatform *platform =
        &g_array_index (self->fit->measurements->platforms, WeftMeasuredPlatform, series->platform);

      if (series->platform != last)
        add (self, WEFT_ACCEPT_PLATFORM, platform->name, platform->chip, g_strdup (platform->name));
      last = series->platform;
    }
  if (self->entries->len > 1 && has_chips (self->fit))
    add (self, WEFT_ACCEPT_ALL, NULL, NULL, g_strdup (_("All platforms")));
}

static void
fill (WeftAcceptList *self)
{
  g_array_set_size (self->entries, 0);
  gtk_string_list_splice (self->titles, 0, g_list_model_get_n_items (G_LIST_MODEL (self->titles)), NULL);
  if (self->fit != NULL)
    add_platforms (self);
  if (self->target != NULL)
    add (self, WEFT_ACCEPT_PROJECTION, self->target, self->chip, g_strdup_printf (_("%s, projected"), self->target));
}

static void
weft_accept_list_dispose (GObject *object)
{
  WeftAcceptList *self = WEFT_ACCEPT_LIST (object);

  g_clear_object (&self->titles);
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->fit, weft_fit_unref);
  g_clear_pointer (&self->target, g_free);
  g_clear_pointer (&self->chip, g_free);
  G_OBJECT_CLASS (weft_accept_list_parent_class)->dispose (object);
}

static void
weft_accept_list_class_init (WeftAcceptListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_accept_list_dispose;
}

static void
weft_accept_list_init (WeftAcceptList *self)
{
  self->titles = gtk_string_list_new (NULL);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, clear_entry);
}

WeftAcceptList *
weft_accept_list_new (void)
{
  return g_object_new (WEFT_TYPE_ACCEPT_LIST, NULL);
}

GListModel *
weft_accept_list_get_titles (WeftAcceptList *self)
{
  g_return_val_if_fail (WEFT_IS_ACCEPT_LIST (self), NULL);

  return G_LIST_MODEL (self->titles);
}

gboolean
weft_accept_list_update (WeftAcceptList *self, WeftFit *fit, const WeftProjection *projection)
{
  const char *target = projection != NULL ? projection->target.name : NULL;

  g_return_val_if_fail (WEFT_IS_ACCEPT_LIST (self), FALSE);

  if (fit == self->fit && g_strcmp0 (target, self->target) == 0)
    return FALSE;
  if (fit != NULL)
    weft_fit_ref (fit);
  g_clear_pointer (&self->fit, weft_fit_unref);
  self->fit = fit;
  g_free (self->target);
  g_free (self->chip);
  self->target = g_strdup (target);
  self->chip = g_strdup (projection != NULL ? projection->target.chip : NULL);
  fill (self);
  return TRUE;
}

WeftAcceptKind
weft_accept_list_get (WeftAcceptList *self, guint index, const char **platform)
{
  const Entry *entry;

  g_return_val_if_fail (WEFT_IS_ACCEPT_LIST (self) && platform != NULL, WEFT_ACCEPT_ALL);

  entry = index < self->entries->len ? &g_array_index (self->entries, Entry, index) : NULL;
  *platform = entry != NULL ? entry->platform : NULL;
  return entry != NULL ? entry->kind : WEFT_ACCEPT_ALL;
}

char *
weft_accept_list_dup_words (WeftAcceptList *self, guint index)
{
  const Entry *entry;

  g_return_val_if_fail (WEFT_IS_ACCEPT_LIST (self), NULL);

  entry = index < self->entries->len ? &g_array_index (self->entries, Entry, index) : NULL;
  if (entry == NULL)
    return g_strdup ("");
  if (entry->kind == WEFT_ACCEPT_ALL)
    return g_strdup (_("Those of each platform hold for its chip."));
  if (entry->chip != NULL)
    return g_strdup_printf (_("They hold for the chip %s of the catalog."), entry->chip);
  return g_strdup (_("They hold for any chip, since the platform names none in a column “chip”."));
}

guint
weft_accept_list_find (WeftAcceptList *self, WeftAcceptKind kind, const char *platform)
{
  g_return_val_if_fail (WEFT_IS_ACCEPT_LIST (self), G_MAXUINT);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->kind == kind && (platform == NULL || g_strcmp0 (entry->platform, platform) == 0))
        return i;
    }
  return G_MAXUINT;
}
