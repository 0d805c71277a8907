/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a wire may end, as lines of a list. No widgets. */
#pragma once

#include <gio/gio.h>

#include "app/canvas/weft-stage.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CONNECT_TARGET (weft_connect_target_get_type ())
G_DECLARE_FINAL_TYPE (WeftConnectTarget, weft_connect_target, WEFT, CONNECT_TARGET, GObject)

/* "tray:net", as a link names it. */
const char *weft_connect_target_get_end     (WeftConnectTarget *self);
const char *weft_connect_target_get_title   (WeftConnectTarget *self);
/* "16 of 72 ports used", "" when unknown */
const char *weft_connect_target_get_words   (WeftConnectTarget *self);
gboolean    weft_connect_target_matches     (WeftConnectTarget *self,
                                             const char        *search);

/* (transfer full): the ends of one item of the level in view, of WeftConnectTarget. */
GListModel *weft_connect_list_sockets       (WeftStage         *stage,
                                             guint              item);
/* (transfer full): those of all items. Whether a wire may end there is not asked yet. */
GListModel *weft_connect_list_all           (WeftStage         *stage);
/* @why (nullable) (out): in words, when it is not. */
gboolean    weft_connect_target_is_legal    (WeftConnectTarget *self,
                                             WeftStage         *stage,
                                             const char        *from,
                                             char             **why);

G_END_DECLS
