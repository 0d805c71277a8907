/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an entry says, how it is found and where it stands. */
#include "config.h"

#include "app/compose/weft-shelf-entry.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/weft-name.h"

struct _WeftShelfEntry
{
  GObject parent_instance;

  WeftShelfCategory category;
  const char *verb; /* NULL for a heading */
  char *id;
  char *title;
  char *words;
  char *more;
  const char *kind;
  WeftRecord *record;
  gboolean is_range;

  char *key;
  char *order; /* collates as the title does */
  char *found; /* everything that is searched, folded, one a line */
  gboolean favourite;
  gboolean enabled;
};

G_DEFINE_FINAL_TYPE (WeftShelfEntry, weft_shelf_entry, G_TYPE_OBJECT)

enum
{
  PROP_FAVOURITE = 1,
  PROP_ENABLED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
append_folded (GString *found, const char *name)
{
  g_autofree char *folded = name == NULL ? NULL : weft_name_fold (name);

  if (folded != NULL)
    g_string_append_printf (found, "%s\n", folded);
}

static char *
fold_all (const WeftShelfFacts *facts, WeftShelfCategory category)
{
  GString *found = g_string_new (NULL);
  const char *const *aliases;

  append_folded (found, facts->title);
  append_folded (found, facts->id);
  append_folded (found, facts->vendor);
  append_folded (found, weft_shelf_category_label (category));
  if (facts->record != NULL)
    {
      aliases = weft_record_get_aliases (facts->record);
      append_folded (found, weft_record_get_id (facts->record));
      append_folded (found, weft_record_get_name (facts->record));
      append_folded (found, weft_record_get_text (facts->record, "entity"));
      for (guint i = 0; aliases != NULL && aliases[i] != NULL; i++)
        append_folded (found, aliases[i]);
    }
  return g_string_free (found, FALSE);
}

static void
weft_shelf_entry_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftShelfEntry *self = WEFT_SHELF_ENTRY (object);

  switch (id)
    {
    case PROP_FAVOURITE:
      g_value_set_boolean (value, self->favourite);
      break;
    case PROP_ENABLED:
      g_value_set_boolean (value, self->enabled);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_shelf_entry_finalize (GObject *object)
{
  WeftShelfEntry *self = WEFT_SHELF_ENTRY (object);

  g_free (self->id);
  g_free (self->title);
  g_free (self->words);
  g_free (self->more);
  g_clear_object (&self->record);
  g_free (self->key);
  g_free (self->order);
  g_free (self->found);
  G_OBJECT_CLASS (weft_shelf_entry_parent_class)->finalize (object);
}

static void
weft_shelf_entry_class_init (WeftShelfEntryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = weft_shelf_entry_get_property;
  object_class->finalize = weft_shelf_entry_finalize;
  properties[PROP_FAVOURITE] = g_param_spec_boolean ("favourite", NULL, NULL, FALSE, flags);
  properties[PROP_ENABLED] = g_param_spec_boolean ("enabled", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_shelf_entry_init (WeftShelfEntry *self)
{
  self->enabled = TRUE;
}

const char *
weft_shelf_category_label (WeftShelfCategory category)
{
  static const char *const labels[WEFT_SHELF_N_CATEGORIES] = {
    [WEFT_SHELF_FAVOURITES] = N_("Favourites"),
    [WEFT_SHELF_DESIGN] = N_("In This Design"),
    [WEFT_SHELF_TEMPLATES] = N_("Templates"),
    [WEFT_SHELF_CHIPS] = N_("Chips"),
    [WEFT_SHELF_SWITCHES] = N_("Switches"),
    [WEFT_SHELF_NICS] = N_("Network Cards"),
    [WEFT_SHELF_MEMORY] = N_("Memory"),
    [WEFT_SHELF_CPUS] = N_("Host Processors"),
    [WEFT_SHELF_SERVERS] = N_("Servers and Trays"),
    [WEFT_SHELF_POWER] = N_("Power and Cooling"),
    [WEFT_SHELF_OTHERS] = N_("Other Parts"),
    [WEFT_SHELF_CABLES] = N_("Cables"),
  };

  g_return_val_if_fail (category < WEFT_SHELF_N_CATEGORIES, "");

  return _(labels[category]);
}

WeftShelfEntry *
weft_shelf_entry_new (WeftShelfCategory category, const WeftShelfFacts *facts)
{
  WeftShelfEntry *self = g_object_new (WEFT_TYPE_SHELF_ENTRY, NULL);

  self->category = category;
  self->verb = g_intern_string (facts->verb);
  self->id = g_strdup (facts->id);
  self->title = g_strdup (facts->title);
  self->words = g_strdup (facts->words != NULL ? facts->words : "");
  self->more = g_strdup (facts->more);
  self->kind = g_intern_string (facts->kind);
  g_set_object (&self->record, facts->record);
  self->is_range = facts->is_range;
  self->key = g_strconcat (facts->verb, ":", facts->id, NULL);
  self->order = g_utf8_collate_key_for_filename (facts->title, -1);
  self->found = fold_all (facts, category);
  return self;
}

WeftShelfEntry *
weft_shelf_entry_new_heading (WeftShelfCategory category)
{
  WeftShelfEntry *self = g_object_new (WEFT_TYPE_SHELF_ENTRY, NULL);

  self->category = category;
  self->title = g_strdup (weft_shelf_category_label (category));
  self->words = g_strdup ("");
  self->order = g_strdup ("");
  self->found = g_strdup ("");
  self->key = g_strdup ("");
  self->id = g_strdup ("");
  self->kind = "other";
  return self;
}

WeftShelfEntry *
weft_shelf_entry_new_favourite (WeftShelfEntry *of)
{
  WeftShelfEntry *self = g_object_new (WEFT_TYPE_SHELF_ENTRY, NULL);

  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (of), self);

  self->category = WEFT_SHELF_FAVOURITES;
  self->verb = of->verb;
  self->id = g_strdup (of->id);
  self->title = g_strdup (of->title);
  self->words = g_strdup (of->words);
  self->more = g_strdup (of->more);
  self->kind = of->kind;
  g_set_object (&self->record, of->record);
  self->is_range = of->is_range;
  self->key = g_strdup (of->key);
  self->order = g_strdup (of->order);
  self->found = g_strdup (of->found);
  self->favourite = TRUE;
  self->enabled = of->enabled;
  return self;
}

gboolean
weft_shelf_entry_is_heading (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), FALSE);

  return self->verb == NULL;
}

WeftShelfCategory
weft_shelf_entry_get_category (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), WEFT_SHELF_OTHERS);

  return self->category;
}

