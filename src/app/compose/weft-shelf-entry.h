/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of the parts shelf: a part that may be added, a cable, or the heading of a category.
 * No widgets. */
#pragma once

#include <gio/gio.h>

#include "catalog/weft-record.h"

G_BEGIN_DECLS

/* In the order in which they are shown. */
typedef enum
{
  WEFT_SHELF_FAVOURITES,
  WEFT_SHELF_DESIGN,
  WEFT_SHELF_TEMPLATES,
  WEFT_SHELF_CHIPS,
  WEFT_SHELF_SWITCHES,
  WEFT_SHELF_NICS,
  WEFT_SHELF_MEMORY,
  WEFT_SHELF_CPUS,
  WEFT_SHELF_SERVERS,
  WEFT_SHELF_POWER,
  WEFT_SHELF_OTHERS,
  WEFT_SHELF_CABLES,
  WEFT_SHELF_N_CATEGORIES,
} WeftShelfCategory;

/**
 * WeftShelfFacts: (skip)
 * @verb: what is added: "chip", "component", "definition", "template", "empty", "cable"; for a heading NULL
 * @id: its name in the document
 * @title: its name for people
 * @words: (nullable): one line of specification
 * @more: (nullable): a sentence for the details
 * @kind: its icon, see weft_kind_label()
 * @vendor: (nullable): searched, not shown
 * @record: (nullable): for its values with their provenance
 * @is_range: whether it is a paper's range and no product
 *
 * What an entry is made from; nothing is taken.
 */
typedef struct
{
  const char *verb;
  const char *id;
  const char *title;
  const char *words;
  const char *more;
  const char *kind;
  const char *vendor;
  WeftRecord *record;
  gboolean is_range;
} WeftShelfFacts;

#define WEFT_TYPE_SHELF_ENTRY (weft_shelf_entry_get_type ())
G_DECLARE_FINAL_TYPE (WeftShelfEntry, weft_shelf_entry, WEFT, SHELF_ENTRY, GObject)

WeftShelfEntry   *weft_shelf_entry_new           (WeftShelfCategory     category,
                                                  const WeftShelfFacts *facts);
WeftShelfEntry   *weft_shelf_entry_new_heading   (WeftShelfCategory     category);
/* The same among the favourites. */
WeftShelfEntry   *weft_shelf_entry_new_favourite (WeftShelfEntry       *of);

gboolean          weft_shelf_entry_is_heading    (WeftShelfEntry       *self);
WeftShelfCategory weft_shelf_entry_get_category  (WeftShelfEntry       *self);
const char       *weft_shelf_entry_get_verb      (WeftShelfEntry       *self);
const char       *weft_shelf_entry_get_id        (WeftShelfEntry       *self);
const char       *weft_shelf_entry_get_title     (WeftShelfEntry       *self);
const char       *weft_shelf_entry_get_words     (WeftShelfEntry       *self); /* "" when none */
const char       *weft_shelf_entry_get_more      (WeftShelfEntry       *self); /* (nullable) */
const char       *weft_shelf_entry_get_kind      (WeftShelfEntry       *self);
WeftRecord       *weft_shelf_entry_get_record    (WeftShelfEntry       *self); /* (nullable) */
/* "chip:B200", which is how a favourite is remembered. */
const char       *weft_shelf_entry_get_key       (WeftShelfEntry       *self);
gboolean          weft_shelf_entry_get_favourite (WeftShelfEntry       *self);
void              weft_shelf_entry_set_favourite (WeftShelfEntry       *self,
                                                  gboolean              favourite);
/* Whether it can be taken now; a cable only while a link is selected. */
gboolean          weft_shelf_entry_get_enabled   (WeftShelfEntry       *self);
void              weft_shelf_entry_set_enabled   (WeftShelfEntry       *self,
                                                  gboolean              enabled);

/* Whether each word of @search is in the name, id, an alias, the vendor or the category. */
gboolean          weft_shelf_entry_matches       (WeftShelfEntry       *self,
                                                  const char           *search);
gboolean          weft_shelf_entry_equal         (WeftShelfEntry       *a,
                                                  WeftShelfEntry       *b);
/* The order of the shelf, as a #GCompareDataFunc. */
int               weft_shelf_entry_compare       (gconstpointer         a,
                                                  gconstpointer         b,
                                                  gpointer              data);
/* Translated: "Switches". */
const char       *weft_shelf_category_label      (WeftShelfCategory     category);

G_END_DECLS
