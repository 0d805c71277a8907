/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One undoable change of a design: it can be applied, reverted, and joined with the next one of its kind.
 * The same objects serve the window's undo and a search's proposals. */
#pragma once

#include "design/weft-design.h"

G_BEGIN_DECLS

#define WEFT_TYPE_EDIT (weft_edit_get_type ())
WEFT_API G_DECLARE_DERIVABLE_TYPE (WeftEdit, weft_edit, WEFT, EDIT, GObject)

struct _WeftEditClass
{
  GObjectClass parent_class;
  void     (*apply)  (WeftEdit *self, WeftDesign *design);
  void     (*revert) (WeftEdit *self, WeftDesign *design);
  /* Takes @next, which follows directly, into @self; FALSE when the two are separate steps. */
  gboolean (*merge)  (WeftEdit *self, WeftEdit *next);
  /* Whether applying it would change @design at all; unset: always. */
  gboolean (*changes) (WeftEdit *self, WeftDesign *design);
  /* Whether an applied edit has come back, by merging, to what it found; unset: never. */
  gboolean (*is_idle) (WeftEdit *self);
};

WEFT_API const char *weft_edit_get_label (WeftEdit *self); /* "Change Chip of Partition 1", translated */

/* Outside of a history, on a design of one's own (a search's candidate). An edit keeps what it replaced, so it is reverted on the design
 * that it was applied to last, in the opposite order. "changed" is emitted once. */
WEFT_API void        weft_edit_apply   (WeftEdit *self, WeftDesign *design);
WEFT_API void        weft_edit_revert  (WeftEdit *self, WeftDesign *design);
WEFT_API gboolean    weft_edit_changes (WeftEdit *self, WeftDesign *design); /* whether applying it would change anything */

/* Sets one value: "/name", "/notes", "/profile", "/facility/power_w", "/facility/cost_usd" (switches the budget's kind), "/workload",
 * "/partitions/N/{name,chip,role,power_frac,scaleup,scaleout}". @value is (transfer full), null removes an optional one.
 * Returns NULL with an error when the path is none of these or the value is of the wrong type. A run of edits of the same path merges while @continues. */
WEFT_API WeftEdit *weft_edit_set              (WeftDesign *design, const char *path, JsonNode *value, gboolean continues, GError **error);
WEFT_API WeftEdit *weft_edit_add_partition    (WeftPartition *partition, guint at);
WEFT_API WeftEdit *weft_edit_remove_partition (guint at);
WEFT_API WeftEdit *weft_edit_move_partition   (guint from, guint to);
/* NULL when @reason is empty or a text is too long. */
WEFT_API WeftEdit *weft_edit_add_waiver       (const char *code, const char *path, const char *reason);
WEFT_API WeftEdit *weft_edit_remove_waiver    (guint at);

G_END_DECLS