const char *
weft_shelf_entry_get_verb (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), NULL);

  return self->verb;
}

const char *
weft_shelf_entry_get_id (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), NULL);

  return self->id;
}

const char *
weft_shelf_entry_get_title (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), NULL);

  return self->title;
}

const char *
weft_shelf_entry_get_words (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), NULL);

  return self->words;
}

const char *
weft_shelf_entry_get_more (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), NULL);

  return self->more;
}

const char *
weft_shelf_entry_get_kind (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), NULL);

  return self->kind;
}

WeftRecord *
weft_shelf_entry_get_record (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), NULL);

  return self->record;
}

const char *
weft_shelf_entry_get_key (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), NULL);

  return self->key;
}

gboolean
weft_shelf_entry_get_favourite (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), FALSE);

  return self->favourite;
}

void
weft_shelf_entry_set_favourite (WeftShelfEntry *self, gboolean favourite)
{
  g_return_if_fail (WEFT_IS_SHELF_ENTRY (self));

  if (self->favourite == favourite)
    return;
  self->favourite = favourite;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FAVOURITE]);
}

gboolean
weft_shelf_entry_get_enabled (WeftShelfEntry *self)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self), FALSE);

  return self->enabled;
}

void
weft_shelf_entry_set_enabled (WeftShelfEntry *self, gboolean enabled)
{
  g_return_if_fail (WEFT_IS_SHELF_ENTRY (self));

  if (self->enabled == enabled)
    return;
  self->enabled = enabled;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ENABLED]);
}

gboolean
weft_shelf_entry_matches (WeftShelfEntry *self, const char *search)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (self) && search != NULL, FALSE);

  return weft_name_matches (self->found, search);
}

/* Whether they read the same; what a person did to them does not count. */
gboolean
weft_shelf_entry_equal (WeftShelfEntry *a, WeftShelfEntry *b)
{
  g_return_val_if_fail (WEFT_IS_SHELF_ENTRY (a) && WEFT_IS_SHELF_ENTRY (b), FALSE);

  return a->category == b->category && a->kind == b->kind && g_str_equal (a->key, b->key)
         && g_str_equal (a->title, b->title) && g_str_equal (a->words, b->words)
         && g_strcmp0 (a->more, b->more) == 0;
}

/* Category, its heading first; then products before ranges, by name. */
int
weft_shelf_entry_compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftShelfEntry *first = a;
  const WeftShelfEntry *second = b;
  int order;

  if (first->category != second->category)
    return first->category < second->category ? -1 : 1;
  if ((first->verb == NULL) != (second->verb == NULL))
    return first->verb == NULL ? -1 : 1;
  if (first->is_range != second->is_range)
    return first->is_range ? 1 : -1;
  order = strcmp (first->order, second->order);
  return order != 0 ? order : strcmp (first->key, second->key);
}
