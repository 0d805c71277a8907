/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One open design: document, history, file and the running evaluation. No widgets, so that tests
 * and several pages can share it. */
#pragma once

#include "app/weft-engine.h"
#include "design/weft-history.h"
#include "design/weft-recovery.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SESSION (weft_session_get_type ())
G_DECLARE_FINAL_TYPE (WeftSession, weft_session, WEFT, SESSION, GObject)

/* Where a session's file stays after opening: its own, or nowhere (an example is a pattern). */
typedef enum
{
  WEFT_SESSION_FILE,
  WEFT_SESSION_PATTERN,
} WeftSessionOrigin;

WeftSession    *weft_session_new                (WeftEngine           *engine);
WeftSession    *weft_session_new_of_design      (WeftEngine           *engine,
                                                 WeftDesign           *design);
void            weft_session_open_async         (WeftEngine           *engine,
                                                 GFile                *file,
                                                 WeftSessionOrigin     origin,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
WeftSession    *weft_session_open_finish        (GAsyncResult         *result,
                                                 GError              **error);
GFile          *weft_session_open_get_file      (GAsyncResult         *result);
void            weft_session_reload_async       (WeftSession          *self,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
gboolean        weft_session_reload_finish      (WeftSession          *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void            weft_session_save_async         (WeftSession          *self,
                                                 GFile                *file,
                                                 gboolean              overwrite,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
gboolean        weft_session_save_finish        (WeftSession          *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);

WeftEngine     *weft_session_get_engine         (WeftSession          *self);
WeftDesign     *weft_session_get_design         (WeftSession          *self);
WeftHistory    *weft_session_get_history        (WeftSession          *self);
WeftEvaluation *weft_session_get_evaluation     (WeftSession          *self);
WeftInventory  *weft_session_get_inventory      (WeftSession          *self);
WeftProfile    *weft_session_get_profile        (WeftSession          *self);
GListModel     *weft_session_get_violations     (WeftSession          *self);
GFile          *weft_session_get_file           (WeftSession          *self);
const char     *weft_session_get_failure        (WeftSession          *self);
gboolean        weft_session_get_modified       (WeftSession          *self);
gboolean        weft_session_get_changed_outside (WeftSession         *self);
char           *weft_session_dup_title          (WeftSession          *self);
void            weft_session_keep_mine          (WeftSession          *self);

WeftSession    *weft_session_new_recovered      (WeftEngine           *engine,
                                                 WeftRecovery         *recovery);
gboolean        weft_session_get_recovered      (WeftSession          *self);
const char     *weft_session_get_unprotected    (WeftSession          *self);
void            weft_session_give_up            (WeftSession          *self);

void            weft_session_set_text           (WeftSession          *self,
                                                 const char           *path,
                                                 const char           *text,
                                                 gboolean              continues);
void            weft_session_set_node           (WeftSession          *self,
                                                 const char           *path,
                                                 JsonNode             *value,
                                                 gboolean              continues);
void            weft_session_set_number         (WeftSession          *self,
                                                 const char           *path,
                                                 double                value,
                                                 gboolean              continues);
void            weft_session_add_partition      (WeftSession          *self);
void            weft_session_duplicate_partition (WeftSession         *self,
                                                 guint                 index);
void            weft_session_remove_partition   (WeftSession          *self,
                                                 guint                 index);
void            weft_session_move_partition     (WeftSession          *self,
                                                 guint                 from,
                                                 guint                 to);
void            weft_session_replace_partitions (WeftSession          *self,
                                                 WeftDesign           *design,
                                                 const char           *label);
/* One step of undo; FALSE with the reason when the partitions cannot be laid out. */
gboolean        weft_session_turn_into_graph    (WeftSession          *self,
                                                 GError              **error);

G_END_DECLS
