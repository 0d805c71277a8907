/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Something that a field may be set to: an id, what it is called, a line of specification, and
 * whether it fits. */
#pragma once

#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PART (weft_part_get_type ())
G_DECLARE_FINAL_TYPE (WeftPart, weft_part, WEFT, PART, GObject)

/* @name and @aliases (NULL-terminated) are nullable; both are found by weft_part_matches(). */
WeftPart   *weft_part_new            (const char        *id,
                                      const char        *name,
                                      const char *const *aliases,
                                      const char        *words,
                                      gboolean           fits);
const char *weft_part_get_id         (WeftPart      *self);
const char *weft_part_get_name       (WeftPart      *self);
const char *weft_part_get_words      (WeftPart      *self);
gboolean    weft_part_get_fits       (WeftPart      *self);
/* Whether each word of @search is somewhere in id, name or an alias; case, spaces and hyphens do
 * not count. */
gboolean    weft_part_matches        (WeftPart      *self,
                                      const char    *search);

/* Lists of WeftPart (transfer full). @current is what the document says; it is in the list even if
 * it is unknown or does not fit, and *position is where. */
GListModel *weft_part_list_chips     (WeftInventory *inventory,
                                      const char    *current,
                                      guint         *position);
GListModel *weft_part_list_scaleups  (WeftInventory *inventory,
                                      const char    *chip,
                                      const char    *current,
                                      guint         *position);
GListModel *weft_part_list_scaleouts (WeftInventory *inventory,
                                      const char    *chip,
                                      const char    *current,
                                      guint         *position);
GListModel *weft_part_list_roles     (const char    *current,
                                      guint         *position);
GListModel *weft_part_list_profiles  (WeftCatalog   *catalog,
                                      const char    *current,
                                      guint         *position);

G_END_DECLS
